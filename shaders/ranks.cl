// How one launch works for several ranks, each with buffers of its own.
//   EACH(type, name)  eight arguments, the buffers of ranks 0 to 7 of the launch; null beyond the last
//   PICK(name, k)     the one of rank k
//   group_of          a launch has `groups` work-groups a rank, one rank after another

#define EACH(type, name) \
    __global type *name##0, __global type *name##1, __global type *name##2, __global type *name##3, \
    __global type *name##4, __global type *name##5, __global type *name##6, __global type *name##7
#define PICK(name, k) \
    ((k) < 4 ? (k) < 2 ? (k) < 1 ? name##0 : name##1 : (k) < 3 ? name##2 : name##3 \
             : (k) < 6 ? (k) < 5 ? name##4 : name##5 : (k) < 7 ? name##6 : name##7)

uint element(uint8 values, uint k) {
    uint all[8];
    vstore8(values, 0, all);
    return all[k];
}

// A work-item's rank k and its first element i of sixteen, in work-groups of 64; returns from the
// kernel when there are none.
#define SIXTEEN(groups, count, k, i) \
    const uint k = get_group_id(0) / (groups); \
    const size_t i = ((size_t)(get_group_id(0) % (groups)) * 64 + get_local_id(0)) * 16; \
    if (i >= (count)) return

// Up to sixteen floats; zeros in place of those that are not there.
float16 load_upto16(__global const float* from, uint count) {
    if (count >= 16) return vload16(0, from);
    float part[16];
    for (uint j = 0; j < 16; ++j) part[j] = j < count ? from[j] : 0.0f;
    return vload16(0, part);
}
void store_upto16(float16 values, __global float* to, uint count) {
    if (count >= 16) {
        vstore16(values, 0, to);
        return;
    }
    float part[16];
    vstore16(values, 0, part);
    for (uint j = 0; j < count; ++j) to[j] = part[j];
}
