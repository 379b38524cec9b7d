// Element-wise work on parts of a rank's flat vector.
//   vectors  float [length]; a part is [offset, offset + count), in elements
//   launch   one work-item an element, rounded up to work-groups of 64, unless a kernel says more
//   equals   HostExecutor::run for `add`, a plain loop for `scale`, to the last bit: no product is
//            contracted into a sum, so that every device of a ring gets the same values
#pragma OPENCL FP_CONTRACT OFF

// to += from: the receiving half of a transfer.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void add(__global float* to, uint to_offset, __global const float* from, uint from_offset,
         uint count) {
    const uint i = get_global_id(0);
    if (i < count) to[to_offset + i] = to[to_offset + i] + from[from_offset + i];
}

// values[offset ... offset + count) *= factor, for each rank of the launch with its own factor;
// sixteen values a work-item, `groups` work-groups a rank (ranks.cl).
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void scale(EACH(float, values), uint groups, uint offset, uint count, float8 factors) {
    SIXTEEN(groups, count, k, i);
    float all[8];
    vstore8(factors, 0, all);
    __global float* own = PICK(values, k) + offset + i;
    store_upto16(load_upto16(own, count - i) * all[k], own, count - i);
}
