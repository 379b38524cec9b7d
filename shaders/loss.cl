// Losses of the last layer's outputs, and the derivatives that backward starts from.
//   z        float [samples][width], the network's outputs, from element z_at of `work`
//   classes  int [samples], each in [0, width); targets float [samples][width]; from element
//            targets_at of `input`
//   report   float [64] sums, then uint [64] hits: work-item i adds up samples i, i + 64, ... in
//            order; the host adds the 64 parts in double
//   launch   losses: one work-group of 64; derivatives: one work-item a sample, rounded up to 64
//   equals   mlp_loss and mlp_backward of core/model/host_mlp.h, up to rounding
#pragma OPENCL FP_CONTRACT ON

float largest_of(__global const float* z, uint width) {
    float largest = z[0];
    for (uint j = 1; j < width; ++j) largest = z[j] > largest ? z[j] : largest;
    return largest;
}

// -log softmax(z)[class], with the largest output taken out so that no exponential overflows.
float cross_entropy_of(__global const float* z, uint width, uint class) {
    const float largest = largest_of(z, width);
    float sum = 0.0f;
    for (uint j = 0; j < width; ++j) sum += exp(z[j] - largest);
    return log(sum) + largest - z[class];
}

// 1 when no output is larger than the class's; of equal ones the first counts.
uint hit(__global const float* z, uint width, uint class) {
    for (uint j = 0; j < width; ++j)
        if (!(j < class ? z[j] < z[class] : z[j] <= z[class])) return 0;
    return 1;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void cross_entropy_loss(__global const float* work, uint z_at, __global const int* input,
                        uint targets_at, __global float* report, uint samples, uint width) {
    __global const float* z = work + z_at;
    __global const int* classes = input + targets_at;
    const uint part = get_global_id(0);
    if (part >= 64) return;
    float sum = 0.0f;
    uint correct = 0;
    for (uint s = part; s < samples; s += 64) {
        sum += cross_entropy_of(z + s * width, width, classes[s]);
        correct += hit(z + s * width, width, classes[s]);
    }
    report[part] = sum;
    ((__global uint*)report)[64 + part] = correct;
}

// Mean over the outputs of (z - target)^2, summed over samples. No hits.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void squared_loss(__global const float* work, uint z_at, __global const float* input,
                  uint targets_at, __global float* report, uint samples, uint width) {
    __global const float* z = work + z_at;
    __global const float* targets = input + targets_at;
    const uint part = get_global_id(0);
    if (part >= 64) return;
    float sum = 0.0f;
    for (uint s = part; s < samples; s += 64) {
        float own = 0.0f;
        for (uint j = 0; j < width; ++j) {
            const float e = z[s * width + j] - targets[s * width + j];
            own += e * e;
        }
        sum += own / (float)width;
    }
    report[part] = sum;
    ((__global uint*)report)[64 + part] = 0;
}

// Replaces z by the derivatives of the mean loss over the samples: (softmax(z) - one_hot) / samples.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void cross_entropy_derivative(__global float* work, uint z_at, __global const int* input,
                              uint targets_at, uint samples, uint width) {
    const uint s = get_global_id(0);
    if (s >= samples) return;
    __global float* own = work + z_at + s * width;
    const float largest = largest_of(own, width);
    float sum = 0.0f;
    for (uint j = 0; j < width; ++j) {
        own[j] = exp(own[j] - largest);
        sum += own[j];
    }
    for (uint j = 0; j < width; ++j)
        own[j] = (own[j] / sum - (j == (uint)input[targets_at + s] ? 1.0f : 0.0f)) / (float)samples;
}

// The same for the mean squared error: 2 (z - target) / (samples width).
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void squared_derivative(__global float* work, uint z_at, __global const float* input,
                        uint targets_at, uint samples, uint width) {
    __global float* z = work + z_at;
    __global const float* targets = input + targets_at;
    const uint s = get_global_id(0);
    if (s >= samples) return;
    const float factor = 2.0f / ((float)samples * (float)width);
    for (uint j = s * width; j < (s + 1) * width; ++j) z[j] = factor * (z[j] - targets[j]);
}
