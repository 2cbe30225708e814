#include "cli/console.h"
#include "cli/verbs.h"

#include "scheduler/simulator/models/models.h"

#include <algorithm>

namespace cuzz::cli {

int run_models(const CommandLine&) {
    for (const simulator::ModelInfo& model : simulator::all_models()) {
        std::string name(model.name);
        name.resize(std::max<std::size_t>(name.size(), 28), ' ');
        std::string depth = model.depth == 0 ? "no bug" : "depth " + std::to_string(model.depth);
        depth.resize(11, ' ');
        print("  " + styled(Style::bold, name) + depth + std::string(model.description) + "\n");
    }
    print("\n'cuzz simulate MODEL' runs one.\n");
    return exit_ok;
}

}  // namespace cuzz::cli
