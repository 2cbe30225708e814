#include "detours/runtime/runtime.h"

#include "detours/runtime/real.h"
#include "scheduler/registry.h"

#include <cstring>

namespace cuzz::detours {

RealFunctions real;

namespace {

// No global constructor: made when the DLL attaches.
alignas(Runtime) unsigned char runtime_memory[sizeof(Runtime)];

bool refuse(channel::Control& control, const char* why) {
    std::strncpy(control.message, why, sizeof control.message - 1);
    control.stage.store(channel::Stage::refused);
    return false;
}

}  // namespace

Runtime& runtime = reinterpret_cast<Runtime&>(runtime_memory);

// The strategy, what it may count on, and the schedule to repeat.
bool Runtime::take_request(channel::Control& shared) {
    const auto choice =
        parse_strategy(channel::view_at(shared, shared.strategy_offset, shared.strategy_size));
    if (!choice) return refuse(shared, choice.error().c_str());
    strategy_ = choice->make();
    if (shared.estimates_size != 0) {
        auto parsed =
            parse_estimates(channel::view_at(shared, shared.estimates_offset, shared.estimates_size));
        if (!parsed) return refuse(shared, parsed.error().c_str());
        estimates_ = *parsed;
    }
    if (shared.schedule_size != 0) {
        auto parsed = parse_schedule(channel::view_at(shared, shared.schedule_offset, shared.schedule_size));
        if (!parsed) return refuse(shared, parsed.error().c_str());
        schedule_ = std::move(*parsed);
        replay_ = std::make_unique<Replay>(schedule_, *strategy_,
                                           shared.is_best_effort != 0 ? Replay::Mode::best_effort
                                                                      : Replay::Mode::exact);
    }
    return true;
}

bool Runtime::start(channel::Control& shared) {
    control = &shared;
    if (!take_request(shared)) return false;
    Strategy& strategy = replay_ != nullptr ? *replay_ : *strategy_;
    is_shared_ = strategy.control() != Control::serial;
    is_free_ = strategy.control() == Control::free;
    // Who is only delayed would see a clock that does not fit.
    clock.start(shared.is_real_time != 0 || is_free_);
    tls_ = TlsAlloc();
    if (tls_ >= tls_slots_in_block) return refuse(shared, "there is no thread-local slot left");
    if (!objects.reserve()) return refuse(shared, "there is no memory for the objects");
    Limits limits;
    limits.steps = shared.max_steps;
    limits.picks = 0;
    engine_ = std::make_unique<Engine>(limits);
    engine_->record_into({channel::picks_of(shared), static_cast<std::size_t>(shared.picks_capacity)},
                         shared.picks);
    engine_->start(strategy, estimates_, shared.seed);

    const ThreadId main = engine_->birth(no_thread, {OpKind::start, no_object, 0});
    ThreadState& state = threads_[main];
    state.id = main;
    state.os_id = GetCurrentThreadId();
    state.has_arrived.store(1);
    holder_.store(main);
    tls_slot(tls_) = &state;
    pin();
    is_over_.store(false);
    // Nobody else is there yet: the main thread's start is the first step.
    if (!is_shared_) return next() == main;
    engine_->admit();
    engine_->commit(main);
    return true;
}

// Handing over between two cores costs about eight times as much as on one. Only the threads: the process' own mask
// would change how many cores the program sees.
void Runtime::pin() {
    if (is_shared_ || control->core < 0) return;
    SetThreadAffinityMask(GetCurrentThread(), DWORD_PTR{1} << control->core);
}

void Runtime::pass_time(ThreadState& self, const Op& op) {
    clock.tick();
    fire_passed();
    point(self, op);
    // In real time others need real time, and the monitor, to get on.
    if (!is_shared_ || !clock.is_real()) return;
    release_monitor();
    real.SwitchToThread();
    real.RtlAcquireSRWLockExclusive(&monitor_);
}

std::uint64_t Runtime::read_clock() {
    const std::uint64_t now = clock.read();
    fire_passed();
    return now;
}

ThreadId Runtime::next(bool is_stranger) {
    for (;;) {
        drain();
        if (replay_ != nullptr) {
            // The schedule has somebody coming back from outside here: wait for it, for real.
            const ThreadId awaited = replay_->awaited();
            if (awaited != no_thread && !engine_->enabled().contains(awaited)) {
                look_again();
                nap(1);
                continue;
            }
            const ThreadId late = replay_->timing_out();
            if (late != no_thread && threads_[late].wait.deadline != never) fire(late);
        }
        if (!suspended_.empty()) engine_->block(suspended_);
        const ThreadId thread = engine_->next();
        if (thread != no_thread) return thread;
        stop_if_told();
        if (is_stranger || !unstick()) return no_thread;
    }
}

void Runtime::stop_if_told() {
    if (engine_->stop_reason() == Engine::Stop::step_limit) give_up(channel::Verdict::livelocked);
    if (engine_->stop_reason() == Engine::Stop::given_up) give_up(channel::Verdict::diverged);
}

// Nobody can run. True if somebody can now; false if only somebody outside can change that.
bool Runtime::unstick() {
    if (outside_ != 0) return wait_for_outside();
    if (clock.is_real()) {
        if (earliest() != never) return false;
    } else if (fire_earliest()) {
        return true;
    }
    // Once more from the kernel, before anything is said; and if there are threads that we do not control, they get
    // some time to do what the others wait for.
    constexpr int patience = 50;
    for (int tries = 0;; ++tries) {
        drain();
        if (!engine_->enabled().empty() || look_again()) return true;
        if (strangers() <= 0 || tries == patience) break;
        control->is_potential = 1;
        nap(10);
    }
    give_up(channel::Verdict::deadlocked);
}

// Somebody is in a wait that we do not model, and a time limit may be due before that ends: what is virtual then
// takes its real time. False if there is no limit: the token is free until somebody comes back.
bool Runtime::wait_for_outside() {
    const std::uint64_t due = earliest();
    if (due == never || clock.is_real()) return false;
    const std::uint64_t now = clock.now();
    const std::uint64_t until = real.GetTickCount64() + (due > now ? (due - now) / 10'000 : 0);
    do {
        nap(1);
        drain();
        if (!engine_->enabled().empty()) return true;
    } while (real.GetTickCount64() < until && outside_ != 0);
    return outside_ == 0 || fire_earliest();
}

// Serial control: the token goes to somebody else, and the caller parks until it gets it back.
void Runtime::give_way(ThreadState& self, ThreadId to) {
    for (;;) {
        if (to == self.id) return;
        if (to != no_thread) {
            hand_to(to);
            break;
        }
        // Everybody waits for somebody outside: the token is free, unless there is news.
        holder_.store(no_thread);
        ThreadId free = no_thread;
        if (inbox_.is_really_empty() || !holder_.compare_exchange_strong(free, self.id)) break;
        to = next();
    }
    while (!park(self)) {
        // Its time is up: whoever has the token decides, be it the thread itself.
        inbox_.expired(self.id);
        ThreadId free = no_thread;
        if (holder_.compare_exchange_strong(free, self.id)) return give_way(self, next());
    }
}

// Serial control: the caller has the token and does not want it.
void Runtime::hand_on(bool is_stranger) {
    for (;;) {
        const ThreadId to = next(is_stranger);
        if (to != no_thread) return hand_to(to);
        holder_.store(no_thread);
        ThreadId free = no_thread;
        if (inbox_.is_really_empty() || !holder_.compare_exchange_strong(free, guest)) return;
    }
}

}  // namespace cuzz::detours
