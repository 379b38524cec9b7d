#include "core/train/spec_json.h"

#include <cmath>
#include <limits>

#include "core/collective/algorithms.h"
#include "core/data/dataset.h"
#include "core/support/json_reader.h"
#include "core/train/buckets.h"
#include "core/train/faults.h"
#include "core/train/limits.h"

namespace ringscope {

namespace {

constexpr double float_max = std::numeric_limits<float>::max();

MlpShape parse_shape(const JsonReader& model) {
    MlpShape shape;
    const JsonReader sizes = model.at("sizes");
    const std::size_t count = sizes.array_size(2, max_sizes);
    for (std::size_t i = 0; i < count; ++i)
        shape.sizes.push_back(static_cast<int>(sizes[i].integer(1, max_layer_size)));
    if (const std::int64_t parameters = parameter_count(shape); parameters > max_parameters)
        sizes.complain("these sizes make " + std::to_string(parameters) +
                       " parameters, allowed are up to " + std::to_string(max_parameters));
    if (const auto activation = model.find("activation"))
        shape.activation =
            activation->one_of({"tanh", "relu"}) == 0 ? Activation::tanh : Activation::relu;
    if (const auto loss = model.find("loss"))
        shape.loss =
            loss->one_of({"cross_entropy", "mse"}) == 0 ? LossKind::cross_entropy : LossKind::mse;
    return shape;
}

ModelSpec parse_model(const JsonReader& json) {
    json.require_object({"sizes", "activation", "loss", "initial_parameters", "seed"});
    ModelSpec model;
    model.shape = parse_shape(json);
    if (const auto seed = json.find("seed")) model.seed = seed->seed();
    if (const auto initial = json.find_not_null("initial_parameters"))
        model.initial_parameters =
            initial->floats(static_cast<std::size_t>(parameter_count(model.shape)));
    return model;
}

GeneratedData parse_generated(const JsonReader& json, const MlpShape& shape) {
    json.require_object({"name", "samples", "noise", "seed"});
    GeneratedData data;
    const std::vector<std::string>& names = generated_names();
    data.name = names[json.at("name").one_of(names)];
    const bool digits = data.name == "digits";
    const std::int64_t most = digits ? digits_training_samples : max_samples;
    if (digits) data.samples = most;
    if (const auto samples = json.find("samples")) data.samples = samples->integer(1, most);
    data.noise = digits ? 0.0 : data.noise;
    if (const auto noise = json.find("noise")) {
        data.noise = noise->number(0, 1000);
        if (digits && data.noise != 0) noise->fail("0 or no such key: the digits are real data");
    }
    if (const auto seed = json.find("seed")) data.seed = seed->seed();
    if (const std::string wrong = why_not(data, shape); !wrong.empty())
        json.at("name").complain(wrong);
    return data;
}

// y of a cross-entropy: class numbers; of an MSE: rows, or plain numbers where there is one output.
void parse_targets(const JsonReader& y, std::size_t samples, const MlpShape& shape,
                   InlineData& data) {
    y.array_size(samples, samples);
    const int outputs = shape.sizes.back();
    for (std::size_t i = 0; i < samples; ++i) {
        if (shape.loss == LossKind::cross_entropy)
            data.classes.push_back(static_cast<int>(y[i].integer(0, outputs - 1)));
        else if (outputs == 1 && !y[i].is_array())
            data.targets.push_back({static_cast<float>(y[i].number(-float_max, float_max))});
        else
            data.targets.push_back(y[i].floats(static_cast<std::size_t>(outputs)));
    }
}

InlineData parse_inline(const JsonReader& json, const MlpShape& shape) {
    json.require_object({"x", "y"});
    InlineData data;
    const JsonReader x = json.at("x");
    const std::size_t samples = x.array_size(1, max_samples);
    for (std::size_t i = 0; i < samples; ++i)
        data.x.push_back(x[i].floats(static_cast<std::size_t>(shape.sizes.front())));
    parse_targets(json.at("y"), samples, shape, data);
    return data;
}

std::filesystem::path parse_file(const JsonReader& json, const std::filesystem::path& base_dir) {
    const std::filesystem::path file = json.text();
    return file.is_absolute() || base_dir.empty() ? file : base_dir / file;
}

DataSpec parse_data(const JsonReader& json, const MlpShape& shape,
                    const std::filesystem::path& base_dir) {
    json.require_object();
    if (json.has("name")) return parse_generated(json, shape);
    if (json.has("x") || json.has("y")) return parse_inline(json, shape);
    if (json.has("csv")) {
        json.require_object({"csv", "target"});
        return CsvData{parse_file(json.at("csv"), base_dir), json.at("target").text()};
    }
    if (json.has("idx_images") || json.has("idx_labels")) {
        json.require_object({"idx_images", "idx_labels"});
        return IdxData{parse_file(json.at("idx_images"), base_dir),
                       parse_file(json.at("idx_labels"), base_dir)};
    }
    json.complain(
        "found none of the keys that say what the data is, allowed are name, x and y, "
        "csv and target, or idx_images and idx_labels");
}

OptimizerSpec parse_optimizer(const JsonReader& json) {
    json.require_object();
    OptimizerSpec optimizer;
    const double below_one = std::nextafter(1.0, 0.0);
    const auto name = json.find("name");
    switch (name ? name->one_of({"sgd", "momentum", "adam"}) : 0) {
        case 0: json.require_object({"name", "lr"}); break;
        case 1:
            optimizer.kind = OptimizerKind::momentum;
            json.require_object({"name", "lr", "momentum"});
            if (const auto m = json.find("momentum")) optimizer.momentum = m->number(0, below_one);
            break;
        default:
            optimizer.kind = OptimizerKind::adam;
            optimizer.lr = 0.01;
            json.require_object({"name", "lr", "betas", "eps"});
            if (const auto betas = json.find("betas")) {
                betas->array_size(2, 2);
                optimizer.beta1 = (*betas)[0].number(0, below_one);
                optimizer.beta2 = (*betas)[1].number(0, below_one);
            }
            // Below 1e-30 it would vanish in float32 and a zero gradient would divide by zero.
            if (const auto eps = json.find("eps")) optimizer.eps = eps->number(1e-30, 1e3);
    }
    if (const auto lr = json.find("lr")) optimizer.lr = lr->number(0, 1e6);
    return optimizer;
}

CollectiveSpec parse_collective(const JsonReader& json) {
    json.require_object({"algorithm", "ownership", "bucket_bytes", "overlap", "average"});
    CollectiveSpec collective;
    if (const auto algorithm = json.find("algorithm"))
        collective.algorithm = algorithm_names()[algorithm->one_of(algorithm_names())];
    if (const auto ownership = json.find("ownership"))
        collective.ownership =
            ownership->one_of({"textbook", "nccl"}) == 0 ? Ownership::textbook : Ownership::nccl;
    if (const auto average = json.find("average"))
        collective.average =
            average->one_of({"before", "after"}) == 0 ? Averaging::before : Averaging::after;
    if (const auto bytes = json.find("bucket_bytes"))
        collective.bucket_bytes = bytes->integer(4, std::int64_t{1} << 40);
    if (const auto overlap = json.find("overlap")) collective.overlap = overlap->boolean();
    return collective;
}

void parse_batch(const JsonReader& json, TrainingSpec& spec) {
    const bool global = json.has("global_batch");
    if (global == json.has("batch_per_rank"))
        json.complain(std::string("found ") + (global ? "both" : "neither") +
                      " of global_batch and batch_per_rank, allowed is exactly one");
    if (global)
        spec.global_batch = json.at("global_batch").integer(1, max_samples);
    else
        spec.batch_per_rank = json.at("batch_per_rank").integer(1, max_samples);
}

// The number of training samples, where it is known without opening a file.
std::optional<std::int64_t> known_samples(const DataSpec& data) {
    if (const auto* generated = std::get_if<GeneratedData>(&data)) return generated->samples;
    if (const auto* given = std::get_if<InlineData>(&data)) return std::ssize(given->x);
    return std::nullopt;
}

FaultLimits fault_limits(const TrainingSpec& spec) {
    const std::int64_t parameters = parameter_count(spec.model.shape);
    return {spec.world_size, parameters,
            make_all_reduce(
                spec.collective.algorithm, spec.world_size,
                bucket_extents(spec.model.shape, spec.collective.bucket_bytes).front().count,
                spec.collective.ownership)};
}

nlohmann::json data_json(const DataSpec& data) {
    const auto absolute = [](const std::filesystem::path& file) {
        return std::filesystem::absolute(file).lexically_normal().string();
    };
    if (const auto* generated = std::get_if<GeneratedData>(&data))
        return {{"name", generated->name},
                {"samples", generated->samples},
                {"noise", generated->noise},
                {"seed", generated->seed}};
    if (const auto* given = std::get_if<InlineData>(&data)) {
        nlohmann::json json = {{"x", given->x}};
        json["y"] = given->targets.empty() ? nlohmann::json(given->classes)
                                           : nlohmann::json(given->targets);
        return json;
    }
    if (const auto* csv = std::get_if<CsvData>(&data))
        return {{"csv", absolute(csv->file)}, {"target", csv->target}};
    const auto& idx = std::get<IdxData>(data);
    return {{"idx_images", absolute(idx.images)}, {"idx_labels", absolute(idx.labels)}};
}

nlohmann::json optimizer_json(const OptimizerSpec& optimizer) {
    nlohmann::json json = {{"name", name(optimizer.kind)}, {"lr", optimizer.lr}};
    if (optimizer.kind == OptimizerKind::momentum) json["momentum"] = optimizer.momentum;
    if (optimizer.kind == OptimizerKind::adam) {
        json["betas"] = {optimizer.beta1, optimizer.beta2};
        json["eps"] = optimizer.eps;
    }
    return json;
}

}  // namespace

TrainingSpec parse_spec(const nlohmann::json& value, const std::filesystem::path& base_dir,
                        const std::string& where, const std::string& path) {
    const JsonReader json(value, where, path);
    json.require_object({"model", "data", "optimizer", "world_size", "global_batch",
                         "batch_per_rank", "sharding", "shuffle", "collective",
                         "memory_budget_bytes", "faults", "steps"});
    TrainingSpec spec;
    spec.model = parse_model(json.at("model"));
    spec.data = parse_data(json.at("data"), spec.model.shape, base_dir);
    if (const auto optimizer = json.find("optimizer")) spec.optimizer = parse_optimizer(*optimizer);
    spec.world_size = static_cast<int>(json.at("world_size").integer(1, max_world_size));
    parse_batch(json, spec);
    if (const auto sharding = json.find("sharding"))
        spec.sharding = sharding->one_of({"contiguous", "strided"}) == 0 ? Sharding::contiguous
                                                                         : Sharding::strided;
    if (const auto shuffle = json.find("shuffle")) spec.shuffle = shuffle->boolean();
    if (const auto collective = json.find("collective"))
        spec.collective = parse_collective(*collective);
    if (const auto budget = json.find_not_null("memory_budget_bytes"))
        spec.memory_budget_bytes = budget->integer(1, std::int64_t{1} << 50);
    if (const auto faults = json.find("faults"))
        spec.faults = parse_faults(*faults, fault_limits(spec));
    if (const auto steps = json.find("steps")) spec.steps = steps->integer(1, max_steps);
    if (const auto samples = known_samples(spec.data))
        check_even_shards(spec, *samples, where, path);
    return spec;
}

TrainingSpec load_spec(const std::filesystem::path& file) {
    return parse_spec(load_json_file(file), file.parent_path(), file.string());
}

nlohmann::json to_json(const TrainingSpec& spec) {
    nlohmann::json json;
    json["model"] = {{"sizes", spec.model.shape.sizes},
                     {"activation", name(spec.model.shape.activation)},
                     {"loss", name(spec.model.shape.loss)},
                     {"seed", spec.model.seed}};
    if (!spec.model.initial_parameters.empty())
        json["model"]["initial_parameters"] = spec.model.initial_parameters;
    json["data"] = data_json(spec.data);
    json["optimizer"] = optimizer_json(spec.optimizer);
    json["world_size"] = spec.world_size;
    if (spec.global_batch) json["global_batch"] = *spec.global_batch;
    if (spec.batch_per_rank) json["batch_per_rank"] = *spec.batch_per_rank;
    json["sharding"] = name(spec.sharding);
    json["shuffle"] = spec.shuffle;
    json["collective"] = {{"algorithm", spec.collective.algorithm},
                          {"ownership", name(spec.collective.ownership)},
                          {"bucket_bytes", spec.collective.bucket_bytes},
                          {"overlap", spec.collective.overlap},
                          {"average", name(spec.collective.average)}};
    json["memory_budget_bytes"] = spec.memory_budget_bytes
                                      ? nlohmann::json(*spec.memory_budget_bytes)
                                      : nlohmann::json(nullptr);
    json["faults"] = to_json(spec.faults);
    json["steps"] = spec.steps;
    return json;
}

}  // namespace ringscope
