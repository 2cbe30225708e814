// Two threads take turns, each waking the other and then waiting for it. KIND is the primitive:
//   address    WaitOnAddress and WakeByAddressSingle, which cuzz's gates are made of too
//   condition  a condition variable with an SRW lock
//   yield      SwitchToThread; who runs is up to the scheduler (for a strategy that switches at each point)
// A switch is counted where it is seen: the thread finds that the other one was here last.

#include "measure.h"

namespace {

constexpr int batches = 40, turns = 250;

std::string_view kind;
volatile LONG turn = 0;
volatile LONG last = -1;  // who was here last
volatile std::uint64_t switches = 0;
SRWLOCK lock = SRWLOCK_INIT;
CONDITION_VARIABLE changed[2] = {CONDITION_VARIABLE_INIT, CONDITION_VARIABLE_INIT};
double result = 0;

void note(LONG self) {
    if (last == self) return;
    last = self;
    switches = switches + 1;
}

void take_turn_by_address(LONG self) {
    while (turn != self) {
        LONG other = 1 - self;
        WaitOnAddress(&turn, &other, sizeof other, INFINITE);
    }
    note(self);
    InterlockedExchange(&turn, 1 - self);
    WakeByAddressSingle(const_cast<LONG*>(&turn));
}

void take_turn_by_condition(LONG self) {
    AcquireSRWLockExclusive(&lock);
    while (turn != self) SleepConditionVariableSRW(&changed[self], &lock, INFINITE, 0);
    note(self);
    turn = 1 - self;
    ReleaseSRWLockExclusive(&lock);
    WakeConditionVariable(&changed[1 - self]);
}

void take_turn_by_yield(LONG self) {
    SwitchToThread();
    note(self);
}

DWORD WINAPI work(void* argument) {
    const LONG self = argument != nullptr ? 1 : 0;
    const auto take_turn = kind == "address"     ? take_turn_by_address
                           : kind == "condition" ? take_turn_by_condition
                                                 : take_turn_by_yield;
    std::vector<double> times;
    for (int batch = 0; batch < batches; ++batch) {
        const std::uint64_t from = ticks(), before = switches;
        for (int i = 0; i < turns; ++i) take_turn(self);
        const std::uint64_t made = switches - before;
        // At either end one of the two may be alone already.
        if (made >= turns) times.push_back(static_cast<double>(ticks() - from) / static_cast<double>(made));
    }
    if (self == 0 && !times.empty()) result = median(times);
    return 0;
}

}  // namespace

int main(int count, char** values) {
    const Arguments arguments = take_arguments(count, values);
    kind = arguments.kind;
    join({start(work), start(work, &result)});
    write_numbers(arguments.file, {{"switch", result}, {"switches", static_cast<double>(switches)}});
}
