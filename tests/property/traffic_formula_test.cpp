#include "core/collective/traffic_formula.h"

#include <algorithm>
#include <numeric>

#include "core/collective/algorithms.h"
#include "core/collective/arrivals.h"
#include "core/collective/traffic.h"
#include "tests/support/catch.h"

using namespace ringscope;

TEST_CASE("the closed forms are what the schedules do, up to 64 ranks") {
    for (const std::string& algorithm : algorithm_names())
        for (int n = 1; n <= 64; ++n) {
            CAPTURE(algorithm, n);
            // Divided by N and by every power of two up to 64.
            const std::int64_t length = std::int64_t{64} * n;
            const auto bytes = static_cast<double>(4 * length);
            const Schedule schedule = make_all_reduce(algorithm, n, length, Ownership::textbook);
            const TrafficFormula formula = traffic_formula(algorithm, n, bytes);
            const std::vector<std::int64_t> sent = scheduled_bytes_per_rank(schedule);
            const std::vector<std::int64_t> slots = receive_elements(schedule);
            CHECK(formula.steps == std::ssize(schedule.steps));
            CHECK(formula.busiest_bytes ==
                  Approx(static_cast<double>(*std::max_element(sent.begin(), sent.end()))));
            CHECK(formula.total_bytes == Approx(static_cast<double>(std::accumulate(
                                             sent.begin(), sent.end(), std::int64_t{0}))));
            CHECK(formula.waiting * bytes ==
                  Approx(4.0 * static_cast<double>(*std::max_element(slots.begin(), slots.end()))));
            CHECK(formula.seconds(1e-5, 1e9) == Approx(alpha_beta_seconds(schedule, 1e-5, 1e9)));
        }
}
