#include <QApplication>

#define CATCH_CONFIG_RUNNER
#include "tests/support/catch.h"

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    return Catch::Session().run(argc, argv);
}
