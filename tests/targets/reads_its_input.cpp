#include <cstdio>
int main() {
    int lines = 0;
    for (int c = std::getchar(); c != EOF; c = std::getchar()) lines += c == '\n';
    return lines == 3 ? 0 : 1;
}
