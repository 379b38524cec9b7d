// One update of each rank's flat parameters with its gradient.
//   w, g, state  float [count], of each rank of the launch; Adam's state is m [count], then v [count]
//   launch       `groups` work-groups of 64 a rank (ranks.cl); a work-item makes sixteen neighbouring
//                parameters
//   equals       core/optim/host_optimizer.h to the last bit where division and square root are
//                correctly rounded: no product is contracted into a sum, so that replicas on
//                different devices stay the same
// Factors that depend on the number of the update are computed by the host in double.
#pragma OPENCL FP_CONTRACT OFF

// w -= lr g
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void sgd(EACH(float, w), EACH(const float, g), uint groups, uint count, float lr) {
    SIXTEEN(groups, count, k, i);
    __global float* own = PICK(w, k) + i;
    const float16 g = load_upto16(PICK(g, k) + i, count - i);
    store_upto16(load_upto16(own, count - i) - lr * g, own, count - i);
}

// v = momentum v + g; w -= lr v
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void momentum(EACH(float, w), EACH(const float, g), EACH(float, state), uint groups, uint count,
              float lr, float factor) {
    SIXTEEN(groups, count, k, i);
    __global float* own = PICK(w, k) + i;
    __global float* velocity = PICK(state, k) + i;
    const float16 g = load_upto16(PICK(g, k) + i, count - i);
    const float16 v = factor * load_upto16(velocity, count - i) + g;
    store_upto16(v, velocity, count - i);
    store_upto16(load_upto16(own, count - i) - lr * v, own, count - i);
}

// m = beta1 m + rest1 g; v = beta2 v + rest2 g g; w -= rate m / (sqrt(v correction2) + eps), where
// rest = 1 - beta, rate = lr / (1 - beta1^t), correction2 = 1 / (1 - beta2^t)
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void adam(EACH(float, w), EACH(const float, g), EACH(float, state), uint groups, uint count,
          float beta1, float rest1, float beta2, float rest2, float rate, float correction2,
          float eps) {
    SIXTEEN(groups, count, k, i);
    __global float* own = PICK(w, k) + i;
    __global float* first = PICK(state, k) + i;
    __global float* second = first + count;
    const float16 g = load_upto16(PICK(g, k) + i, count - i);
    const float16 m = beta1 * load_upto16(first, count - i) + rest1 * g;
    const float16 v = beta2 * load_upto16(second, count - i) + rest2 * g * g;
    store_upto16(m, first, count - i);
    store_upto16(v, second, count - i);
    const float16 step = rate * m / (sqrt(v * correction2) + eps);
    store_upto16(load_upto16(own, count - i) - step, own, count - i);
}
