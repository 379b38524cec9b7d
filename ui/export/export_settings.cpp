#include "ui/export/export_settings.h"

#include <QStringList>

namespace ringscope {

namespace {

Theme palette_theme(int palette) {
    return palette == 0 ? Theme::light() : palette == 1 ? Theme::dark_theme() : Theme::print();
}

// One list of names and places serves loading and storing.
template <typename Values, typename Each>
void each_value(Values& values, const Each& each) {
    each("format", values.format);
    each("millimetres", values.millimetres);
    each("width", values.width);
    each("height", values.height);
    each("dots", values.dots);
    each("scale", values.scale);
    each("text_scale", values.text_scale);
    each("palette", values.palette);
    each("transparent", values.transparent);
    each("title", values.parts.title);
    each("caption", values.parts.caption);
    each("legend", values.parts.legend);
    each("source", values.source);
    each("frames_per_second", values.timing.frames_per_second);
    each("seconds_per_step", values.timing.seconds_per_step);
    each("loop", values.timing.loop);
    each("whole_iteration", values.whole_iteration);
}

QString place_of(ExportKind kind, const char* name) {
    return QStringLiteral("export/%1/%2").arg(QLatin1String(key_of(kind)), QLatin1String(name));
}

}  // namespace

const char* key_of(ExportKind kind) {
    switch (kind) {
        case ExportKind::figure: return "figure";
        case ExportKind::animation: return "animation";
        case ExportKind::frames: return "frames";
        case ExportKind::pages: return "pages";
        case ExportKind::lesson_pack: return "lesson_pack";
        case ExportKind::trace: return "trace";
    }
    return "";
}

bool shows_all_reduce(ExportKind kind) {
    return kind == ExportKind::animation || kind == ExportKind::frames || kind == ExportKind::pages;
}

bool ExportSettings::operator==(const ExportSettings& other) const {
    QStringList mine, others;
    each_value(*this, [&](const char*, const auto& value) { mine << QVariant(value).toString(); });
    each_value(other,
               [&](const char*, const auto& value) { others << QVariant(value).toString(); });
    return mine == others && view == other.view;
}

QStringList formats_of(ExportKind kind) {
    switch (kind) {
        case ExportKind::figure: return {"svg", "pdf", "png", "csv"};
        case ExportKind::frames: return {"svg", "png"};
        case ExportKind::animation: return {"gif", "webp", "mp4"};
        case ExportKind::lesson_pack: return {"folder", "zip"};
        default: return {};
    }
}

bool fills_folder(ExportKind kind, const ExportSettings& settings) {
    return kind == ExportKind::frames ||
           (kind == ExportKind::lesson_pack && formats_of(kind).value(settings.format) == "folder");
}

QString extension_of(ExportKind kind, const ExportSettings& settings) {
    if (fills_folder(kind, settings)) return {};
    if (kind == ExportKind::pages) return QStringLiteral("pdf");
    if (kind == ExportKind::trace) return QStringLiteral("json");
    return formats_of(kind).value(settings.format);
}

ExportSettings default_settings(ExportKind kind) {
    ExportSettings settings;
    if (kind == ExportKind::animation) settings.scale = 1;
    return settings;
}

ExportSettings load_settings(const QSettings& settings, ExportKind kind) {
    ExportSettings values = default_settings(kind);
    each_value(values, [&](const char* name, auto& value) {
        const QVariant stored = settings.value(place_of(kind, name));
        if (stored.isValid()) value = stored.template value<std::decay_t<decltype(value)>>();
    });
    const auto formats = static_cast<int>(formats_of(kind).size());
    values.format = std::clamp(values.format, 0, std::max(0, formats - 1));
    values.view =
        static_cast<StageView>(std::clamp(settings.value(place_of(kind, "view"), 0).toInt(), 0, 2));
    return values;
}

void store_settings(QSettings& settings, ExportKind kind, const ExportSettings& values) {
    each_value(values, [&](const char* name, const auto& value) {
        settings.setValue(place_of(kind, name), value);
    });
    settings.setValue(place_of(kind, "view"), static_cast<int>(values.view));
}

ExportOptions image_options(const ExportSettings& settings, const QString& source) {
    ExportOptions options;
    options.theme = palette_theme(settings.palette);
    options.transparent = settings.transparent;
    options.text_scale = settings.text_scale;
    options.parts = settings.parts;
    if (settings.source) options.source = source;
    options.size = {settings.width, settings.height};
    options.scale = settings.scale;
    if (settings.millimetres) set_millimetres(options, options.size, settings.dots);
    return options;
}

RunExportOptions run_options(ExportKind kind, const ExportSettings& settings,
                             std::int64_t first_iteration, std::int64_t last_iteration) {
    RunExportOptions options;
    switch (kind) {
        case ExportKind::figure: options.what = ExportWhat::stage; break;
        case ExportKind::animation: options.what = ExportWhat::animation; break;
        case ExportKind::frames: options.what = ExportWhat::frames; break;
        case ExportKind::pages: options.what = ExportWhat::pages; break;
        case ExportKind::lesson_pack: options.what = ExportWhat::lesson_pack; break;
        case ExportKind::trace: options.what = ExportWhat::trace; break;
    }
    const std::string format = formats_of(kind).value(settings.format).toStdString();
    if (kind == ExportKind::animation) options.animations = {animation_format(format)};
    if (kind == ExportKind::frames) options.formats = {export_format(format)};
    options.view = settings.view;
    options.range = {first_iteration, last_iteration, !settings.whole_iteration};
    options.timing = settings.timing;
    // A pack can be made again from the command line without options.
    if (kind != ExportKind::lesson_pack) options.image = image_options(settings, {});
    options.source = settings.source;
    return options;
}

}  // namespace ringscope
