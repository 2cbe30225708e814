// The PCT paper's figures, the blog's example, and the tight case of the theorem.

#include "scheduler/simulator/models/models.h"

#include <vector>

namespace cuzz::simulator {

namespace {

// Ops that matter to nobody, on a variable of the thread's own.
void pad(Program& p, Body& t, std::uint32_t count) {
    if (count == 0) return;
    const auto own = p.variable("own");
    for (std::uint32_t i = 0; i < count; ++i) t.write(own, i);
}

}  // namespace

Program pct_ordering() {
    Program p("pct-ordering");
    const auto object = p.variable("t");
    p.thread("initializer", [&](Body& t) {
        pad(p, t, 2);
        t.write(object, 1);
    });
    p.thread("user", [&](Body& t) {
        pad(p, t, 2);
        t.check(t.read(object) != 0, "t is used before it is made");
    });
    return p;
}

Program pct_atomicity() {
    Program p("pct-atomicity");
    const auto pointer = p.variable("x", 1);
    p.thread("clearer", [&](Body& t) {
        pad(p, t, 2);
        t.write(pointer, 0);
    });
    p.thread("printer", [&](Body& t) {
        pad(p, t, 2);
        t.when(t.read(pointer) != 0,
               [&] { t.check(t.read(pointer) != 0, "x is cleared between the test and the use"); });
    });
    return p;
}

Program pct_deadlock() {
    Program p("pct-deadlock");
    const auto a = p.lock("a"), b = p.lock("b");
    const auto take = [&](Lock first, Lock second) {
        return [&p, first, second](Body& t) {
            pad(p, t, 2);
            t.lock(first);
            t.lock(second);
            t.unlock(second);
            t.unlock(first);
        };
    };
    p.thread("ab", take(a, b));
    p.thread("ba", take(b, a));
    return p;
}

Program pct_pbzip2() {
    Program p("pct-pbzip2");
    const auto freed = p.variable("freed");
    const auto done = p.event("done");
    const auto mutex = p.lock("mutex");
    const auto worker = p.thread("worker", [&](Body& t) {
        pad(p, t, 3);
        t.lock(mutex);
        t.set(done);
        t.check(t.read(freed) == 0, "the mutex is unlocked after it is freed");
        t.unlock(mutex);
    });
    p.thread("main", [&](Body& t) {
        t.create(worker);
        t.wait(done);
        t.write(freed, 1);
        t.exit();
    });
    return p;
}

Program pct_event_ordering() {
    Program p("pct-event-ordering");
    const auto object = p.variable("t");
    const auto e = p.event("e");
    p.thread("initializer", [&](Body& t) {
        t.set(e);
        t.write(object, 1);
    });
    p.thread("user", [&](Body& t) {
        t.wait(e);
        t.check(t.read(object) != 0, "t is used before it is made");
    });
    return p;
}

Program pct_init_flag() {
    Program p("pct-init-flag");
    const auto object = p.variable("t"), init = p.variable("init");
    p.thread("initializer", [&](Body& t) {
        pad(p, t, 2);
        t.write(init, 1);
        t.write(object, 1);
    });
    p.thread("user", [&](Body& t) {
        t.when(t.read(init) != 0, [&] { t.check(t.read(object) != 0, "init says yes before t is made"); });
        pad(p, t, 2);
    });
    return p;
}

Program pct_two_bugs(std::uint32_t m, bool grey) {
    Program p(grey ? "pct-two-bugs-grey" : "pct-two-bugs-black");
    const auto x = p.variable("x"), y = p.variable("y");
    p.thread("1", [&](Body& t) {
        const Value seen = t.read(y);
        if (grey) t.check(seen == 0, "thread 2 was over before thread 1 began");
        pad(p, t, m);
        t.write(x, 1);
    });
    p.thread("2", [&](Body& t) {
        const Value seen = t.read(x);
        if (!grey) t.check(seen == 0, "thread 1 was over before thread 2 began");
        pad(p, t, m);
        t.write(y, 1);
    });
    return p;
}

Program blog_open_file(std::uint32_t r, std::uint32_t s) {
    Program p("blog-open-file");
    const auto flag = p.variable("flag"), file = p.variable("x");
    p.thread("opener", [&](Body& t) {
        pad(p, t, r - 2);
        t.write(flag, 1);
        t.write(file, 1);
    });
    p.thread("reader", [&](Body& t) {
        const Value ready = t.read(flag);
        const Value opened = t.read(file);
        t.when(ready, [&] { t.check(opened, "the file is read before it is open"); });
        pad(p, t, s - 2);
    });
    return p;
}

// Thread 1 and thread 2 pass a token through d − 1 windows. Each window is open between two ops of one thread
// that follow each other, and the other thread must look at it then: so each hand-over has one right step. The
// remaining threads only count themselves; thread 2 wants all of them over first.
Program adversary(std::uint32_t n, std::uint32_t d, std::uint32_t padding) {
    Program p("adversary");
    const auto over = p.variable("over");
    std::vector<Variable> windows;
    for (std::uint32_t i = 0; i + 1 < d; ++i) windows.push_back(p.variable("window"));

    // The threads open the windows in turn, thread 1 the first one. The token is 1 as long as all went well.
    const auto pass = [&](Body& t, std::uint32_t opens, Value token) {
        for (std::uint32_t i = 0; i < windows.size(); ++i) {
            if (i % 2 == opens) {
                t.write(windows[i], token);
                t.write(windows[i], 0);
            } else {
                t.set_value(token, t.read(windows[i]) + token == 2);
                if (i + 1 == windows.size()) t.check(token == 0, "every window was open");
            }
        }
    };
    p.thread("1", [&](Body& t) {
        pad(p, t, padding);
        t.add(over, 1);
        pass(t, 0, t.let(1));
    });
    p.thread("2", [&](Body& t) {
        pad(p, t, 1);
        const Value all_over = t.read(over) == static_cast<std::int64_t>(n - 1);
        if (windows.empty()) t.check(all_over == 0, "every other thread was over");
        pass(t, 1, all_over);
        pad(p, t, padding);
    });
    for (std::uint32_t i = 2; i < n; ++i)
        p.thread(std::to_string(i + 1), [&](Body& t) {
            pad(p, t, padding);
            t.add(over, 1);
        });
    return p;
}

Program deadlock_ring(std::uint32_t n) {
    Program p("deadlock-ring");
    std::vector<Lock> locks;
    for (std::uint32_t i = 0; i < n; ++i) locks.push_back(p.lock("lock-" + std::to_string(i + 1)));
    for (std::uint32_t i = 0; i < n; ++i)
        p.thread(std::to_string(i + 1), [&](Body& t) {
            pad(p, t, 1);
            t.lock(locks[i]);
            t.lock(locks[(i + 1) % n]);
            t.unlock(locks[(i + 1) % n]);
            t.unlock(locks[i]);
        });
    return p;
}

}  // namespace cuzz::simulator
