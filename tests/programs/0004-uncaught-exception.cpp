// An exception that nobody catches ends the program through std::terminate.
#include <stdexcept>
#include <thread>

int main() {
    std::thread thread([] { throw std::runtime_error("nobody catches this"); });
    thread.join();
}
