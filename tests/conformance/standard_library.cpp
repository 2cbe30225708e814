// What C++ makes of it: threads, mutexes, condition variables, futures, one-time calls.
#include "conformance.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

using namespace conformance;

namespace {

void queue() {
    std::mutex mutex;
    std::condition_variable ready;
    std::deque<int> items;
    int sum = 0;
    std::thread consumer([&] {
        for (int i = 0; i < 10; ++i) {
            std::unique_lock lock(mutex);
            ready.wait(lock, [&] { return !items.empty(); });
            sum += items.front();
            items.pop_front();
        }
    });
    std::thread producer([&] {
        for (int i = 1; i <= 10; ++i) {
            const std::lock_guard lock(mutex);
            items.push_back(i);
            ready.notify_one();
        }
    });
    producer.join();
    consumer.join();
    EXPECT(sum == 55);
}

void counting() {
    std::mutex mutex;
    std::recursive_mutex recursive;
    std::shared_mutex shared;
    int counter = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 3; ++i) {
                const std::lock_guard outer(recursive);
                const std::lock_guard inner(recursive);
                const std::scoped_lock both(mutex, shared);
                ++counter;
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT(counter == 12);
}

void timed() {
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    EXPECT(never.wait_for(lock, std::chrono::milliseconds(30)) == std::cv_status::timeout);
    EXPECT(!never.wait_for(lock, std::chrono::milliseconds(30), [] { return false; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

void futures() {
    std::once_flag once;
    int calls = 0;
    auto first = std::async(std::launch::async, [&] {
        std::call_once(once, [&] { ++calls; });
        return 20;
    });
    auto second = std::async(std::launch::async, [&] {
        std::call_once(once, [&] { ++calls; });
        return 22;
    });
    EXPECT(first.get() + second.get() == 42);
    EXPECT(calls == 1);
}

}  // namespace

int main() {
    queue();
    passed("queue");
    counting();
    passed("counting");
    timed();
    passed("timed");
    futures();
    passed("futures");
}
