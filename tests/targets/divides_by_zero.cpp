static int divide(volatile int* by) { return 42 / *by; }
int main() {
    volatile int zero = 0;
    return divide(&zero);
}
