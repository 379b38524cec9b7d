#include "tests/opencl/replica_support.h"
#include "tests/opencl/spy.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

const MlpShape shape{{7, 12, 9, 3}, Activation::tanh, LossKind::cross_entropy};

std::vector<std::int64_t> even(int n) {
    return std::vector<std::int64_t>(static_cast<std::size_t>(n), 24 / n);
}

std::vector<std::uint64_t> train(ReplicaSet& replicas, const ReplicaConfig& config,
                                 int iterations) {
    load(replicas, config, 21);
    for (int t = 1; t <= iterations; ++t) iterate(replicas, t);
    return replicas.digests();
}

}  // namespace

TEST_CASE(
    "replicas stay identical to the bit, as the host's training has it, for every placement") {
    for (const OptimizerKind optimizer :
         {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam})
        for (const int n : {1, 2, 3, 4, 8})
            for (const PlacementKind wanted : {PlacementKind::partition, PlacementKind::shared})
                for (const auto rule : {one_context, own_contexts}) {
                    CAPTURE(name(optimizer), n, name(wanted), rule == own_contexts);
                    const ReplicaConfig config = config_of(shape, optimizer, even(n));
                    const auto hardware = opencl::open_hardware(n, kind(wanted), rule);
                    opencl::OpenClReplicaSet device(hardware, config);
                    HostReplicaSet host(n, config);
                    const std::vector<std::uint64_t> digests = train(device, config, 10);
                    train(host, config, 10);
                    for (Rank r = 0; r < n; ++r)
                        CHECK(digests[static_cast<std::size_t>(r)] == digests.front());
                    CHECK(digests.front() == digest(device.read_parameters(0)));
                    CHECK(distance(device.read_parameters(n - 1), host.read_parameters(n - 1)) <
                          1e-5);

                    opencl::OpenClReplicaSet again(hardware, config);
                    CHECK(train(again, config, 10) == digests);
                }
}

TEST_CASE(
    "during a free run the host reads sums of losses and digests, nothing else, and never waits") {
    const int n = 4;
    const ReplicaConfig config = config_of(shape, OptimizerKind::adam, even(n));
    opencl::OpenClReplicaSet device(opencl::open_hardware(n, kind(PlacementKind::partition)),
                                    config);
    load(device, config, 2);
    const Spied before = spied();
    for (int t = 1; t <= 20; ++t) iterate(device, t);
    CHECK(spied().reads == before.reads);
    CHECK(spied().waits == before.waits);
    device.digests();
    device.losses();
    // A rank's report: 64 sums and 64 hits of 4 bytes, and 16 parts of the digest of 8.
    CHECK(spied().read_bytes - before.read_bytes == n * 640);
    CHECK(device.read_counts().parameters == 0);
    CHECK(device.read_counts().gradients == 0);
    CHECK(device.read_counts().optimizer_state == 0);
    device.read_parameters(0);
    device.read_gradient(1);
    device.read_optimizer_state(2);
    CHECK(device.read_counts().parameters == 1);
    CHECK(device.read_counts().gradients == 1);
    CHECK(device.read_counts().optimizer_state == 1);
    CHECK(spied().read_bytes - before.read_bytes == n * 640 + 4 * device.length() * 4);
}

TEST_CASE("the ledger equals what the driver holds, by rank and category") {
    const Spied before = spied();
    {
        ReplicaConfig config = config_of(shape, OptimizerKind::adam, {0, 5, 24});
        opencl::OpenClReplicaSet device(opencl::open_hardware(3, kind(PlacementKind::partition)),
                                        config);
        HostReplicaSet host(3, config);
        const auto check = [&] {
            std::int64_t total = 0;
            for (Rank r = 0; r < 3; ++r) total += device.ledger().total(r);
            CHECK(device.ledger().driver_total() == total);
            CHECK(spied().live_bytes - before.live_bytes == total);
        };
        check();
        for (Rank r = 0; r < 3; ++r) {
            // The same as the host counts, the layers' sizes, and the report that the host reads.
            MemoryUse expected = host.memory(r);
            expected[static_cast<std::size_t>(MemoryCategory::activations)] += r == 0 ? 0 : 256;
            expected[static_cast<std::size_t>(MemoryCategory::communication)] += 640;
            CHECK(device.memory(r) == expected);
        }
        load(device, config, 6);
        iterate(device, 1);
        device.stash_gradient(1);
        check();
        const MemoryUse held = device.memory(0);
        device.evaluate(0, OwnedShard(shape, 3000, 1).view());
        CHECK(device.memory(0) == held);
        check();
    }
    CHECK(spied().live_bytes == before.live_bytes);
    CHECK(spied().live_buffers == before.live_buffers);
}

TEST_CASE("a memory budget refuses the replica that would exceed it, but no evaluation") {
    const auto hardware = opencl::open_hardware(2, kind(PlacementKind::partition));
    ReplicaConfig config = config_of(shape, OptimizerKind::momentum, {24, 10});
    std::int64_t needed = 0;
    {
        const opencl::OpenClReplicaSet device(hardware, config);
        needed = device.ledger().total(0);
    }
    const Spied before = spied();
    config.memory_budget_bytes = needed - 1;
    try {
        opencl::OpenClReplicaSet refused(hardware, config);
        FAIL("the budget was exceeded");
    } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::device_failed);
        CHECK(std::string(error.what()).find("rank 0") != std::string::npos);
        CHECK(
            std::string(error.what()).find("the memory budget is " + std::to_string(needed - 1)) !=
            std::string::npos);
    }
    CHECK(spied().live_buffers == before.live_buffers);
    config.memory_budget_bytes = needed + 960;
    opencl::OpenClReplicaSet device(hardware, config);
    HostReplicaSet host(2, config);
    load(device, config, 1);
    load(host, config, 1);
    const OwnedShard samples(shape, 50, 2);
    CHECK(device.evaluate(0, samples.view()).loss_sum ==
          Approx(host.evaluate(0, samples.view()).loss_sum).epsilon(1e-5));
    CHECK_THROWS_AS(device.stash_gradient(0), Error);

    config.memory_budget_bytes = needed;  // nothing is left
    opencl::OpenClReplicaSet full(hardware, config);
    load(full, config, 1);
    CHECK(full.evaluate(0, samples.view()).loss_sum ==
          Approx(host.evaluate(0, samples.view()).loss_sum).epsilon(1e-5));
    CHECK(full.ledger().left(0) == 0);
}

TEST_CASE("a model too large for the device is refused before anything is allocated") {
    const auto hardware = opencl::open_hardware(1, kind(PlacementKind::shared));
    const std::int64_t memory = hardware->ranks.front().global_memory_bytes;
    const int width = static_cast<int>(std::sqrt(static_cast<double>(memory) / 8)) + 1000;
    const Spied before = spied();
    try {
        opencl::OpenClReplicaSet refused(hardware,
                                         config_of({{width, width}}, OptimizerKind::momentum, {1}));
        FAIL("more than the device's memory was granted");
    } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::device_failed);
        CHECK(std::string(error.what()).find("it has " + std::to_string(memory)) !=
              std::string::npos);
    }
    CHECK(spied().live_buffers == before.live_buffers);
}

TEST_CASE("kernels are built once a context, and a build that fails shows its log") {
    const auto hardware = opencl::open_hardware(2, kind(PlacementKind::partition));
    const Spied before = spied();
    opencl::replica_sets(kind(PlacementKind::partition))(
        2, config_of(shape, OptimizerKind::sgd, {1, 1}));
    opencl::warm_up(2, kind(PlacementKind::partition));
    CHECK(spied().programs_built == before.programs_built);
    const opencl::RankHardware& place = hardware->ranks.front();
    try {
        opencl::compile(place.context, {place.device},
                        "#line 1 \"wrong.cl\"\n__kernel void f() { nonsense; }");
        FAIL("nonsense was compiled");
    } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::device_failed);
        CHECK(error.detail().find("nonsense") != std::string::npos);
    }
}

TEST_CASE("replicas on two root devices stay identical", "[.two-devices]") {
    for (const auto rule : {one_context, own_contexts}) {
        const ReplicaConfig config = config_of(shape, OptimizerKind::adam, {12, 12});
        opencl::OpenClReplicaSet device(
            opencl::open_hardware(2, kind(PlacementKind::devices), rule), config);
        const std::vector<std::uint64_t> digests = train(device, config, 10);
        CHECK(digests[0] == digests[1]);
    }
}

TEST_CASE(
    "outputs are what the host's forward pass gives, of each rank's own parameters, and change "
    "nothing") {
    for (const LossKind loss : {LossKind::cross_entropy, LossKind::mse}) {
        MlpShape asked = shape;
        asked.loss = loss;
        const ReplicaConfig config = config_of(asked, OptimizerKind::momentum, even(3));
        opencl::OpenClReplicaSet device(opencl::open_hardware(3, kind(PlacementKind::partition)),
                                        config);
        HostReplicaSet host(3, config);
        for (ReplicaSet* set :
             {static_cast<ReplicaSet*>(&device), static_cast<ReplicaSet*>(&host)}) {
            load(*set, config, 4);
            set->load_parameters(1, noise(set->length(), 99));
            iterate(*set, 1);
        }
        const std::vector<std::uint64_t> digests = device.digests();
        const MemoryUse memory = device.memory(1);
        const std::vector<double> losses = device.losses();
        for (const std::int64_t samples : {0, 1, 37, 1500}) {
            CAPTURE(name(loss), samples);
            const std::vector<float> x = noise(samples * asked.sizes.front(), 5);
            for (Rank r = 0; r < 3; ++r) {
                const std::vector<float> outputs = device.outputs(r, x);
                REQUIRE(std::ssize(outputs) == samples * asked.sizes.back());
                if (samples > 0) CHECK(distance(outputs, host.outputs(r, x)) < 1e-5);
            }
            if (samples > 0) CHECK(device.outputs(0, x) != device.outputs(1, x));
        }
        CHECK(device.digests() == digests);
        CHECK(device.memory(1) == memory);
        CHECK(device.losses() == losses);
    }
}
