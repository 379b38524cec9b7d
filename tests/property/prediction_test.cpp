#include "core/collective/prediction.h"

#include <cmath>
#include <random>

#include "core/collective/host_executor.h"
#include "core/collective/ring.h"
#include "tests/support/catch.h"

using namespace ringscope;

namespace {

using Vectors = std::vector<std::vector<float>>;

std::vector<std::span<const float>> views(const Vectors& vectors) {
    return {vectors.begin(), vectors.end()};
}

int modulo(int value, int n) { return ((value % n) + n) % n; }

// The ring by the formulas of its definition, not by a schedule: what rank r sends in step s.
int chunk_by_formula(Ownership ownership, int n, std::size_t step, int rank) {
    const int shift = ownership == Ownership::textbook ? 0 : 1;
    const int s = static_cast<int>(step);
    return s < n - 1 ? modulo(rank - s - shift, n) : modulo(rank - (s - (n - 1)) + 1 - shift, n);
}

// Plays a whole collective with predictions made by `predict`, and gives the points won and lost.
template <typename Predict>
std::pair<int, int> play(const Schedule& schedule, Vectors vectors, std::uint64_t seed,
                         Predict predict) {
    HostExecutor executor(schedule.world_size, schedule.length);
    for (Rank r = 0; r < schedule.world_size; ++r)
        executor.write(r, 0, vectors[static_cast<std::size_t>(r)]);
    int won = 0, possible = 0;
    for (std::size_t k = 0; k < schedule.steps.size(); ++k) {
        const Vectors before = vectors;
        executor.run(schedule, schedule.steps[k], 0);
        for (Rank r = 0; r < schedule.world_size; ++r)
            executor.read(r, 0, vectors[static_cast<std::size_t>(r)]);
        const auto question = ask_about(schedule, k, seed);
        REQUIRE(question);
        REQUIRE(question->step == k);
        const PredictionMarks marks =
            mark(schedule, *question, predict(*question, before), views(before), views(vectors));
        won += marks.points();
        possible += marks.possible();
    }
    return {won, possible};
}

// A correct player who knows the ring's formulas and adds in float32.
Prediction by_formula(const Schedule& schedule, Ownership ownership, const PredictionQuestion& q,
                      const Vectors& before) {
    const int n = schedule.world_size;
    Prediction prediction;
    prediction.chunk = chunk_by_formula(ownership, n, q.step, q.rank);
    prediction.to = (q.rank + 1) % n;
    const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(*prediction.chunk)];
    if (!q.value_asked) return prediction;
    REQUIRE(q.element < chunk.count);
    const auto place = static_cast<std::size_t>(chunk.offset + q.element);
    const float sent = before[static_cast<std::size_t>(q.rank)][place];
    const float own = before[static_cast<std::size_t>(*prediction.to)][place];
    const bool adds = static_cast<int>(q.step) < n - 1;
    prediction.value = static_cast<double>(adds ? own + sent : sent);
    return prediction;
}

}  // namespace

TEST_CASE(
    "a player who knows the ring gets all points, for any ranks, lengths, values and both "
    "ownerships",
    "[prediction]") {
    std::mt19937 random(11);
    for (int round = 0; round < 300; ++round) {
        const int n = 1 + static_cast<int>(random() % 16);
        const std::int64_t length = random() % 40;
        const auto ownership = random() % 2 == 0 ? Ownership::textbook : Ownership::nccl;
        Vectors vectors(static_cast<std::size_t>(n));
        for (auto& vector : vectors)
            for (std::int64_t i = 0; i < length; ++i)
                vector.push_back(static_cast<float>(static_cast<int>(random() % 2001) - 1000) /
                                 static_cast<float>(round % 3 == 0 ? 1 : 7));
        CAPTURE(n, length, name(ownership), round);
        const Schedule schedule = ring_all_reduce(n, length, ownership);
        const auto [won, possible] = play(schedule, vectors, random(),
                                          [&](const PredictionQuestion& q, const Vectors& before) {
                                              return by_formula(schedule, ownership, q, before);
                                          });
        CHECK(won == possible);
        CHECK(possible >= 2 * static_cast<int>(schedule.steps.size()));

        // The same player with the other ownership's chunks, or the left-hand neighbour, loses.
        if (n < 3) continue;
        const auto other = ownership == Ownership::textbook ? Ownership::nccl : Ownership::textbook;
        const auto wrong =
            play(schedule, vectors, 5, [&](const PredictionQuestion& q, const Vectors&) {
                Prediction prediction;
                prediction.chunk = chunk_by_formula(other, n, q.step, q.rank);
                prediction.to = modulo(q.rank - 1, n);
                return prediction;
            });
        CHECK(wrong.first == 0);
    }
}

TEST_CASE("questions ask about what moves, and differ with the seed", "[prediction]") {
    const Schedule schedule = ring_all_reduce(8, 3, Ownership::textbook);  // most chunks are empty
    std::vector<int> asked(8, 0);
    for (std::uint64_t seed = 0; seed < 60; ++seed)
        for (std::size_t k = 0; k < schedule.steps.size(); ++k) {
            const auto question = ask_about(schedule, k, seed);
            REQUIRE(question);
            CHECK(question->value_asked);
            CHECK(question->element == 0);
            CHECK(ask_about(schedule, k, seed) == question);
            ++asked[static_cast<std::size_t>(question->rank)];
        }
    for (const int times : asked) CHECK(times > 0);
    CHECK_FALSE(ask_about(schedule, schedule.steps.size(), 1));
    CHECK_FALSE(ask_about(ring_all_reduce(1, 4, Ownership::nccl), 0, 1));
    CHECK_FALSE(ask_about(ring_all_reduce(4, 0, Ownership::nccl), 0, 1)->value_asked);
}

TEST_CASE("several chunks may leave a rank, and several may meet at one", "[prediction]") {
    // A root with three others: all send both chunks to it at once, then it sends them back.
    Schedule schedule;
    schedule.world_size = 4;
    schedule.length = 2;
    schedule.chunks = balanced_chunks(2, 2);
    Step gather{CollectivePhase::reduce, 0, {}}, spread{CollectivePhase::broadcast, 0, {}};
    for (int c = 0; c < 2; ++c)
        for (Rank r = 1; r < 4; ++r) {
            gather.transfers.push_back({r, 0, c, TransferOp::add});
            spread.transfers.push_back({0, r, c, TransferOp::copy});
        }
    schedule.steps = {gather, spread};
    const Vectors before{{1, 2}, {10, 20}, {100, 200}, {1000, 2000}};
    const Vectors after{{1111, 2222}, {10, 20}, {100, 200}, {1000, 2000}};
    Prediction prediction{1, 0, 2222.0, 0};
    PredictionMarks marks =
        mark(schedule, {0, 2, 0, true}, prediction, views(before), views(after));
    CHECK(marks.points() == 3);
    CHECK(marks.right == Transfer{2, 0, 1, TransferOp::add});
    REQUIRE(marks.arrivals.size() == 3);
    CHECK(marks.arrivals[1].value == 200);
    CHECK(marks.before == 2);
    // What the sender alone brings is not what stands there.
    prediction.value = 202.0;
    CHECK_FALSE(mark(schedule, {0, 2, 0, true}, prediction, views(before), views(after)).value);

    // From the root any chunk to any other device is right.
    const Vectors spread_out{{1111, 2222}, {1111, 2222}, {1111, 2222}, {1111, 2222}};
    for (int c = 0; c < 2; ++c)
        for (Rank r = 1; r < 4; ++r) {
            const Prediction one{c, r, c == 0 ? 1111.0 : 2222.0, 0};
            CHECK(mark(schedule, {1, 0, 0, true}, one, views(after), views(spread_out)).points() ==
                  3);
        }
}

TEST_CASE("a value counts when it is right to six digits or in the decimals typed",
          "[prediction]") {
    const Schedule schedule = ring_all_reduce(2, 2, Ownership::textbook);
    const Vectors before{{1.0F / 3, 0}, {1, 0}};
    const Vectors after{{1.0F / 3, 0}, {4.0F / 3, 0}};
    const auto marked = [&](double value, int decimals) {
        return mark(schedule, {0, 0, 0, true}, {0, 1, value, decimals}, views(before), views(after))
            .value;
    };
    CHECK(marked(1.33, 2));
    CHECK(marked(1.3333333, 7));
    CHECK_FALSE(marked(1.3, 1));
    CHECK_FALSE(marked(1.34, 2));
    CHECK_FALSE(marked(std::nan(""), 0));
    const Vectors large{{1111, 0}, {1, 0}}, sum{{1111, 0}, {1112, 0}};
    CHECK(mark(schedule, {0, 0, 0, true}, {0, 1, 1112.0, 0}, views(large), views(sum)).value);
    CHECK_FALSE(mark(schedule, {0, 0, 0, true}, {0, 1, 1111.0, 0}, views(large), views(sum)).value);
}
