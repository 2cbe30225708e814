static int deeper(volatile int* p) {
    volatile int here[256];
    here[0] = *p + 1;
    return deeper(here) + here[0];
}
int main() {
    volatile int start = 0;
    return deeper(&start) == 1;
}
