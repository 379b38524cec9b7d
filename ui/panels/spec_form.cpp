#include "ui/panels/spec_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/algorithm_choice.h"

namespace ringscope {

using Kind = SpecField::Kind;

SpecForm::SpecForm(QWidget* parent) : QWidget(parent), layout_(new QVBoxLayout(this)) {
    build_data();
    build_model();
    build_optimizer();
    build_parallelism();
    layout_->addStretch(1);
}

QFormLayout* SpecForm::section(const QString& title) {
    auto* heading = new QLabel(title);
    heading->setObjectName(QStringLiteral("heading"));
    layout_->addWidget(heading);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setLabelAlignment(Qt::AlignLeft);
    layout_->addLayout(form);
    forms_.push_back(form);
    return form;
}

SpecField* SpecForm::add(QFormLayout* form, Kind kind, const char* pointer, const QString& label,
                         const QString& tooltip) {
    auto* made = new SpecField(kind, pointer, label, tooltip, this);
    made->add_to(*form);
    connect(made, &SpecField::edited, this, [this] {
        show_fitting_rows();
        emit changed();
    });
    fields_.push_back(made);
    return made;
}

void SpecForm::build_data() {
    QFormLayout* form = section(tr("Data"));
    add(form, Kind::choice, "/data/name", tr("set"))
        ->set_choices({{QStringLiteral("spirals"), tr("spirals")},
                       {QStringLiteral("moons"), tr("moons")},
                       {QStringLiteral("circles"), tr("circles")},
                       {QStringLiteral("xor"), tr("xor")},
                       {QStringLiteral("gauss"), tr("gauss")},
                       {QStringLiteral("digits"), tr("digits, 8 × 8")},
                       {QStringLiteral("regression"), tr("regression")}});
    add(form, Kind::integer, "/data/samples", tr("samples"))->set_default(QStringLiteral("512"));
    add(form, Kind::real, "/data/noise", tr("noise"))->set_default(QStringLiteral("0.1"));
    add(form, Kind::integer, "/data/seed", tr("seed"))->set_default(QStringLiteral("1"));
}

void SpecForm::build_model() {
    QFormLayout* form = section(tr("Model"));
    add(form, Kind::integers, "/model/sizes", tr("layers"),
        tr("Inputs, hidden layers, outputs: 2, 16, 2"));
    add(form, Kind::choice, "/model/activation", tr("activation"))
        ->set_choices({{QStringLiteral("tanh"), tr("tanh")}, {QStringLiteral("relu"), tr("ReLU")}});
    add(form, Kind::choice, "/model/loss", tr("loss"))
        ->set_choices({{QStringLiteral("cross_entropy"), tr("cross-entropy")},
                       {QStringLiteral("mse"), tr("mean squared error")}});
    add(form, Kind::integer, "/model/seed", tr("seed"));
}

void SpecForm::build_optimizer() {
    QFormLayout* form = section(tr("Optimizer"));
    add(form, Kind::choice, "/optimizer/name", tr("rule"))
        ->set_choices({{QStringLiteral("sgd"), tr("SGD")},
                       {QStringLiteral("momentum"), tr("momentum")},
                       {QStringLiteral("adam"), tr("Adam")}});
    add(form, Kind::real, "/optimizer/lr", tr("learning rate"));
    add(form, Kind::real, "/optimizer/momentum", tr("momentum"))
        ->set_default(QStringLiteral("0.9"));
    add(form, Kind::real, "/optimizer/betas/0", tr("β₁"))->set_default(QStringLiteral("0.9"));
    add(form, Kind::real, "/optimizer/betas/1", tr("β₂"))->set_default(QStringLiteral("0.999"));
    add(form, Kind::real, "/optimizer/eps", tr("ε"))->set_default(QStringLiteral("1e-8"));
}

void SpecForm::build_parallelism() {
    QFormLayout* form = section(tr("Devices"));
    add(form, Kind::integer, "/world_size", tr("world size"), tr("How many ranks, 1 to 64"));
    add(form, Kind::optional_integer, "/global_batch", tr("global batch"),
        tr("Samples of an iteration, over all devices"));
    add(form, Kind::optional_integer, "/batch_per_rank", tr("batch per rank"));
    add(form, Kind::choice, "/sharding", tr("sharding"))
        ->set_choices({{QStringLiteral("contiguous"), tr("contiguous")},
                       {QStringLiteral("strided"), tr("strided")}});
    add(form, Kind::flag, "/shuffle", tr("shuffle"));
    add(form, Kind::choice, "/collective/algorithm", tr("all-reduce"),
        tr("How the gradients are summed over the devices"))
        ->set_choices(algorithm_choices());
    add(form, Kind::choice, "/collective/ownership", tr("ownership"),
        tr("Which chunk a rank ends the reduce-scatter with"))
        ->set_choices(
            {{QStringLiteral("textbook"), tr("textbook")}, {QStringLiteral("nccl"), tr("NCCL")}});
    add(form, Kind::choice, "/collective/average", tr("average"),
        tr("Weight each gradient by its share before the sum, or divide the sum by N after it"))
        ->set_choices({{QStringLiteral("before"), tr("before the sum")},
                       {QStringLiteral("after"), tr("after the sum")}});
    add(form, Kind::integer, "/collective/bucket_bytes", tr("bucket, bytes"),
        tr("A bucket is full, and its all-reduce can start, with this many bytes of gradients"));
    add(form, Kind::flag, "/collective/overlap", tr("overlap"),
        tr("Reduce a bucket while earlier layers still run backward. Only a free run does so, and "
           "only with more than one bucket; the bits of the result are the same"));
    add(form, Kind::optional_integer, "/memory_budget_bytes", tr("memory budget"),
        tr("Bytes a rank; empty: none"));
    add(form, Kind::integer, "/steps", tr("iterations"), tr("Optimizer updates in all"));
}

void SpecForm::set_theme(const Theme& theme) {
    const int u = qRound(theme.unit);
    layout_->setContentsMargins(u, 0, u, u);
    layout_->setSpacing(qRound(0.5 * theme.unit));
    for (SpecField* f : fields_) f->set_label_width(qRound(6.8 * theme.unit));
    for (QFormLayout* form : forms_) {
        form->setVerticalSpacing(qRound(0.3 * theme.unit));
        form->setHorizontalSpacing(qRound(0.8 * theme.unit));
        form->setContentsMargins(0, 0, 0, qRound(0.7 * theme.unit));
    }
}

SpecField* SpecForm::field(const std::string& pointer) const {
    const auto found = std::find_if(fields_.begin(), fields_.end(),
                                    [&](SpecField* f) { return f->pointer() == pointer; });
    return found == fields_.end() ? nullptr : *found;
}

void SpecForm::load(const nlohmann::json& spec) {
    base_ = spec;
    for (SpecField* f : fields_) f->load(spec);
    show_fitting_rows();
}

// Keys of another optimizer, and of data that is not generated, are errors: their rows go.
void SpecForm::show_fitting_rows() {
    const auto chosen = [this](const char* pointer) {
        return qobject_cast<QComboBox*>(field(pointer)->editor())->currentData().toString();
    };
    const QString optimizer = chosen("/optimizer/name");
    field("/optimizer/momentum")->set_shown(optimizer == QLatin1String("momentum"));
    for (const char* pointer : {"/optimizer/betas/0", "/optimizer/betas/1", "/optimizer/eps"})
        field(pointer)->set_shown(optimizer == QLatin1String("adam"));

    // Only the ring has this choice.
    field("/collective/ownership")
        ->set_shown(chosen("/collective/algorithm") == QLatin1String("ring"));

    const bool named = base_.contains("data") && base_["data"].contains("name");
    const bool digits = named && chosen("/data/name") == QLatin1String("digits");
    field("/data/name")->set_shown(named);
    for (const char* pointer : {"/data/samples", "/data/noise", "/data/seed"})
        field(pointer)->set_shown(named && !digits);
    const bool per_rank = base_.contains("batch_per_rank");
    field("/global_batch")->set_shown(!per_rank);
    field("/batch_per_rank")->set_shown(per_rank);
}

std::optional<nlohmann::json> SpecForm::edited() {
    nlohmann::json spec = base_;
    bool fine = true;
    for (SpecField* f : fields_) {
        // The two betas are one key.
        if (!f->shown() && f->pointer().find("/betas/") != std::string::npos) continue;
        fine = f->store(spec) && fine;
    }
    if (!field("/optimizer/eps")->shown()) spec["optimizer"].erase("betas");
    if (!fine) return std::nullopt;
    return spec;
}

bool SpecForm::mark(const Error& error) {
    // where() ends with the JSON path: "session: $.spec.optimizer.lr".
    const std::string& where = error.where();
    const std::size_t dollar = where.rfind('$');
    if (dollar == std::string::npos) return false;
    std::string pointer = where.substr(dollar + 1);
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    std::replace(pointer.begin(), pointer.end(), '[', '/');
    std::erase(pointer, ']');
    if (pointer.starts_with("/spec/")) pointer.erase(0, 5);
    for (SpecField* f : fields_) {
        const bool hit = pointer == f->pointer() || pointer.starts_with(f->pointer() + "/");
        if (!hit || !f->shown()) continue;
        f->mark(QString::fromStdString(error.message()));
        return true;
    }
    return false;
}

}  // namespace ringscope
