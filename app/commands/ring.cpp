#include "app/commands/ring.h"

#include <bit>
#include <iostream>
#include <memory>

#include "app/commands/ring_report.h"
#include "app/interrupt.h"
#include "core/collective/algorithms.h"
#include "core/collective/arrivals.h"
#include "core/collective/vectors_json.h"
#include "core/support/error.h"
#include "core/train/run.h"

namespace ringscope {

namespace {

// Above this many printed numbers the default detail leaves the values out.
constexpr double full_detail_limit = 1e6;

struct RingOptions {
    std::string values;
    std::string ownership = "textbook";
    std::string algorithm = "ring";
    std::string detail;  // empty: chosen by the amount
    bool json = false;
};

// V is JSON when it begins like an array or object, otherwise the name of a file that holds some.
Vectors load_values(const std::string& values) {
    const std::size_t first = values.find_first_not_of(" \t\r\n");
    if (first == std::string::npos)
        throw Error(ErrorCode::bad_input, "--values", "this is empty",
                    "Give a JSON array of N arrays, or a file that holds one");
    const bool is_text = values[first] == '[' || values[first] == '{';
    const std::string where = is_text ? "--values" : values;
    const nlohmann::json json = is_text ? parse_json(values, where) : load_json_file(values);
    return vectors_from_json(JsonReader(json, where));
}

RingDetail choose_detail(const std::string& asked, const Schedule& schedule) {
    if (asked == "none") return RingDetail::none;
    if (asked == "messages") return RingDetail::messages;
    if (asked == "full") return RingDetail::full;
    const double n = schedule.world_size;
    const double steps = static_cast<double>(schedule.steps.size());
    // Before the first step N vectors; in each step one vector in messages and N after it; two
    // results.
    const double printed = static_cast<double>(schedule.length) * (n + steps * (1 + n) + 2);
    return printed <= full_detail_limit ? RingDetail::full : RingDetail::messages;
}

void read_all(Executor& executor, Vectors& vectors) {
    for (Rank rank = 0; rank < executor.world_size(); ++rank)
        executor.read(rank, 0, vectors[static_cast<std::size_t>(rank)]);
}

void require_same_bits(const Vectors& vectors) {
    for (std::size_t rank = 1; rank < vectors.size(); ++rank)
        for (std::size_t i = 0; i < vectors[0].size(); ++i)
            if (std::bit_cast<std::uint32_t>(vectors[rank][i]) !=
                std::bit_cast<std::uint32_t>(vectors[0][i]))
                throw Error(ErrorCode::replicas_differ, "ring",
                            "rank " + std::to_string(rank) + " and rank 0 differ at element " +
                                std::to_string(i) + " after the all-reduce",
                            "The device gives wrong results; try another with --device");
}

void reduce(Executor& executor, const Schedule& schedule, Vectors vectors, RingDetail detail,
            RingReport& report) {
    for (Rank rank = 0; rank < schedule.world_size; ++rank)
        executor.write(rank, 0, vectors[static_cast<std::size_t>(rank)]);
    std::vector<std::int64_t> bytes_sent(vectors.size(), 0);
    Vectors after = vectors;
    for (const Step& step : schedule.steps) {
        if (interrupted()) throw Error(ErrorCode::cancelled, "ring", "stopped on request");
        const std::vector<TransferReport> messages = executor.run(schedule, step, 0);
        for (const TransferReport& message : messages)
            bytes_sent[static_cast<std::size_t>(message.transfer.from)] += message.bytes;
        if (detail == RingDetail::full) read_all(executor, after);
        report.step(schedule, step, messages, vectors, after);
        std::swap(vectors, after);
    }
    read_all(executor, vectors);
    require_same_bits(vectors);
    report.end(schedule, vectors[0], bytes_sent);
}

int run_ring(const RingOptions& options, const CommonOptions& common) {
    const Vectors values = load_values(options.values);
    const int world_size = static_cast<int>(values.size());
    const Schedule schedule =
        make_all_reduce(options.algorithm, world_size, std::ssize(values.front()),
                        options.ownership == "nccl" ? Ownership::nccl : Ownership::textbook);
    const RingDetail detail = choose_detail(options.detail, schedule);

    prepare_compute_units(common, world_size);
    const PlacedExecutor placed =
        executor_factory(common)(world_size, schedule.length, receive_elements(schedule));
    const std::unique_ptr<RingReport> report =
        options.json ? json_ring_report(std::cout, detail) : text_ring_report(std::cout, detail);
    if (options.json && placed.placement.oversubscribed)
        std::cerr << "ringscope: note: " << placed.placement.summary << '\n';
    report->begin(schedule, placed.placement, values);
    reduce(*placed.executor, schedule, values, detail, *report);
    return 0;
}

}  // namespace

void add_ring_command(CLI::App& app, Invocation& invocation) {
    const auto options = std::make_shared<RingOptions>();
    CLI::App* command = add_command(app, invocation, "ring",
                                    "One all-reduce of given vectors on the devices, step by step");
    command
        ->add_option("--values", options->values,
                     "The vectors: a JSON array of N arrays of numbers, or a file that holds one")
        ->required()
        ->type_name("V");
    command
        ->add_option(
            "--ownership", options->ownership,
            "Who owns a chunk after reduce-scatter: rank r chunk r + 1 (textbook, default) "
            "or chunk r (nccl)")
        ->check(CLI::IsMember({"textbook", "nccl"}))
        ->type_name("RULE");
    command
        ->add_option("--algorithm", options->algorithm,
                     "ring (default), central, direct, tree or halving-doubling")
        ->check(CLI::IsMember(algorithm_names()))
        ->type_name("A");
    command
        ->add_option("--detail", options->detail,
                     "none, messages or full (default: full up to a million printed values, "
                     "messages without values above)")
        ->check(CLI::IsMember({"none", "messages", "full"}))
        ->type_name("D");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] {
            return run_ring(*options, invocation.common);
        };
    });
}

}  // namespace ringscope
