// Exits 0 if its arguments are the ones that the test gives: blanks, quotation marks, backslashes, nothing.
#include <cstring>
int main(int count, char** given) {
    const char* expected[] = {"a b", "say \"hi\"", "back\\slash\\", "", "--runs"};
    if (count != 6) return 1;
    for (int i = 0; i < 5; ++i)
        if (std::strcmp(given[i + 1], expected[i]) != 0) return 2 + i;
    return 0;
}
