#include "cli/lanes.h"

#include "cli/console.h"

#include "scheduler/guarantee.h"

#include <algorithm>

namespace cuzz::cli {

using simulator::Program;

std::vector<std::string> thread_titles(const Program& program, const Schedule& schedule) {
    std::vector<std::string> titles;
    std::size_t model = 0;
    ObjectId created = no_object;
    for (const ScheduledPick& pick : schedule.picks) {
        if (pick.kind == Pick::Kind::run) created = pick.op == OpKind::create ? pick.object : no_object;
        if (pick.kind != Pick::Kind::birth) continue;
        if (created != no_object && created <= program.object_count()) {
            titles.push_back(program.object(created).name);
            continue;
        }
        while (model < program.threads().size() && program.threads()[model].created) ++model;
        titles.push_back(model < program.threads().size() ? program.threads()[model].name : "");
        ++model;
    }
    titles.resize(schedule.threads.size());
    return titles;
}

namespace {

struct Row {
    std::uint32_t thread;
    std::string text;
};

std::string what(const Schedule& schedule, const ScheduledPick& pick) {
    std::string text;
    switch (pick.kind) {
        case Pick::Kind::run: text = name_of(pick.op); break;
        case Pick::Kind::waiter: text = "(woken)"; break;
        case Pick::Kind::timeout: text = "(timed out)"; break;
        case Pick::Kind::value: return "chooses " + std::to_string(pick.value);
        case Pick::Kind::arrival: return "(back)";
        default: return "";
    }
    const auto name = schedule.objects.find(pick.object);
    if (name != schedule.objects.end()) text += " " + name->second;
    return text;
}

std::vector<Row> rows_of(const Schedule& schedule) {
    std::vector<Row> rows;
    for (const ScheduledPick& pick : schedule.picks)
        if (pick.kind != Pick::Kind::birth && pick.thread != ScheduledPick::nobody)
            rows.push_back({pick.thread, what(schedule, pick)});
    return rows;
}

std::string cut(std::string text, std::size_t width) {
    if (text.size() > width) text = text.substr(0, width - 2) + "..";
    text.resize(width, ' ');
    return text;
}

}  // namespace

std::string draw_lanes(const Schedule& schedule, const std::vector<std::string>& titles, std::size_t most,
                       std::size_t width) {
    std::vector<Row> rows = rows_of(schedule);
    const std::size_t left_out = rows.size() > most ? rows.size() - most : 0;
    rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(left_out));

    std::vector<std::uint32_t> lanes;
    std::size_t lane_width = 10;
    for (const Row& row : rows) {
        if (std::find(lanes.begin(), lanes.end(), row.thread) == lanes.end()) lanes.push_back(row.thread);
        lane_width = std::max(lane_width, row.text.size() + 2);
    }
    std::sort(lanes.begin(), lanes.end());
    for (const std::uint32_t lane : lanes)
        lane_width = std::max(lane_width, schedule.threads[lane].size() + titles[lane].size() + 3);
    lane_width =
        std::min(lane_width, std::max<std::size_t>(10, (width - 8) / std::max<std::size_t>(lanes.size(), 1)));

    std::string text;
    if (lanes.size() * 10 + 8 > width) {
        for (const Row& row : rows) text += "    " + schedule.threads[row.thread] + "  " + row.text + "\n";
        return text;
    }
    text = "        ";
    for (const std::uint32_t lane : lanes)
        text += styled(Style::bold, cut(schedule.threads[lane] + " " + titles[lane], lane_width));
    while (text.back() == ' ') text.pop_back();
    text += "\n";
    if (left_out != 0) text += styled(Style::dim, "        (" + grouped(left_out) + " ops before)") + "\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto lane =
            static_cast<std::size_t>(std::find(lanes.begin(), lanes.end(), rows[i].thread) - lanes.begin());
        const bool handed_over = i > 0 && rows[i].thread != rows[i - 1].thread;
        std::string number = std::to_string(left_out + i + 1);
        number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
        text += styled(Style::dim, number) + (handed_over ? " > " : "   ") +
                std::string(lane * lane_width, ' ') + cut(rows[i].text, lane_width);
        while (text.back() == ' ') text.pop_back();
        text += "\n";
    }
    return text;
}

}  // namespace cuzz::cli
