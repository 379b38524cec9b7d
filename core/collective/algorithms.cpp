#include "core/collective/algorithms.h"

#include <algorithm>
#include <array>

#include "core/collective/central.h"
#include "core/collective/direct.h"
#include "core/collective/halving_doubling.h"
#include "core/collective/tree.h"
#include "core/support/error.h"

namespace ringscope {

namespace {

struct Algorithm {
    const char* name;
    Schedule (*make)(int world_size, std::int64_t length, Ownership ownership);
};

const std::array algorithms = {
    Algorithm{"ring", ring_all_reduce},
    Algorithm{"central", [](int n, std::int64_t l, Ownership) { return central_all_reduce(n, l); }},
    Algorithm{"direct", [](int n, std::int64_t l, Ownership) { return direct_all_reduce(n, l); }},
    Algorithm{"tree", [](int n, std::int64_t l, Ownership) { return tree_all_reduce(n, l); }},
    Algorithm{"halving-doubling",
              [](int n, std::int64_t l, Ownership) { return halving_doubling_all_reduce(n, l); }},
};

}  // namespace

const std::vector<std::string>& algorithm_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Algorithm& algorithm : algorithms) all.emplace_back(algorithm.name);
        return all;
    }();
    return names;
}

Schedule make_all_reduce(std::string_view algorithm, int world_size, std::int64_t length,
                         Ownership ownership) {
    const auto found = std::find_if(algorithms.begin(), algorithms.end(),
                                    [&](const Algorithm& one) { return algorithm == one.name; });
    expect(found != algorithms.end(), "make_all_reduce: a name of algorithm_names()");
    return found->make(world_size, length, ownership);
}

}  // namespace ringscope
