// One update of a rank's flat parameters with its gradient.
//   w, g, state  float [count]; Adam's state is m [count], then v [count]
//   launch       one work-item a parameter, rounded up to work-groups of 64
//   equals       core/optim/host_optimizer.h to the last bit where division and square root are
//                correctly rounded: no product is contracted into a sum, so that replicas on
//                different devices stay the same
// Factors that depend on the number of the update are computed by the host in double.
#pragma OPENCL FP_CONTRACT OFF

// w -= lr g
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void sgd(__global float* w, __global const float* g, uint count, float lr) {
    const uint i = get_global_id(0);
    if (i < count) w[i] = w[i] - lr * g[i];
}

// v = momentum v + g; w -= lr v
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void momentum(__global float* w, __global const float* g, __global float* v, uint count, float lr,
              float factor) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    v[i] = factor * v[i] + g[i];
    w[i] = w[i] - lr * v[i];
}

// m = beta1 m + rest1 g; v = beta2 v + rest2 g g; w -= rate m / (sqrt(v correction2) + eps), where
// rest = 1 - beta, rate = lr / (1 - beta1^t), correction2 = 1 / (1 - beta2^t)
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void adam(__global float* w, __global const float* g, __global float* state, uint count, float beta1,
          float rest1, float beta2, float rest2, float rate, float correction2, float eps) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    const float m = beta1 * state[i] + rest1 * g[i];
    const float v = beta2 * state[count + i] + rest2 * g[i] * g[i];
    state[i] = m;
    state[count + i] = v;
    w[i] = w[i] - rate * m / (sqrt(v * correction2) + eps);
}
