// Shapes of bugs that everybody measures by.

#include "scheduler/simulator/models/models.h"

#include <vector>

namespace cuzz::simulator {

namespace {

// A main thread that creates the others, joins them, and looks at what they left.
void main_thread(Program& p, const std::vector<Thread>& children, const std::function<void(Body&)>& before,
                 const std::function<void(Body&)>& after) {
    p.thread("main", [&](Body& t) {
        for (const Thread child : children) t.create(child);
        if (before) before(t);
        for (const Thread child : children) t.join(child);
        if (after) after(t);
    });
}

}  // namespace

// An item is the index where it lay; whoever takes one counts it, so one taken twice shows in the sum.
Program work_stealing_queue(std::uint32_t items, std::uint32_t stealers, bool fixed) {
    Program p(fixed ? "work-stealing-queue-fixed" : "work-stealing-queue");
    const auto head = p.variable("head"), tail = p.variable("tail"), taken = p.variable("taken");
    const auto m = p.lock("queue-lock");

    const auto steal = [&](Body& t) {
        t.lock(m);
        const Value h = t.read(head);
        t.write(head, h + 1);
        t.when(
            h < t.read(tail), [&] { t.add(taken, 1); }, [&] { t.write(head, h); });
        t.unlock(m);
    };
    const auto push = [&](Body& t) { t.write(tail, t.read(tail) + 1); };
    const auto pop = [&](Body& t) {
        const Value last = t.read(tail) - 1;
        // The order of these two is the bug: the stealer must see the shorter queue before the head is looked at.
        Value h = 0;
        if (fixed) {
            t.write(tail, last);
            h = t.read(head);
        } else {
            h = t.read(head);
            t.write(tail, last);
        }
        t.when(
            last < h,
            [&] {
                t.write(tail, last + 1);
                t.lock(m);
                const Value again = t.read(head);
                t.when(again < last + 1, [&] {
                    t.write(tail, last);
                    t.add(taken, 1);
                });
                t.unlock(m);
            },
            [&] { t.add(taken, 1); });
    };

    std::vector<Thread> children;
    for (std::uint32_t i = 0; i < stealers; ++i)
        children.push_back(p.thread("stealer-" + std::to_string(i + 1), [&](Body& t) {
            steal(t);
            steal(t);
        }));
    main_thread(
        p, children,
        [&](Body& t) {
            for (std::uint32_t i = 0; i < items; ++i) {
                push(t);
                push(t);
                pop(t);
            }
            for (std::uint32_t i = 0; i < items; ++i) pop(t);
        },
        [&](Body& t) {
            const Value pushed = t.let(static_cast<std::int64_t>(2 * items));
            t.check((t.read(taken) > pushed) == 0, "an item was taken twice");
        });
    return p;
}

Program bank_transfer(bool fixed) {
    Program p(fixed ? "bank-transfer-fixed" : "bank-transfer");
    const auto balance = p.variable("balance", 100);
    const auto m = p.lock("account");
    const auto transfer = [&](std::int64_t amount) {
        return [&, amount](Body& t) {
            t.lock(m);
            const Value seen = t.read(balance);
            if (!fixed) {
                t.unlock(m);
                t.lock(m);
            }
            t.write(balance, seen + amount);
            t.unlock(m);
        };
    };
    const std::vector<Thread> clerks = {p.thread("deposit", transfer(50)),
                                        p.thread("withdraw", transfer(-30))};
    main_thread(p, clerks, {}, [&](Body& t) { t.check(t.read(balance) == 120, "money was lost or made"); });
    return p;
}

Program bounded_buffer(bool fixed) {
    Program p(fixed ? "bounded-buffer-fixed" : "bounded-buffer");
    const auto count = p.variable("count");
    const auto m = p.lock("buffer");
    const auto changed = p.condition("changed");
    const auto move = [&](std::int64_t wait_for, std::int64_t leave) {
        return [&, wait_for, leave](Body& t) {
            for (int i = 0; i < 2; ++i) {
                t.lock(m);
                t.loop_while([&] { return t.read(count) == wait_for; }, [&] { t.wait(changed, m); });
                t.write(count, leave);
                if (fixed)
                    t.wake_all(changed);
                else
                    t.wake_one(changed);
                t.unlock(m);
            }
        };
    };
    std::vector<Thread> children;
    for (const char* name : {"producer-1", "producer-2"}) children.push_back(p.thread(name, move(1, 1)));
    for (const char* name : {"consumer-1", "consumer-2"}) children.push_back(p.thread(name, move(0, 0)));
    main_thread(p, children, {}, [&](Body& t) { t.check(t.read(count) == 0, "the buffer is not empty"); });
    return p;
}

Program dining_philosophers(std::uint32_t n, bool fixed) {
    Program p(fixed ? "dining-philosophers-fixed" : "dining-philosophers");
    std::vector<Lock> forks;
    for (std::uint32_t i = 0; i < n; ++i) forks.push_back(p.lock("fork-" + std::to_string(i + 1)));
    std::vector<Thread> children;
    for (std::uint32_t i = 0; i < n; ++i) {
        const bool turned = fixed && i + 1 == n;
        const Lock left = forks[turned ? 0 : i], right = forks[turned ? i : (i + 1) % n];
        children.push_back(p.thread("philosopher-" + std::to_string(i + 1), [&](Body& t) {
            t.lock(left);
            t.lock(right);
            t.unlock(right);
            t.unlock(left);
        }));
    }
    main_thread(p, children, {}, {});
    return p;
}

Program reorder(std::uint32_t n) {
    Program p("reorder_" + std::to_string(n));
    const auto a = p.variable("a"), b = p.variable("b");
    std::vector<Thread> children;
    for (std::uint32_t i = 0; i + 1 < n; ++i)
        children.push_back(p.thread("setter-" + std::to_string(i + 1), [&](Body& t) {
            t.write(a, 1);
            t.write(b, -1);
        }));
    // (a == 0 && b == 0) || (a == 1 && b == -1), which looks at `a` again when its first half fails.
    children.push_back(p.thread("checker", [&](Body& t) {
        const auto second_half = [&] {
            t.when(t.read(a) == 1, [&] { t.check(t.read(b) == -1, "a without b"); });
        };
        t.when(
            t.read(a) == 0, [&] { t.when(t.read(b) != 0, second_half); }, second_half);
    }));
    main_thread(p, children, {}, {});
    return p;
}

Program twostage(std::uint32_t n) {
    Program p("twostage_" + std::to_string(n));
    const auto first = p.variable("data1"), second = p.variable("data2");
    const auto lock1 = p.lock("data1-lock"), lock2 = p.lock("data2-lock");
    std::vector<Thread> children;
    for (std::uint32_t i = 0; i + 1 < n; ++i)
        children.push_back(p.thread("writer-" + std::to_string(i + 1), [&](Body& t) {
            t.lock(lock1);
            t.write(first, 1);
            t.unlock(lock1);
            t.lock(lock2);
            t.write(second, t.read(first) + 1);
            t.unlock(lock2);
        }));
    children.push_back(p.thread("reader", [&](Body& t) {
        t.lock(lock1);
        const Value one = t.read(first);
        t.unlock(lock1);
        t.when(one != 0, [&] {
            t.lock(lock2);
            const Value two = t.read(second);
            t.unlock(lock2);
            t.check(two == one + 1, "the second stage is behind the first");
        });
    }));
    main_thread(p, children, {}, {});
    return p;
}

Program spin_wait(std::uint32_t waiters, bool yielding) {
    Program p(yielding ? "spin-wait" : "spin-wait-hard");
    const auto flag = p.variable("flag"), work = p.variable("work");
    for (std::uint32_t i = 0; i < waiters; ++i)
        p.thread("waiter-" + std::to_string(i + 1), [&](Body& t) {
            t.loop_while([&] { return t.read(flag) == 0; },
                         [&] {
                             if (yielding) t.yield();
                         });
        });
    p.thread("worker", [&](Body& t) {
        for (int i = 0; i < 5; ++i) t.write(work, i);
        t.write(flag, 1);
    });
    return p;
}

}  // namespace cuzz::simulator
