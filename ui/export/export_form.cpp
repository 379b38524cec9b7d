#include "ui/export/export_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>

namespace ringscope {

namespace {

constexpr double millimetres_a_pixel = 25.4 / 96;

// Widgets beside each other, as one row.
QWidget* beside(const QList<QWidget*>& widgets) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : widgets) layout->addWidget(widget);
    layout->addStretch(1);
    return row;
}

}  // namespace

ExportForm::ExportForm(QWidget* parent) : QWidget(parent), rows_(new QFormLayout(this)) {
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    build_picture();
    build_words();
    build_series();
    for (QComboBox* box : {format_, view_, palette_})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportForm::tell);
    connect(unit_, &QComboBox::currentIndexChanged, this, &ExportForm::change_unit);
    for (QSpinBox* box : {first_, last_})
        connect(box, &QSpinBox::valueChanged, this, &ExportForm::tell);
}

QDoubleSpinBox* ExportForm::number(double low, double high, double step, int decimals,
                                   const QString& name) {
    auto* box = new QDoubleSpinBox;
    box->setDecimals(decimals);
    box->setRange(low, high);
    box->setSingleStep(step);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAccessibleName(name);
    connect(box, &QDoubleSpinBox::valueChanged, this, &ExportForm::tell);
    return box;
}

QCheckBox* ExportForm::check(const QString& text) {
    auto* box = new QCheckBox(text);
    connect(box, &QCheckBox::toggled, this, &ExportForm::tell);
    return box;
}

void ExportForm::build_picture() {
    format_ = new QComboBox;
    format_->setObjectName(QStringLiteral("export_format"));
    view_ = new QComboBox;
    view_->addItems({tr("Ring"), tr("Table"), tr("Space-time")});
    width_ = number(20, 20000, 10, 0, tr("Width"));
    width_->setObjectName(QStringLiteral("export_width"));
    height_ = number(20, 20000, 10, 0, tr("Height"));
    unit_ = new QComboBox;
    unit_->setObjectName(QStringLiteral("export_unit"));
    unit_->setAccessibleName(tr("Unit of the size"));
    unit_->addItems({tr("pixels"), tr("mm")});
    scale_ = number(0.25, 8, 0.25, 2, tr("Scale"));
    scale_->setSuffix(tr(" ×"));
    scale_->setToolTip(tr("Device pixels a pixel: 2 is sharp on most screens"));
    dots_ = number(24, 2400, 50, 0, tr("Dots an inch"));
    dots_->setSuffix(tr(" dpi"));
    text_ = number(0.5, 2, 0.1, 1, tr("Text size"));
    text_->setSuffix(tr(" ×"));
    text_->setToolTip(tr("Larger text on the same page: 1.4 reads well at half a slide's width"));
    palette_ = new QComboBox;
    palette_->addItems({tr("Light"), tr("Dark"), tr("For paper")});
    transparent_ = check(tr("No background"));
    rows_->addRow(tr("Format"), format_);
    rows_->addRow(tr("View"), view_);
    size_ = beside({width_, new QLabel(QStringLiteral("×")), height_, unit_});
    rows_->addRow(tr("Size"), size_);
    rows_->addRow(tr("Resolution"), dots_);
    rows_->addRow(tr("Resolution"), scale_);
    rows_->addRow(tr("Text"), text_);
    rows_->addRow(tr("Colours"), palette_);
    rows_->addRow(QString(), transparent_);
}

void ExportForm::build_words() {
    title_ = check(tr("Title"));
    title_->setObjectName(QStringLiteral("export_title"));
    caption_ = check(tr("Caption"));
    legend_ = check(tr("Legend"));
    source_ = check(tr("Source line"));
    source_->setToolTip(tr("Where the figure comes from: program, session, frame, devices"));
    words_ = new QWidget;
    auto* grid = new QGridLayout(words_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(title_, 0, 0);
    grid->addWidget(caption_, 0, 1);
    grid->addWidget(legend_, 1, 0);
    grid->addWidget(source_, 1, 1);
    rows_->addRow(tr("With"), words_);
}

void ExportForm::build_series() {
    first_ = new QSpinBox;
    first_->setAccessibleName(tr("First iteration"));
    last_ = new QSpinBox;
    last_->setAccessibleName(tr("Last iteration"));
    iterations_ = beside({first_, new QLabel(tr("to")), last_});
    whole_ = check(tr("All phases, not the all-reduce alone"));
    rate_ = number(1, 50, 1, 1, tr("Pictures a second"));
    rate_->setSuffix(tr(" a second"));
    seconds_ = number(0.1, 60, 0.1, 1, tr("Seconds a step"));
    seconds_->setSuffix(tr(" s a step"));
    loop_ = check(tr("Begins again at its end"));
    rows_->addRow(tr("Iterations"), iterations_);
    rows_->addRow(QString(), whole_);
    rows_->addRow(tr("Pictures"), rate_);
    rows_->addRow(tr("Pace"), seconds_);
    rows_->addRow(QString(), loop_);
}

void ExportForm::show_settings(ExportKind kind, const ExportSettings& settings) {
    loading_ = true;
    kind_ = kind;
    format_->clear();
    for (const QString& format : formats_of(kind))
        format_->addItem(format == QLatin1String("folder") ? tr("Folder") : format.toUpper());
    format_->setCurrentIndex(settings.format);
    view_->setCurrentIndex(static_cast<int>(settings.view));
    was_millimetres_ = settings.millimetres;
    unit_->setCurrentIndex(settings.millimetres ? 1 : 0);
    width_->setValue(settings.width);
    height_->setValue(settings.height);
    dots_->setValue(settings.dots);
    scale_->setValue(settings.scale);
    text_->setValue(settings.text_scale);
    palette_->setCurrentIndex(settings.palette);
    transparent_->setChecked(settings.transparent);
    title_->setChecked(settings.parts.title);
    caption_->setChecked(settings.parts.caption);
    legend_->setChecked(settings.parts.legend);
    source_->setChecked(settings.source);
    rate_->setValue(settings.timing.frames_per_second);
    seconds_->setValue(settings.timing.seconds_per_step);
    loop_->setChecked(settings.timing.loop);
    whole_->setChecked(settings.whole_iteration);
    loading_ = false;
    show_fitting_rows();
}

ExportSettings ExportForm::settings() const {
    ExportSettings settings;
    settings.format = std::max(0, format_->currentIndex());
    settings.view = static_cast<StageView>(view_->currentIndex());
    settings.millimetres = unit_->currentIndex() == 1;
    settings.width = width_->value();
    settings.height = height_->value();
    settings.dots = dots_->value();
    settings.scale = scale_->value();
    settings.text_scale = text_->value();
    settings.palette = palette_->currentIndex();
    settings.transparent = transparent_->isChecked();
    settings.parts = {title_->isChecked(), caption_->isChecked(), legend_->isChecked()};
    settings.source = source_->isChecked();
    settings.timing = {rate_->value(), seconds_->value(), loop_->isChecked()};
    settings.whole_iteration = whole_->isChecked();
    return settings;
}

void ExportForm::set_iterations(std::int64_t count, std::int64_t current) {
    loading_ = true;
    constexpr std::int64_t most = 1'000'000'000;
    const int last = static_cast<int>(std::clamp<std::int64_t>(count - 1, 0, most));
    for (QSpinBox* box : {first_, last_}) {
        box->setRange(0, last);
        box->setValue(static_cast<int>(std::min<std::int64_t>(current, last)));
    }
    loading_ = false;
    show_fitting_rows();
}

std::int64_t ExportForm::first_iteration() const { return first_->value(); }
std::int64_t ExportForm::last_iteration() const {
    return std::max(first_->value(), last_->value());
}

// The size stays; the numbers for it change.
void ExportForm::change_unit() {
    const bool millimetres = unit_->currentIndex() == 1;
    if (!loading_ && millimetres != was_millimetres_) {
        const double factor = millimetres ? millimetres_a_pixel : 1 / millimetres_a_pixel;
        loading_ = true;
        width_->setValue(width_->value() * factor);
        height_->setValue(height_->value() * factor);
        loading_ = false;
    }
    was_millimetres_ = millimetres;
    tell();
}

void ExportForm::show_fitting_rows() {
    const auto show = [this](QWidget* field, bool visible) {
        field->setVisible(visible);
        if (QWidget* label = rows_->labelForField(field)) label->setVisible(visible);
    };
    const QString format = formats_of(kind_).value(format_->currentIndex());
    const bool series = shows_all_reduce(kind_), table = format == QLatin1String("csv");
    const bool picture = (kind_ == ExportKind::figure && !table) || series;
    const bool pixels = format == QLatin1String("png") || kind_ == ExportKind::animation;
    const bool millimetres = unit_->currentIndex() == 1, several = last_->maximum() > 0;
    show(format_, !formats_of(kind_).isEmpty());
    show(view_, series);
    for (QWidget* field : {static_cast<QWidget*>(size_), static_cast<QWidget*>(text_),
                           static_cast<QWidget*>(palette_), static_cast<QWidget*>(words_)})
        show(field, picture);
    show(transparent_, picture && kind_ != ExportKind::animation && kind_ != ExportKind::pages);
    show(dots_, picture && pixels && millimetres);
    show(scale_, picture && pixels && !millimetres);
    show(iterations_, (series || kind_ == ExportKind::lesson_pack) && several);
    last_->setEnabled(series);
    show(whole_, series);
    show(rate_, kind_ == ExportKind::animation || kind_ == ExportKind::frames);
    show(seconds_, kind_ == ExportKind::animation || kind_ == ExportKind::frames);
    show(loop_, kind_ == ExportKind::animation && format != QLatin1String("mp4"));
}

void ExportForm::tell() {
    if (loading_) return;
    show_fitting_rows();
    emit changed();
}

}  // namespace ringscope
