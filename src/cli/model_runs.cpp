#include "cli/model_runs.h"

#include "cli/console.h"
#include "cli/lanes.h"

#include <algorithm>
#include <cstdio>

namespace cuzz::cli {

using namespace simulator;

namespace {

// The same check or the same deadlock gives the same id, whatever run showed it.
std::string signature(const RunResult& result, const Simulator& simulator) {
    if (result.outcome == Outcome::failed) return "check-" + std::to_string(result.message + 1);
    std::string id(name_of(result.outcome));
    if (result.outcome != Outcome::deadlocked) return id;
    std::vector<ObjectId> objects;
    simulator.engine().live().for_each(
        [&](ThreadId t) { objects.push_back(simulator.engine().pending(t).object); });
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
    for (const ObjectId object : objects) id += "-" + std::to_string(object);
    return id;
}

}  // namespace

ModelCampaign::ModelCampaign(const ModelInfo& model, const StrategyChoice& choice)
    : program_(model.make()),
      simulator_(program_),
      choice_(choice),
      strategy_(choice.make()),
      estimates_(calibrate(simulator_, *choice.info)),
      guarantee_(estimates_) {}

void ModelCampaign::run(std::uint64_t first, std::uint64_t runs, bool keep_going) {
    for (std::uint64_t i = 0; i < runs && strategy_->has_more() && !is_interrupted(); ++i) {
        Observer* const observers[] = {&coverage_};
        const RunResult result = simulator_.run(*strategy_, estimates_, first + i, observers);
        ++runs_;
        novelty_.add(signature_of(simulator_.engine().recorder().picks()));
        guarantee_.add(result.bound);
        if (!result.is_failure()) continue;
        ++failed_runs_;
        keep(result, first + i);
        if (!keep_going) return;
    }
}

std::string ModelCampaign::novelty() const {
    char chance[32];
    std::snprintf(chance, sizeof chance, "%.2g", novelty_.chance_of_news());
    return grouped(novelty_.distinct()) +
           " different schedules, the next run shows a new one with probability " + chance + "; " +
           grouped(coverage_.covered()) + " of " + grouped(coverage_.possible()) + " op pairs covered";
}

void ModelCampaign::keep(const RunResult& result, std::uint64_t seed) {
    const std::string id = signature(result, simulator_);
    for (ModelFailure& known : failures_)
        if (known.id == id) {
            ++known.count;
            return;
        }
    ModelFailure failure;
    failure.id = id;
    failure.kind = name_of(result.outcome);
    failure.reason = simulator_.explain(result);
    failure.seed = seed;
    failure.count = 1;
    auto schedule = make_schedule(simulator_.engine().recorder());
    if (schedule) failure.schedule = std::move(*schedule);
    failure.schedule.program = program_.name();
    failure.schedule.strategy = choice_.text();
    failure.schedule.estimates = to_text(estimates_);
    failure.schedule.seed = seed;
    for (ObjectId id_of = 1; id_of <= program_.object_count(); ++id_of)
        failure.schedule.objects[id_of] = program_.object(id_of).name;
    failures_.push_back(std::move(failure));
}

void print_failure(const ModelFailure& failure, const Program& program) {
    print("\n" + styled(Style::bad, failure.kind) + " with seed " + std::to_string(failure.seed) + ": " +
          failure.reason + "\n\n");
    print(draw_lanes(failure.schedule, thread_titles(program, failure.schedule), 40, console_width()));
}

}  // namespace cuzz::cli
