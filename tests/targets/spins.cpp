// Neither a point nor a wait, for ever.
int main() {
    volatile int counter = 0;
    for (;;) counter = counter + 1;
}
