// 64-bit digest of each rank's vector, over its bits.
//   values   float [count], of each rank of the launch, count < 2^32 - 1
//   report   of each rank: from element 128 on ulong [groups]; their sum modulo 2^64 is the digest
//   launch   `groups` work-groups of 64 a rank (ranks.cl), up to 16; a work-item takes sixteen
//            neighbouring values at a time and goes on `groups` blocks further
//   equals   digest() of core/support/digest.h, to the last bit

ulong16 mix64(ulong16 value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9UL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebUL;
    return value ^ (value >> 31);
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void digest(EACH(const uint, values), EACH(uint, report), uint groups, uint count) {
    __local ulong sums[64];
    const uint k = get_group_id(0) / groups;
    const uint part = get_group_id(0) % groups;
    const uint own = get_local_id(0);
    __global const uint* bits = PICK(values, k);
    ulong16 sixteen = 0;
    size_t i = ((size_t)part * 64 + own) * 16;
    for (; i + 16 <= count; i += (size_t)groups * 1024) {
        const ulong16 numbers = (ulong16)(i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7, i + 8,
                                          i + 9, i + 10, i + 11, i + 12, i + 13, i + 14, i + 15,
                                          i + 16);
        sixteen += mix64(numbers << 32 | convert_ulong16(vload16(0, bits + i)));
    }
    ulong sum = 0;
    for (uint j = 0; j < 16 && i + j < count; ++j)
        sum += mix64((ulong16)((i + j + 1) << 32 | bits[i + j])).s0;
    const ulong8 eight = sixteen.lo + sixteen.hi;
    const ulong4 four = eight.lo + eight.hi;
    sums[own] = sum + ((four.x + four.y) + (four.z + four.w));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own != 0) return;
    sum = 0;
    for (uint j = 0; j < 64; ++j) sum += sums[j];
    ((__global ulong*)PICK(report, k))[64 + part] = sum;
}
