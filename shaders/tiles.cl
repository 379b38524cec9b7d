// Products of matrices in tiles of ROWS x COLS, for processors: what blocked.cl is built of.
//
// A tile stays in registers while one number of the left side after another is multiplied with a row
// of the right side. The right side's COLS columns are first copied into a panel, where they lie one
// row after another: x W^T needs W's columns.
//
//            COLS                 LANES is what one register holds: 4, 8 or 16 floats
//          +------+ panel
//     k    |      |               tile[r][c] += left[r][k] * panel[k][c]
//   +---+  +------+
//   |   |ROWS      tile
//   +---+  +------+
#ifdef LANES
#pragma OPENCL FP_CONTRACT ON

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)
#define load PASTE(vload, LANES)
#define store PASTE(vstore, LANES)
typedef PASTE(float, LANES) lanes;

#define COLS (2 * LANES)
#define ROWS (LANES == 16 ? 8 : 6)
#define MAX_ROWS 8
#define DEPTH 1024  // of a panel; deeper products take several
// Of the left side of a gradient, which is copied too: it is read down its columns.
#define LEFT_TILES 16
#define LEFT_DEPTH 256

// Rows of `from` as they are: panel[k][c] = from[k * stride + c], zeros beyond `columns`.
void pack(float* panel, __global const float* from, size_t stride, uint columns, uint depth) {
    if (columns >= COLS) {
        for (uint k = 0; k < depth; ++k) {
            store(load(0, from + k * stride), 0, panel + k * COLS);
            store(load(0, from + k * stride + LANES), 0, panel + k * COLS + LANES);
        }
        return;
    }
    for (uint k = 0; k < depth; ++k)
        for (uint c = 0; c < COLS; ++c)
            panel[k * COLS + c] = c < columns ? from[k * stride + c] : 0.0f;
}

// The first half of both, taken in turn, and the second half.
lanes turn_low(lanes a, lanes b) {
    lanes v;
    v.even = a.lo;
    v.odd = b.lo;
    return v;
}
lanes turn_high(lanes a, lanes b) {
    lanes v;
    v.even = a.hi;
    v.odd = b.hi;
    return v;
}

// Rows of `from` become columns: panel[k][c] = from[c * stride + k], zeros beyond `columns`.
// LANES x LANES at a time: each round of taking rows i and i + LANES / 2 in turn moves one bit of the
// row's number into the column's.
void pack_transposed(float* panel, __global const float* from, size_t stride, uint columns,
                     uint depth) {
    for (uint side = 0; side < COLS; side += LANES) {
        uint k = 0;
        for (; k + LANES <= depth && side + LANES <= columns; k += LANES) {
            lanes a[LANES], b[LANES];
#pragma unroll
            for (uint i = 0; i < LANES; ++i) a[i] = load(0, from + (side + i) * stride + k);
#pragma unroll
            for (uint width = 1; width < LANES; width *= 2) {
#pragma unroll
                for (uint i = 0; i < LANES / 2; ++i) {
                    b[2 * i] = turn_low(a[i], a[i + LANES / 2]);
                    b[2 * i + 1] = turn_high(a[i], a[i + LANES / 2]);
                }
#pragma unroll
                for (uint i = 0; i < LANES; ++i) a[i] = b[i];
            }
#pragma unroll
            for (uint i = 0; i < LANES; ++i) store(a[i], 0, panel + (k + i) * COLS + side);
        }
        for (; k < depth; ++k)
            for (uint c = side; c < side + LANES; ++c)
                panel[k * COLS + c] = c < columns ? from[c * stride + k] : 0.0f;
    }
}

// Columns of `from` become tiles of ROWS, with their numbers in the order in which they are needed:
// left[t][k][r] = from[k * stride + t * ROWS + r], zeros beyond `rows`. A row takes MAX_ROWS.
void pack_left(float* left, __global const float* from, size_t stride, uint rows, uint depth) {
    for (uint t = 0; t < rows; t += ROWS, left += depth * MAX_ROWS) {
        for (uint k = 0; k < depth; ++k) {
            __global const float* row = from + k * stride + t;
            if (t + MAX_ROWS <= rows)
                vstore8(vload8(0, row), k, left);
            else
                for (uint r = 0; r < ROWS; ++r)
                    left[k * MAX_ROWS + r] = t + r < rows ? row[r] : 0.0f;
        }
    }
}

// tile[r] += the sum over k of left[r][k] * panel[k].
void multiply(lanes tile[MAX_ROWS][2], __global const float* left[MAX_ROWS], const float* panel,
              uint depth) {
    for (uint k = 0; k < depth; ++k) {
        const lanes b0 = load(0, panel + k * COLS);
        const lanes b1 = load(0, panel + k * COLS + LANES);
#pragma unroll
        for (uint r = 0; r < ROWS; ++r) {
            const lanes a = left[r][k];
            tile[r][0] = a * b0 + tile[r][0];
            tile[r][1] = a * b1 + tile[r][1];
        }
    }
}

// tile[r] += the sum over k of left[k][r] * panel[k].
void multiply_packed(lanes tile[MAX_ROWS][2], const float* left, const float* panel, uint depth) {
    for (uint k = 0; k < depth; ++k) {
        const lanes b0 = load(0, panel + k * COLS);
        const lanes b1 = load(0, panel + k * COLS + LANES);
#pragma unroll
        for (uint r = 0; r < ROWS; ++r) {
            const lanes a = left[k * MAX_ROWS + r];
            tile[r][0] = a * b0 + tile[r][0];
            tile[r][1] = a * b1 + tile[r][1];
        }
    }
}

void clear(lanes tile[MAX_ROWS][2]) {
#pragma unroll
    for (uint r = 0; r < ROWS; ++r) tile[r][0] = tile[r][1] = 0.0f;
}

// `columns` floats of a row of a tile.
void store_row(lanes first, lanes second, __global float* to, uint columns) {
    if (columns >= COLS) {
        store(first, 0, to);
        store(second, 0, to + LANES);
        return;
    }
    float row[COLS];
    store(first, 0, row);
    store(second, 0, row + LANES);
    for (uint c = 0; c < columns; ++c) to[c] = row[c];
}

// Up to LANES floats, `fill` beyond `count`.
lanes load_part(__global const float* from, uint count, float fill) {
    if (count >= LANES) return load(0, from);
    float part[LANES];
    for (uint i = 0; i < LANES; ++i) part[i] = i < count ? from[i] : fill;
    return load(0, part);
}
void store_part(lanes values, __global float* to, uint count) {
    if (count >= LANES) {
        store(values, 0, to);
        return;
    }
    float part[LANES];
    store(values, 0, part);
    for (uint i = 0; i < count; ++i) to[i] = part[i];
}
#endif
