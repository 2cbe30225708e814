// Some threads end, and with that hold the loader's lock, while others begin, which need it; each is waited for.
#include <thread>
#include <vector>

int main() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 20; ++i) threads.emplace_back([] {});
    for (std::thread& thread : threads) thread.join();
}
