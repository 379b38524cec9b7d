#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/data/dataset.h"
#include "core/model/mlp_layout.h"
#include "ui/figures/figure.h"

namespace ringscope {

// What there is to ask replicas about, so that each gets a portrait.
struct PortraitQuestions {
    enum class Kind {
        none,
        plane,      // two inputs: the model's answer at every pixel of the plane
        confusion,  // classes: which class it takes each held-out (else training) sample for
    };
    Kind kind = Kind::none;
    std::vector<float> x;  // [sample][inputs]
};
PortraitQuestions portrait_questions(const MlpShape& shape, const Dataset& data);

// Every replica's own model, side by side: for data in the plane its answer everywhere, with the
// data on it; for other classes how it takes them for one another.
struct PortraitsData {
    PortraitQuestions::Kind kind = PortraitQuestions::Kind::none;
    MlpShape shape;
    std::shared_ptr<const Dataset> data;
    std::int64_t updates = 0;  // that the models have had
    std::vector<std::vector<float>>
        outputs;  // [rank][sample * outputs], as the devices computed them
};

class PortraitsFigure : public Figure {
  public:
    explicit PortraitsFigure(PortraitsData data);

    QString file_stem() const override { return QStringLiteral("portraits"); }
    QString title() const override;
    QString description() const override;
    QSizeF natural_size() const override;
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
    QString csv() const override;

    // The most ranks whose portraits are the same to the last bit; 1 where all differ.
    int same_count() const { return same_count_; }
    QString verdict() const;

  private:
    bool same(std::size_t rank) const { return same_[rank]; }
    int columns(const QSizeF& area) const;
    void paint_one(QPainter& painter, const QRectF& area, std::size_t rank,
                   const Theme& theme) const;
    void paint_plane(QPainter& painter, const QRectF& area, std::size_t rank,
                     const Theme& theme) const;
    void paint_confusion(QPainter& painter, const QRectF& area, std::size_t rank,
                         const Theme& theme) const;

    PortraitsData data_;
    std::vector<bool> same_;  // [rank]: as most are
    int same_count_ = 0;
};

}  // namespace ringscope
