#include "ui/stage/stage_csv.h"

#include <QStringList>

#include "ui/figures/number_text.h"
#include "ui/stage/scene_cells.h"

namespace ringscope {

namespace {

QString csv_ranks(std::uint64_t ranks, int world_size) {
    QStringList names;
    for (Rank r = 0; r < world_size; ++r)
        if ((ranks >> r) & 1) names << QString::number(r);
    return names.join(' ');
}

QString csv_values(const std::vector<float>& values) {
    QStringList texts;
    for (const float value : values) texts << csv_number(value);
    return texts.join(' ');
}

const char* mark_name(CellMark mark) {
    switch (mark) {
        case CellMark::none: return "";
        case CellMark::sends: return "sends";
        case CellMark::receives: return "receives";
        case CellMark::received: return "received";
    }
    return "";
}

QString cell_table(const StageScene& scene, const SceneCells& cells) {
    QString text = QStringLiteral(
        "rank,chunk,offset,count,ranks_summed,complete,mark,not_finite,norm,first_values,bars\n");
    for (Rank r = 0; r < cells.world_size; ++r)
        for (int c = 0; c < cells.chunks; ++c) {
            const CellView& cell = cells.at(r, c);
            const Chunk& chunk = bucket_of(scene).schedule.chunks[static_cast<std::size_t>(c)];
            const QStringList fields = {QString::number(r),
                                        QString::number(c),
                                        QString::number(chunk.offset),
                                        QString::number(chunk.count),
                                        csv_ranks(cell.ranks, cells.world_size),
                                        QString::number(cell.complete ? 1 : 0),
                                        QString::fromLatin1(mark_name(cell.mark)),
                                        QString::number(cell.bad_count),
                                        cell.known ? csv_number(cell.norm) : QString(),
                                        csv_values(cell.first),
                                        csv_values(cell.bars)};
            text += fields.join(',') + '\n';
        }
    return text;
}

QString rank_table(const Frame& frame) {
    QString text = QStringLiteral("rank,samples,loss,digest,bytes_sent,memory_bytes\n");
    for (std::size_t r = 0; r < frame.ranks.size(); ++r) {
        const RankRecord& rank = frame.ranks[r];
        std::int64_t memory = 0;
        for (const std::int64_t bytes : rank.memory) memory += bytes;
        const bool has_digest = frame.phase == FramePhase::start || frame.identical.has_value();
        const QStringList fields = {QString::number(r),
                                    QString::number(rank.samples),
                                    rank.loss ? csv_number(*rank.loss) : QString(),
                                    has_digest ? digest_text(rank.digest).remove(' ') : QString(),
                                    QString::number(rank.bytes_sent),
                                    QString::number(memory)};
        text += fields.join(',') + '\n';
    }
    return text;
}

}  // namespace

QString stage_csv(const StageScene& scene) {
    if (!scene.info || !scene.frame) return {};
    const SceneCells cells = scene_cells(scene);
    const bool compares = scene.frame->phase == FramePhase::equality;
    return cells.has_values && !compares ? cell_table(scene, cells) : rank_table(*scene.frame);
}

}  // namespace ringscope
