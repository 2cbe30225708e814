// The POS paper's programs.

#include "scheduler/simulator/models/models.h"

namespace cuzz::simulator {

// The figure's own statements are not in the text that we have; what matters is which object each op touches and
// that only the order B1 A1 B2 B3 A2 A3 B4 B5 B6 A4 fails. The variables count who has been there: 1 for an op of
// B, 10 for one of A.
Program pos_running_example() {
    Program p("pos-running-example");
    const auto x = p.variable("x"), y = p.variable("y"), z = p.variable("z");
    const auto w = p.event("w");
    p.thread("A", [&](Body& t) {
        t.add(x, 10);                                 // A1
        t.add(y, 10);                                 // A2
        t.set(w);                                     // A3
        t.check(t.read(z) == 0, "A4 came after B6");  // A4
    });
    p.thread("B", [&](Body& t) {
        const Value first = t.add(x, 1);   // B1
        const Value second = t.add(x, 1);  // B2
        const Value third = t.add(y, 1);   // B3
        t.wait(w);                         // B4
        const Value fifth = t.add(y, 1);   // B5
        const Value in_order = (first == 0) + (second == 11) + (third == 0) + (fifth == 11);
        t.write(z, in_order == 4);  // B6
    });
    return p;
}

Program pos_micro(const std::array<std::string_view, 4>& threads, bool dummy) {
    Program p("pos-micro");
    std::array<Variable, 4> objects;
    for (std::size_t i = 0; i < objects.size(); ++i)
        objects[i] = p.variable(std::string(1, static_cast<char>('a' + i)));
    for (const std::string_view accesses : threads) {
        const auto own = p.variable("own");
        p.thread(std::string(accesses), [&](Body& t) {
            if (dummy) t.write(own, 1);
            for (const char letter : accesses) {
                if (letter >= 'a')
                    t.read(objects[static_cast<std::size_t>(letter - 'a')]);
                else
                    t.write(objects[static_cast<std::size_t>(letter - 'A')], 1);
            }
        });
    }
    return p;
}

}  // namespace cuzz::simulator
