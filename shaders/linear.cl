// One fully connected layer: z[s][o] = b[o] + sum over i of W[o][i] x[s][i], forward and backward.
//   parameters  float, flat (core/model/mlp_layout.h): W [outputs][inputs] at `weights`, b [outputs]
//               at `biases`; a gradient has the same layout
//   x, z, d     float [samples][width of the layer], from element x_at, ... of their buffers
//   launch      work-groups of 64; a work-item makes one output (forward) or eight neighbouring
//               inputs (backward), numbered in one dimension
//   equals      mlp_forward and mlp_backward of core/model/host_mlp.h, up to rounding: products may
//               be contracted into sums, and the forward sum is taken in eight interleaved parts
#pragma OPENCL FP_CONTRACT ON

// The tags of core/opencl/opencl_mlp.cpp.
enum { NO_ACTIVATION = 0, TANH = 1, RELU = 2 };

// Comparisons are false for NaN, so that NaN stays NaN.
float activate(uint activation, float z) {
    if (activation == TANH) return tanh(z);
    if (activation == RELU) return z < 0.0f ? 0.0f : z;
    return z;
}

// derivative by z of the activation that gave `output`, times d; ReLU'(0) = 0
float through_activation(uint activation, float output, float d) {
    if (activation == TANH) return d * (1.0f - output * output);
    if (activation == RELU) return output <= 0.0f ? 0.0f : d;
    return d;
}

// output[s][o] = activation(z[s][o]). samples * outputs work-items.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void layer_forward(__global const float* parameters, uint weights, uint biases,
                   __global const float* x, uint x_at, __global float* output, uint output_at,
                   uint samples, uint inputs, uint outputs, uint activation) {
    const uint item = get_global_id(0);
    const uint s = item / outputs;
    const uint o = item % outputs;
    if (s >= samples) return;
    __global const float* row = parameters + weights + o * inputs;
    __global const float* in = x + x_at + s * inputs;
    float8 parts = 0.0f;
    uint i = 0;
    for (; i + 8 <= inputs; i += 8) parts += vload8(0, row + i) * vload8(0, in + i);
    const float4 four = parts.lo + parts.hi;
    float z = parameters[biases + o] + ((four.x + four.z) + (four.y + four.w));
    for (; i < inputs; ++i) z += row[i] * in[i];
    output[output_at + item] = activate(activation, z);
}

// gradient of W and b: sum over s, in order, of d[s][o] x[s][i] and of d[s][o].
// outputs * blocks work-items, blocks = inputs / 8 rounded up.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void layer_gradient(__global float* gradient, uint weights, uint biases,
                    __global const float* x_buffer, uint x_at, __global const float* d_buffer,
                    uint d_at, uint samples, uint inputs, uint outputs) {
    __global const float* x = x_buffer + x_at;
    __global const float* d = d_buffer + d_at;
    const uint blocks = (inputs + 7) / 8;
    const uint o = get_global_id(0) / blocks;
    const uint first = get_global_id(0) % blocks * 8;
    if (o >= outputs) return;
    __global float* row = gradient + weights + o * inputs;
    if (first + 8 <= inputs) {
        float8 sum = 0.0f;
        for (uint s = 0; s < samples; ++s)
            sum += d[s * outputs + o] * vload8(0, x + s * inputs + first);
        vstore8(sum, 0, row + first);
    } else {
        for (uint i = first; i < inputs; ++i) {
            float sum = 0.0f;
            for (uint s = 0; s < samples; ++s) sum += d[s * outputs + o] * x[s * inputs + i];
            row[i] = sum;
        }
    }
    if (first == 0) {
        float sum = 0.0f;
        for (uint s = 0; s < samples; ++s) sum += d[s * outputs + o];
        gradient[biases + o] = sum;
    }
}

// Replaces x[s][i], the outputs of the layer below, by the derivatives of the loss by what went into
// its activation: through_activation(sum over o, in order, of d[s][o] W[o][i]).
// samples * blocks work-items, blocks = inputs / 8 rounded up. Each touches only its own elements.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void layer_backward(__global const float* parameters, uint weights, __global float* work, uint x_at,
                    uint d_at, uint samples, uint inputs, uint outputs, uint activation) {
    __global float* x = work + x_at;
    __global const float* d = work + d_at;
    const uint blocks = (inputs + 7) / 8;
    const uint s = get_global_id(0) / blocks;
    const uint first = get_global_id(0) % blocks * 8;
    if (s >= samples) return;
    __global const float* w = parameters + weights;
    __global float* own = x + s * inputs;
    const uint last = min(first + 8, inputs);
    float sums[8] = {0.0f};
    if (first + 8 <= inputs) {
        float8 sum = 0.0f;
        for (uint o = 0; o < outputs; ++o)
            sum += d[s * outputs + o] * vload8(0, w + o * inputs + first);
        vstore8(sum, 0, sums);
    } else {
        for (uint o = 0; o < outputs; ++o)
            for (uint i = first; i < last; ++i)
                sums[i - first] += d[s * outputs + o] * w[o * inputs + i];
    }
    for (uint i = first; i < last; ++i)
        own[i] = through_activation(activation, own[i], sums[i - first]);
}
