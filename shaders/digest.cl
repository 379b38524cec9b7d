// 64-bit digest of a vector's bits.
//   values    float [count], count < 2^32 - 1
//   partials  ulong [work-groups]; their sum modulo 2^64 is the digest
//   launch    any number of work-groups of 64; work-items stride over the values
//   equals    digest() of core/support/digest.h, to the last bit

ulong mix64(ulong value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9UL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebUL;
    return value ^ (value >> 31);
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void digest(__global const uint* values, __global ulong* partials, uint count) {
    __local ulong sums[64];
    ulong sum = 0;
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0))
        sum += mix64(((i + 1) << 32) | values[i]);
    const uint own = get_local_id(0);
    sums[own] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own != 0) return;
    for (uint k = 1; k < 64; ++k) sum += sums[k];
    partials[get_group_id(0)] = sum;
}
