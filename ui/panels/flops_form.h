#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace ringscope {

// The 6ND calculator: what a budget of FLOPs affords a model of that size.
class FlopsForm : public QWidget {
    Q_OBJECT

  public:
    explicit FlopsForm(QWidget* parent = nullptr);

  signals:
    void computed(double tokens);

  private:
    void compute();

    QLineEdit *budget_, *parameters_;
    QLabel* tokens_;
};

}  // namespace ringscope
