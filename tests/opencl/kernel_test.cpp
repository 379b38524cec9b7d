#include <limits>

#include "core/optim/host_optimizer.h"
#include "tests/opencl/replica_support.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

const std::vector<std::vector<int>> all_sizes = {{1, 1}, {3, 5, 2}, {7, 8, 9, 4}, {64, 33, 10}};

opencl::OpenClReplicaSet on_devices(const ReplicaConfig& config,
                                    PlacementKind wanted = PlacementKind::partition,
                                    std::optional<opencl::KernelStyle> style = std::nullopt) {
    return {opencl::open_hardware(static_cast<int>(config.max_samples.size()), kind(wanted)),
            config, style};
}

void check_passes(const MlpShape& shape, const std::vector<std::int64_t>& samples,
                  PlacementKind wanted, opencl::KernelStyle style) {
    CAPTURE(shape.sizes, name(shape.activation), name(shape.loss), name(wanted),
            style == opencl::KernelStyle::blocked);
    const ReplicaConfig config = config_of(shape, OptimizerKind::sgd, samples);
    auto device = on_devices(config, wanted, style);
    HostReplicaSet host(static_cast<int>(samples.size()), config);
    for (ReplicaSet* replicas :
         {static_cast<ReplicaSet*>(&device), static_cast<ReplicaSet*>(&host)}) {
        load(*replicas, config, 3);
        replicas->forward();
        replicas->backward();
    }
    const std::vector<double> losses = device.losses();
    const std::vector<double> expected = host.losses();
    for (Rank r = 0; r < device.world_size(); ++r) {
        CAPTURE(r);
        const auto i = static_cast<std::size_t>(r);
        CHECK(losses[i] == Approx(expected[i]).epsilon(1e-5));
        CHECK(distance(device.read_gradient(r), host.read_gradient(r)) < 1e-5);
    }
    for (const std::int64_t count : {0, 1, 7, 2500}) {
        const OwnedShard more(shape, count, 77);
        const Evaluation a = device.evaluate(1, more.view());
        const Evaluation b = host.evaluate(1, more.view());
        CHECK(a.loss_sum == Approx(b.loss_sum).epsilon(1e-5));
        CHECK(a.correct == b.correct);
    }
    // Evaluation leaves the shard alone.
    device.forward();
    CHECK(device.losses() == losses);
    CHECK(losses[0] == 0);
    CHECK(device.read_gradient(0) == std::vector<float>(device.read_gradient(0).size()));
}

}  // namespace

TEST_CASE("forward, losses, backward and evaluation equal the host's at odd sizes") {
    // Partitions of two compute units each; and two launches of ranks that share eight.
    for (const opencl::KernelStyle style :
         {opencl::KernelStyle::readable, opencl::KernelStyle::blocked})
        for (const std::vector<int>& sizes : all_sizes)
            for (const Activation activation : {Activation::tanh, Activation::relu})
                for (const LossKind loss : {LossKind::cross_entropy, LossKind::mse}) {
                    const MlpShape shape{sizes, activation, loss};
                    check_passes(shape, {0, 1, 7, 129}, PlacementKind::partition, style);
                    check_passes(shape, {0, 1, 7, 129, 2, 16, 17, 33, 64}, PlacementKind::shared,
                                 style);
                }
}

TEST_CASE("products that are deeper than a panel equal the host's") {
    const MlpShape shape{{1030, 1027, 5}, Activation::relu, LossKind::cross_entropy};
    for (const PlacementKind wanted : {PlacementKind::partition, PlacementKind::shared})
        check_passes(shape, {0, 9}, wanted, opencl::KernelStyle::blocked);
    check_passes({{3, 2}, Activation::tanh, LossKind::mse}, {0, 1500}, PlacementKind::shared,
                 opencl::KernelStyle::blocked);
    // Whole and cut tiles of a gradient that several parts of the samples add to.
    for (const PlacementKind wanted : {PlacementKind::partition, PlacementKind::shared})
        check_passes({{70, 150, 5}, Activation::relu, LossKind::cross_entropy}, {0, 530}, wanted,
                     opencl::KernelStyle::blocked);
}

TEST_CASE("bits of a pass depend neither on other ranks nor on how samples are shared out") {
    const MlpShape shape{{64, 33, 10}, Activation::tanh, LossKind::cross_entropy};
    std::vector<std::vector<float>> gradients;
    for (const int n : {1, 2, 8, 16}) {
        const ReplicaConfig config = config_of(
            shape, OptimizerKind::sgd, std::vector<std::int64_t>(static_cast<std::size_t>(n), 50));
        auto device = on_devices(config, n > 8 ? PlacementKind::shared : PlacementKind::partition);
        load(device, config, 3);
        device.forward();
        device.backward();
        gradients.push_back(device.read_gradient(0));
        CHECK(gradients.back() == gradients.front());
    }
}

TEST_CASE("a shard may be smaller than the largest, and empty after it was full") {
    const MlpShape shape{{3, 5, 2}, Activation::tanh, LossKind::cross_entropy};
    const ReplicaConfig config = config_of(shape, OptimizerKind::sgd, {129, 129});
    auto device = on_devices(config);
    HostReplicaSet host(2, config);
    for (const std::int64_t samples : {129, 64, 0, 65}) {
        const OwnedShard shard(shape, samples, static_cast<std::uint64_t>(samples) + 1);
        for (ReplicaSet* replicas :
             {static_cast<ReplicaSet*>(&device), static_cast<ReplicaSet*>(&host)}) {
            load(*replicas, config, 5);
            replicas->load_shard(1, shard.view());
            replicas->forward();
            replicas->backward();
        }
        CAPTURE(samples);
        CHECK(device.losses()[1] == Approx(host.losses()[1]).epsilon(1e-5));
        CHECK(distance(device.read_gradient(1), host.read_gradient(1)) < 1e-5);
    }
    OwnedShard wrong(shape, 3, 1);
    wrong.classes[2] = 2;
    CHECK_THROWS_AS(device.load_shard(0, wrong.view()), ContractError);
}

TEST_CASE("every optimizer equals the host's to the last bit") {
    for (const OptimizerKind kind :
         {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam})
        for (const std::vector<int>& sizes : all_sizes) {
            CAPTURE(name(kind), sizes);
            const ReplicaConfig config = config_of({sizes}, kind, {0});
            auto device = on_devices(config);
            const std::int64_t count = device.length();
            std::vector<float> w = noise(count, 1);
            std::vector<float> state(static_cast<std::size_t>(count * state_vectors(kind)));
            device.load_parameters(0, w);
            CHECK(device.read_optimizer_state(0) == state);
            for (int t = 1; t <= 12; ++t) {
                const std::vector<float> g = noise(count, 100 + static_cast<std::uint64_t>(t));
                device.write(0, 0, g);
                device.update(t);
                optimizer_update(config.optimizer, w, g, state, t);
            }
            CHECK(device.read_parameters(0) == w);
            CHECK(device.read_optimizer_state(0) == state);
            // And on from loaded state.
            device.load_optimizer_state(0, noise(std::ssize(state), 9));
            CHECK(device.read_optimizer_state(0) == noise(std::ssize(state), 9));
        }
}

TEST_CASE("digests on the device are the host's digests") {
    for (const std::vector<int>& sizes : all_sizes) {
        const ReplicaConfig config = config_of({sizes}, OptimizerKind::sgd, {0, 0});
        auto device = on_devices(config);
        std::vector<float> values = noise(device.length(), 4);
        device.load_parameters(0, values);
        values.back() = std::numeric_limits<float>::quiet_NaN();
        values.front() = -0.0F;
        device.load_parameters(1, values);
        CHECK(device.digests() == std::vector{digest(noise(device.length(), 4)), digest(values)});
    }
}

TEST_CASE("scale, stash and restore work on one rank's gradient") {
    const ReplicaConfig config = config_of({{3, 5, 2}}, OptimizerKind::sgd, {1, 1});
    auto device = on_devices(config);
    const std::vector<float> g = noise(device.length(), 8);
    std::vector<float> scaled = g;
    for (float& value : scaled) value *= 50.0F;
    for (Rank r = 0; r < 2; ++r) device.write(r, 0, g);
    const MemoryUse before = device.memory(1);
    device.stash_gradient(1);
    device.scale_gradient(1, 50.0F);
    CHECK(device.read_gradient(0) == g);
    CHECK(device.read_gradient(1) == scaled);
    device.restore_gradient(1);
    CHECK(device.read_gradient(1) == g);
    const auto communication = static_cast<std::size_t>(MemoryCategory::communication);
    CHECK(device.memory(1)[communication] == before[communication] + 4 * device.length());
    device.stash_gradient(1);
    CHECK(device.memory(1)[communication] == before[communication] + 4 * device.length());
}

TEST_CASE("NaN and infinity come through like the host's") {
    const MlpShape shape{{3, 5, 2}, Activation::relu, LossKind::cross_entropy};
    const ReplicaConfig config = config_of(shape, OptimizerKind::sgd, {4});
    auto device = on_devices(config);
    load(device, config, 1);
    std::vector<float> parameters = noise(device.length(), 1);
    parameters[0] = std::numeric_limits<float>::quiet_NaN();
    device.load_parameters(0, parameters);
    device.forward();
    device.backward();
    CHECK(std::isnan(device.losses()[0]));
    CHECK(std::isnan(device.read_gradient(0).back()));
}
