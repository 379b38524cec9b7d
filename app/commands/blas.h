#pragma once

#include <memory>
#include <string>
#include <vector>

namespace ringscope {

// sgemm of OpenBLAS with one thread, for comparison. It is looked for at run time: the program does
// not need it. Which of its kernels it uses is chosen by the environment variable OPENBLAS_CORETYPE
// when the program starts.
class Blas {
  public:
    static std::unique_ptr<Blas> open();  // null when it is not installed

    std::string core() const;  // "Haswell", "SkylakeX", ...

    // The products of a layer: z = x W^T, and dW = d^T x. The matrices are scratch.
    void forward(int samples, int inputs, int outputs, int repeats);
    void gradient(int samples, int inputs, int outputs, int repeats);

  private:
    using Sgemm = void (*)(int order, int transpose_a, int transpose_b, int m, int n, int k,
                           float alpha, const float* a, int lda, const float* b, int ldb,
                           float beta, float* c, int ldc);
    using CoreName = char* (*)();

    void reserve(int samples, int inputs, int outputs);

    Sgemm sgemm_ = nullptr;
    CoreName core_name_ = nullptr;
    std::vector<float> x_, w_, z_;
};

}  // namespace ringscope
