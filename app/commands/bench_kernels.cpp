#include "app/commands/bench_kernels.h"

#include <iomanip>
#include <iostream>
#include <memory>

#include "app/commands/bench_rounds.h"
#include "app/commands/blas.h"
#include "core/support/error.h"
#include "core/train/run.h"

namespace ringscope {

namespace {

struct Shape {
    int samples, inputs, outputs;
    double flop() const { return 2.0 * samples * inputs * outputs; }
};

constexpr Shape shapes[] = {{128, 64, 128},  {128, 128, 64},  {64, 784, 512},   {128, 784, 512},
                            {256, 784, 512}, {256, 512, 256}, {256, 1024, 1024}};

// One layer on one rank. With two ranks, of which one has nothing to do, the first runs on a
// partition: on half of the cores, which is one core here.
std::unique_ptr<ReplicaSet> one_layer(const Shape& shape, const CommonOptions& common) {
    ReplicaConfig config;
    config.shape = {{shape.inputs, shape.outputs}, Activation::relu, LossKind::mse};
    config.max_samples = {shape.samples, 0};
    config.receive_elements = {0, 0};
    auto replicas = replica_set_factory(common)(2, config);
    const std::vector<float> x(static_cast<std::size_t>(shape.samples * shape.inputs), 0.5F);
    const std::vector<float> targets(static_cast<std::size_t>(shape.samples * shape.outputs), 0.0F);
    const std::vector<float> w(static_cast<std::size_t>(replicas->length()), 0.01F);
    for (Rank r = 0; r < 2; ++r) replicas->load_parameters(r, w);
    replicas->load_shard(0, {shape.samples, x, {}, targets});
    replicas->load_shard(1, {});
    return replicas;
}

}  // namespace

void bench_kernels(const BenchOptions& options, const CommonOptions& common) {
    const std::unique_ptr<Blas> blas = Blas::open();
    const std::string peer = blas ? "OpenBLAS " + blas->core() + ", one thread" : "";
    if (options.csv)
        std::cout << "\nsamples,inputs,outputs,contestant,best_gflops,median_gflops\n";
    else
        std::cout << "\nGFLOP/s of a layer on one rank of two, best (median)"
                  << (blas ? "; sgemm: " + peer : "; OpenBLAS is not installed") << '\n'
                  << "  samples x inputs x outputs         forward   weight gradient"
                  << (blas ? "    sgemm, forward   sgemm, gradient" : "") << '\n';
    for (const Shape& shape : shapes) {
        const auto replicas = one_layer(shape, common);
        std::vector<Contestant> contestants = {{"forward",
                                                [&](int repeats) {
                                                    for (int k = 0; k < repeats; ++k)
                                                        replicas->forward();
                                                    replicas->finish();
                                                }},
                                               {"weight gradient", [&](int repeats) {
                                                    for (int k = 0; k < repeats; ++k)
                                                        replicas->backward();
                                                    replicas->finish();
                                                }}};
        if (blas) {
            contestants.push_back({"sgemm forward, " + peer, [&](int repeats) {
                                       blas->forward(shape.samples, shape.inputs, shape.outputs,
                                                     repeats);
                                   }});
            contestants.push_back({"sgemm weight gradient, " + peer, [&](int repeats) {
                                       blas->gradient(shape.samples, shape.inputs, shape.outputs,
                                                      repeats);
                                   }});
        }
        const std::vector<Timing> timings = time_in_rounds(contestants, options.seconds);
        if (!options.csv)
            std::cout << std::setw(9) << shape.samples << " x" << std::setw(5) << shape.inputs
                      << " x" << std::setw(5) << shape.outputs << std::fixed
                      << std::setprecision(1);
        for (const Timing& t : timings) {
            const double best = shape.flop() / t.best / 1e9, median = shape.flop() / t.median / 1e9;
            if (options.csv)
                std::cout << shape.samples << ',' << shape.inputs << ',' << shape.outputs << ",\""
                          << t.name << "\"," << best << ',' << median << '\n';
            else
                std::cout << std::setw(10) << best << " (" << std::setw(5) << median << ")";
        }
        if (!options.csv) std::cout << '\n' << std::defaultfloat;
    }
}

}  // namespace ringscope
