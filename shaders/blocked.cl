// Fully connected layers for processors: a whole replica's forward or backward pass a launch.
//
//   launch      work-groups of one work-item, `groups` of them a rank (ranks.cl)
//   parameters  float, flat (core/model/mlp_layout.h); a gradient has the same layout
//   input       float x [capacity][inputs], then the classes (int) or targets (float) of the samples
//   work        uint [HEADER]: number of layers, capacity, number of inputs, outputs of each layer;
//               then float [capacity][outputs] of each layer
//   report      float [64]: sums of losses, uint [64]: hits, one of each a block of samples
//   equals      linear.cl, loss.cl and core/model/host_mlp.h, up to rounding; a sum over k is taken
//               in the order of k. Bits depend neither on the number of ranks in a launch nor on how
//               samples are divided into groups.
//   tiles       as tiles.cl makes them
#ifdef LANES
#pragma OPENCL FP_CONTRACT ON

#define HEADER 64  // of `work`

// As activate and through_activation of linear.cl.
lanes activate_lanes(uint activation, lanes z) {
    if (activation == TANH) return tanh(z);
    if (activation == RELU) return z < 0.0f ? (lanes)0.0f : z;
    return z;
}
lanes through_activation_lanes(uint activation, lanes output, lanes d) {
    if (activation == TANH) return d * (1.0f - output * output);
    if (activation == RELU) return output <= 0.0f ? (lanes)0.0f : d;
    return d;
}

// Samples [first, last) of one layer: out = activation(x W^T + b).
void layer_rows(__global const float* w, __global const float* b, __global const float* x,
                __global float* out, uint first, uint last, uint inputs, uint outputs,
                uint activation, float* panel) {
    for (uint o = 0; o < outputs; o += COLS) {
        const uint columns = min((uint)COLS, outputs - o);
        const lanes bias0 = load_part(b + o, columns, 0.0f);
        const lanes bias1 = columns > LANES ? load_part(b + o + LANES, columns - LANES, 0.0f) : 0.0f;
        for (uint s = first; s < last; s += ROWS) {
            lanes tile[MAX_ROWS][2];
#pragma unroll
            for (uint r = 0; r < ROWS; ++r) tile[r][0] = bias0, tile[r][1] = bias1;
            for (uint k = 0; k < inputs; k += DEPTH) {
                const uint depth = min((uint)DEPTH, inputs - k);
                if (s == first || inputs > DEPTH)
                    pack_transposed(panel, w + (size_t)o * inputs + k, inputs, columns, depth);
                __global const float* left[MAX_ROWS];
#pragma unroll
                for (uint r = 0; r < ROWS; ++r)
                    left[r] = x + (size_t)min(s + r, last - 1) * inputs + k;
                multiply(tile, left, panel, depth);
            }
#pragma unroll
            for (uint r = 0; r < ROWS; ++r)
                if (s + r < last)
                    store_row(activate_lanes(activation, tile[r][0]),
                              activate_lanes(activation, tile[r][1]),
                              out + (size_t)(s + r) * outputs + o, columns);
        }
    }
}

// Gradient of W, the sum over samples of d[s][o] x[s][i]: columns part * COLS to (part + 1) * COLS
// of every groups * COLS. Samples beyond LEFT_DEPTH are added to what is in the gradient by then.
void weight_gradient(__global float* gradient, __global const float* x, __global const float* d,
                    uint part, uint groups, uint samples, uint inputs, uint outputs, float* left,
                    float* panel) {
    for (uint k = 0; k < samples; k += LEFT_DEPTH)
        for (uint o = 0; o < outputs; o += LEFT_TILES * ROWS) {
            const uint depth = min((uint)LEFT_DEPTH, samples - k);
            const uint rows = min((uint)(LEFT_TILES * ROWS), outputs - o);
            pack_left(left, d + (size_t)k * outputs + o, outputs, rows, depth);
            for (uint i = part * COLS; i < inputs; i += groups * COLS) {
                const uint columns = min((uint)COLS, inputs - i);
                const uint second = columns > LANES ? columns - LANES : 0;
                pack(panel, x + (size_t)k * inputs + i, inputs, columns, depth);
                for (uint t = 0; t < rows; t += ROWS) {
                    __global float* to = gradient + (size_t)(o + t) * inputs + i;
                    lanes tile[MAX_ROWS][2];
                    clear(tile);
                    if (k > 0)
#pragma unroll
                        for (uint r = 0; r < ROWS; ++r)
                            if (t + r < rows) {
                                tile[r][0] = load_part(to + r * inputs, columns, 0.0f);
                                tile[r][1] = load_part(to + r * inputs + LANES, second, 0.0f);
                            }
                    multiply_packed(tile, left + t / ROWS * depth * MAX_ROWS, panel, depth);
#pragma unroll
                    for (uint r = 0; r < ROWS; ++r)
                        if (t + r < rows)
                            store_row(tile[r][0], tile[r][1], to + r * inputs, columns);
                }
            }
        }
}

// Gradient of b: the sum over samples of d[s][o].
void gradient_biases(__global float* gradient, __global const float* d, uint samples, uint outputs) {
    for (uint o = 0; o < outputs; o += LANES) {
        const uint columns = min((uint)LANES, outputs - o);
        lanes sum = 0.0f;
        for (uint s = 0; s < samples; ++s)
            sum += load_part(d + (size_t)s * outputs + o, columns, 0.0f);
        store_part(sum, gradient + o, columns);
    }
}

// Samples [first, last): x, the outputs of the layer below, become the derivatives of the loss by
// what went into its activation, through_activation(d W).
void backward_rows(__global const float* w, __global float* x, __global const float* d, uint first,
                   uint last, uint inputs, uint outputs, uint activation, float* panel) {
    for (uint i = 0; i < inputs; i += COLS) {
        const uint columns = min((uint)COLS, inputs - i);
        for (uint s = first; s < last; s += ROWS) {
            lanes tile[MAX_ROWS][2];
            clear(tile);
            for (uint k = 0; k < outputs; k += DEPTH) {
                const uint depth = min((uint)DEPTH, outputs - k);
                if (s == first || outputs > DEPTH)
                    pack(panel, w + (size_t)k * inputs + i, inputs, columns, depth);
                __global const float* left[MAX_ROWS];
#pragma unroll
                for (uint r = 0; r < ROWS; ++r)
                    left[r] = d + (size_t)min(s + r, last - 1) * outputs + k;
                multiply(tile, left, panel, depth);
            }
#pragma unroll
            for (uint r = 0; r < ROWS; ++r) {
                if (s + r >= last) continue;
                __global float* own = x + (size_t)(s + r) * inputs + i;
                const uint second = columns > LANES ? columns - LANES : 0;
                const lanes out0 = load_part(own, columns, 0.0f);
                const lanes out1 = load_part(own + LANES, second, 0.0f);
                store_row(through_activation_lanes(activation, out0, tile[r][0]),
                          through_activation_lanes(activation, out1, tile[r][1]), own, columns);
            }
        }
    }
}

float sum_of(lanes values) {
    float parts[LANES];
    store(values, 0, parts);
    float sum = 0.0f;
    for (uint i = 0; i < LANES; ++i) sum += parts[i];
    return sum;
}
float largest_lane(lanes values) {
    float parts[LANES];
    store(values, 0, parts);
    float largest = parts[0];
    for (uint i = 1; i < LANES; ++i) largest = parts[i] > largest ? parts[i] : largest;
    return largest;
}

// Returns -log softmax(z)[class]; z becomes the derivatives (softmax(z) - one_hot) / samples.
float cross_entropy_row(__global float* z, uint width, uint class, float samples) {
    lanes most = -INFINITY;
    for (uint j = 0; j < width; j += LANES) {
        const lanes part = load_part(z + j, width - j, -INFINITY);
        most = part > most ? part : most;
    }
    const float largest = largest_lane(most);
    const float own = z[class];
    lanes sums = 0.0f;
    for (uint j = 0; j < width; j += LANES) {
        const lanes e = exp(load_part(z + j, width - j, -INFINITY) - largest);
        sums += e;
        store_part(e, z + j, width - j);
    }
    const float sum = sum_of(sums);
    const float share = z[class] / sum;
    for (uint j = 0; j < width; j += LANES)
        store_part(load_part(z + j, width - j, 0.0f) / sum / samples, z + j, width - j);
    z[class] = (share - 1.0f) / samples;
    return log(sum) + largest - own;
}

// Returns the mean over the outputs of (z - target)^2; z becomes 2 (z - target) / (samples width).
float squared_row(__global float* z, __global const float* target, uint width, float samples) {
    const float factor = 2.0f / (samples * (float)width);
    float sum = 0.0f;
    for (uint j = 0; j < width; ++j) {
        const float e = z[j] - target[j];
        sum += e * e;
        z[j] = factor * e;
    }
    return sum / (float)width;
}

// Forward pass and loss. Each group takes its share of the rank's samples through all layers. The
// last outputs become the derivatives of the mean loss over the rank's samples.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void blocked_forward(EACH(const float, parameters), EACH(const float, input), EACH(float, work),
                     EACH(float, report), uint8 samples, uint groups, uint activation,
                     uint cross_entropy) {
    const uint k = get_group_id(0) / groups;
    const uint part = get_group_id(0) % groups;
    const uint count = element(samples, k);
    const uint rows = (count + groups - 1) / groups;
    const uint first = min(part * rows, count);
    const uint last = min(first + rows, count);
    __global float* own = PICK(work, k);
    __global float* sums = PICK(report, k);
    if (part == 0)  // so that the host can add up all 64
        for (uint j = groups; j < 64; ++j) sums[j] = sums[64 + j] = 0.0f;
    if (first == last) {
        sums[part] = sums[64 + part] = 0.0f;
        return;
    }
    __global const uint* header = (__global const uint*)own;
    const uint layers = header[0];
    const size_t capacity = header[1];
    __global const float* w = PICK(parameters, k);
    __global const float* start = PICK(input, k);
    __global const float* x = start;
    __global float* out = own + HEADER;
    float panel[DEPTH * COLS];
    for (uint l = 0; l < layers; ++l) {
        const uint inputs = header[2 + l], outputs = header[3 + l];
        __global const float* b = w + (size_t)inputs * outputs;
        layer_rows(w, b, x, out, first, last, inputs, outputs,
                   l + 1 < layers ? activation : NO_ACTIVATION, panel);
        w = b + outputs;
        x = out;
        out += capacity * outputs;
    }
    const uint width = header[2 + layers];
    __global float* z = out - capacity * width;
    __global const float* targets = start + capacity * header[2];
    float sum = 0.0f;
    uint hits = 0;
    for (uint s = first; s < last; ++s) {
        __global float* row = z + (size_t)s * width;
        if (cross_entropy) {
            const uint class = ((__global const uint*)targets)[s];
            hits += hit(row, width, class);
            sum += cross_entropy_row(row, width, class, (float)count);
        } else {
            sum += squared_row(row, targets + (size_t)s * width, width, (float)count);
        }
    }
    sums[part] = sum;
    ((__global uint*)sums)[64 + part] = hits;
}

// What of a backward pass a launch does.
enum { GRADIENTS = 1, DERIVATIVES = 2 };

// Layers top - 1 to bottom: their gradients, and the derivatives of the layers below them. Both at
// once, and several layers, only with one group a rank: the derivatives take the place of outputs
// that the gradients are made of.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void blocked_backward(EACH(const float, parameters), EACH(float, gradient),
                      EACH(const float, input), EACH(float, work), uint8 samples, uint groups,
                      uint activation, uint top, uint bottom, uint what) {
    const uint k = get_group_id(0) / groups;
    const uint part = get_group_id(0) % groups;
    const uint count = element(samples, k);
    if (count == 0) return;
    const uint rows = (count + groups - 1) / groups;
    const uint first = min(part * rows, count);
    const uint last = min(first + rows, count);
    __global float* own = PICK(work, k);
    __global const uint* header = (__global const uint*)own;
    const size_t capacity = header[1];
    size_t weights = 0, outs = HEADER;
    for (uint l = 0; l < top; ++l) {
        weights += (size_t)(header[2 + l] + 1) * header[3 + l];
        outs += capacity * header[3 + l];
    }
    float panel[DEPTH * COLS], left[LEFT_TILES * LEFT_DEPTH * MAX_ROWS];
    for (uint l = top; l-- > bottom;) {
        const uint inputs = header[2 + l], outputs = header[3 + l];
        weights -= (size_t)(inputs + 1) * outputs;
        outs -= capacity * outputs;
        __global const float* d = own + outs;
        if (what & GRADIENTS) {
            __global const float* x = l == 0 ? PICK(input, k) : own + outs - capacity * inputs;
            __global float* g = PICK(gradient, k) + weights;
            weight_gradient(g, x, d, part, groups, count, inputs, outputs, left, panel);
            if (part == 0) gradient_biases(g + (size_t)inputs * outputs, d, count, outputs);
        }
        if ((what & DERIVATIVES) && l > 0 && first < last)
            backward_rows(PICK(parameters, k) + weights, own + outs - capacity * inputs, d, first,
                          last, inputs, outputs, activation, panel);
    }
}
#endif
