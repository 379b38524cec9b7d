#include "app/commands/blas.h"

#include <dlfcn.h>

namespace ringscope {

namespace {

// The numbers of CBLAS.
constexpr int row_major = 101, as_it_is = 111, transposed = 112;

}  // namespace

std::unique_ptr<Blas> Blas::open() {
    // Never closed: its threads would outlive their code.
    void* library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return nullptr;
    auto blas = std::make_unique<Blas>();
    blas->sgemm_ = reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm"));
    blas->core_name_ = reinterpret_cast<CoreName>(dlsym(library, "openblas_get_corename"));
    const auto set_threads =
        reinterpret_cast<void (*)(int)>(dlsym(library, "openblas_set_num_threads"));
    if (!blas->sgemm_ || !blas->core_name_ || !set_threads) return nullptr;
    set_threads(1);
    return blas;
}

std::string Blas::core() const { return core_name_(); }

void Blas::reserve(int samples, int inputs, int outputs) {
    const auto size = [](int rows, int columns) {
        return static_cast<std::size_t>(rows) * columns;
    };
    x_.resize(size(samples, inputs), 0.5F);
    w_.resize(size(outputs, inputs), 0.01F);
    z_.resize(size(samples, outputs), 0.1F);
}

void Blas::forward(int samples, int inputs, int outputs, int repeats) {
    reserve(samples, inputs, outputs);
    for (int k = 0; k < repeats; ++k)
        sgemm_(row_major, as_it_is, transposed, samples, outputs, inputs, 1, x_.data(), inputs,
               w_.data(), inputs, 0, z_.data(), outputs);
}

void Blas::gradient(int samples, int inputs, int outputs, int repeats) {
    reserve(samples, inputs, outputs);
    for (int k = 0; k < repeats; ++k)
        sgemm_(row_major, transposed, as_it_is, outputs, inputs, samples, 1, z_.data(), outputs,
               x_.data(), inputs, 0, w_.data(), inputs);
}

}  // namespace ringscope
