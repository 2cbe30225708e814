// A megabyte to each of its outputs.
#include <cstdio>
int main() {
    for (int i = 0; i < 16384; ++i) {
        std::printf("%063d\n", i);
        std::fprintf(stderr, "%063d\n", i);
    }
    return 0;
}
