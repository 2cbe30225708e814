// Somebody who looks on: coverage, profiles, reports. Observers never influence a pick.
#pragma once

#include "scheduler/facts.h"
#include "scheduler/strategy.h"

namespace cuzz {

class Observer {
public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    virtual void begin(const RunStart&) {}
    virtual void born(const Birth&) {}
    virtual void ended(ThreadId) {}
    virtual void executed(const Step&) {}
    virtual void end(const RunFacts&) {}
};

}  // namespace cuzz
