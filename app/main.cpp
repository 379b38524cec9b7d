#include <iostream>

int main() {
    std::cerr << "ringscope\n";
    return 2;
}
