// Transfers of an all-reduce between ranks in one memory: the receiver's element gets the sender's
// value, or its own plus the sender's.
//   vectors   float, of each rank of the launch (ranks.cl)
//   offset, count  of up to eight chunks, in elements
//   moves     of each chunk: up to sixteen transfers, applied one after another as long as `lengths`
//             says; a byte is receiver | sender << 3 | add << 6
//   launch    work-groups of TRANSFER_ITEMS; `blocks` blocks of up to TRANSFER_BLOCK elements of one
//             chunk each are shared out among them; a work-item takes sixteen neighbouring elements
//             at a time
//   equals    HostExecutor::run, to the last bit
// No element depends on another one. So a work-item may take its own through all steps of a whole
// all-reduce, while they are in the cache.
#pragma OPENCL FP_CONTRACT OFF

// As core/opencl/joint_transfers.cpp has them. On a processor a block of every rank fits into the
// nearest cache.
#ifdef LANES
#define TRANSFER_ITEMS 1
#define TRANSFER_BLOCK 2048
#else
#define TRANSFER_ITEMS 64
#define TRANSFER_BLOCK 1024
#endif

void move_block(__global float* to, __global const float* from, uint count, bool add) {
    for (uint i = get_local_id(0) * 16; i < count; i += TRANSFER_ITEMS * 16) {
        if (i + 16 <= count) {
            const float16 arrived = vload16(0, from + i);
            vstore16(add ? vload16(0, to + i) + arrived : arrived, 0, to + i);
        } else {
            for (uint j = i; j < count; ++j) to[j] = add ? to[j] + from[j] : from[j];
        }
    }
}

__kernel __attribute__((reqd_work_group_size(TRANSFER_ITEMS, 1, 1)))
void transfers(EACH(float, vector), uint8 offset, uint8 count, uint8 lengths, uchar16 moves0,
               uchar16 moves1, uchar16 moves2, uchar16 moves3, uchar16 moves4, uchar16 moves5,
               uchar16 moves6, uchar16 moves7, uint blocks) {
    for (uint block = get_group_id(0); block < blocks; block += get_num_groups(0)) {
        uint chunk = 0, before = 0;
        for (uint c = 0, end = 0; c < 8 && end <= block; ++c) {
            before = end;
            chunk = c;
            end += (element(count, c) + TRANSFER_BLOCK - 1) / TRANSFER_BLOCK;
        }
        const uint first = (block - before) * TRANSFER_BLOCK;
        const uint elements = min(element(count, chunk) - first, (uint)TRANSFER_BLOCK);
        const size_t at = (size_t)element(offset, chunk) + first;
        uchar moves[16];
        vstore16(PICK(moves, chunk), 0, moves);
        const uint length = element(lengths, chunk);
        for (uint m = 0; m < length; ++m)
            move_block(PICK(vector, moves[m] & 7) + at, PICK(vector, moves[m] >> 3 & 7) + at,
                       elements, moves[m] >> 6);
    }
}
