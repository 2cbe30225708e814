#include <cstdio>
int main() {
    for (int i = 0; i < 20'000; ++i) std::printf("line %d\n", i);
    for (int i = 0; i < 1'000; ++i) std::fprintf(stderr, "complaint %d\n", i);
    return 1;
}
