#include "scheduler/simulator/world.h"

namespace cuzz::simulator {

World::World(const Program& program)
    : program_(program),
      initial_(program.object_count()),
      joiners_(program.threads().size()),
      done_(program.threads().size()),
      tasks_(max_threads) {
    for (std::uint32_t i = 0; i < program.object_count(); ++i)
        initial_[i].value = program.object(i + 1).initial;
    for (const ThreadModel& model : program.threads()) registers_.emplace_back(model.registers);
    objects_ = initial_;
    candidates_.reserve(max_threads);
}

void World::reset(Engine& engine) {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
        ObjectState& object = objects_[i];
        object.value = initial_[i].value;
        object.owner = no_thread;
        object.readers = 0;
        object.waiting.clear();
        object.waiting_shared.clear();
    }
    for (std::size_t i = 0; i < done_.size(); ++i) {
        done_[i] = false;
        joiners_[i].clear();
    }
    exited_ = false;
    message_ = none;
    for (std::uint32_t i = 0; i < program_.threads().size(); ++i)
        if (!program_.threads()[i].created) spawn(engine, i, no_thread);
}

void World::spawn(Engine& engine, std::uint32_t model, ThreadId parent) {
    // A first thread is simply there, its first op pending; a created one begins with a start.
    static const Instruction start_instruction{Code::start, 0, 0, 0, 0, 0, {OpKind::start, no_object, 0}, 0};
    const ThreadId thread = engine.birth(parent, start_instruction.op);
    if (thread == no_thread) return;
    Task& task = tasks_[thread];
    task = {};
    task.model = model;
    task.registers = registers_[model].data();
    task.at = parent == no_thread ? program_.threads()[model].code.data() : &start_instruction;
    if (parent == no_thread) go_on(engine, thread);
}

// Computes until the next op, then stands before it.
void World::go_on(Engine& engine, ThreadId thread) {
    Task& task = tasks_[thread];
    std::int64_t* r = task.registers;
    const Instruction* base = program_.threads()[task.model].code.data();
    for (const Instruction* i = task.at;; ++i) {
        if (is_op(i->code)) {
            task.at = i;
            return arrive(engine, thread);
        }
        switch (i->code) {
            case Code::constant: r[i->to] = i->number; break;
            case Code::plus: r[i->to] = r[i->a] + r[i->b]; break;
            case Code::minus: r[i->to] = r[i->a] - r[i->b]; break;
            case Code::equal: r[i->to] = r[i->a] == r[i->b]; break;
            case Code::less: r[i->to] = r[i->a] < r[i->b]; break;
            case Code::jump: i = base + static_cast<std::ptrdiff_t>(i->number) - 1; break;
            case Code::jump_if_zero:
                if (r[i->a] == 0) i = base + static_cast<std::ptrdiff_t>(i->number) - 1;
                break;
            case Code::choose: r[i->to] = engine.choose_value(static_cast<std::uint32_t>(i->number)); break;
            case Code::fail_if_zero:
                if (r[i->a] == 0) {
                    message_ = static_cast<std::size_t>(i->number);
                    return;
                }
                break;
            default: return finish(engine, thread);
        }
    }
}

bool World::could_go(const Task& task) const {
    const Instruction& i = *task.at;
    switch (i.code) {
        case Code::lock: return objects_[i.index].owner == no_thread && objects_[i.index].readers == 0;
        case Code::lock_shared: return objects_[i.index].owner == no_thread;
        case Code::wait:
        case Code::wait_timed:
        case Code::acquire: return objects_[i.index].value > 0;
        case Code::join: return done_[program_.thread_index(i.op.object)];
        default: return true;
    }
}

void World::arrive(Engine& engine, ThreadId thread) {
    Task& task = tasks_[thread];
    const Instruction& i = *task.at;
    const bool enabled = could_go(task);
    engine.pend(thread, i.op, enabled);
    switch (i.code) {
        case Code::lock_shared: objects_[i.index].waiting_shared.insert(thread); [[fallthrough]];
        case Code::lock:
        case Code::wait:
        case Code::wait_timed:
        case Code::acquire: objects_[i.index].waiting.insert(thread); break;
        case Code::join:
            if (!enabled) joiners_[program_.thread_index(i.op.object)].insert(thread);
            break;
        default: break;
    }
}

void World::finish(Engine& engine, ThreadId thread) {
    const std::uint32_t model = tasks_[thread].model;
    done_[model] = true;
    engine.finish(thread);
    engine.unblock(joiners_[model]);
}

void World::take_lock(Engine& engine, ObjectState& lock, ThreadId thread) {
    lock.owner = thread;
    engine.block(lock.waiting);
}

void World::free_lock(Engine& engine, ObjectState& lock) {
    lock.owner = no_thread;
    engine.unblock(lock.waiting);
}

// The thread's wait is answered: it may go on even if the object changes again.
void World::grant(Engine& engine, ObjectState& object, ThreadId thread) {
    tasks_[thread].granted = true;
    object.waiting.erase(thread);
    engine.unblock(thread);
}

ThreadId World::choose_waiter(Engine& engine, std::uint32_t index) {
    candidates_.clear();
    objects_[index].waiting.for_each([&](ThreadId t) { candidates_.push_back(t); });
    return engine.choose_waiter(index + 1, candidates_);
}

void World::set_event(Engine& engine, const Instruction& i) {
    ObjectState& event = objects_[i.index];
    if (event.value != 0) return;
    if (program_.object(i.op.object).manual) {
        event.value = 1;
        while (!event.waiting.empty()) grant(engine, event, event.waiting.first());
    } else if (event.waiting.empty()) {
        event.value = 1;
    } else {
        grant(engine, event, choose_waiter(engine, i.index));
    }
}

void World::wait_done(Engine& engine, const Instruction& i, ThreadId thread) {
    Task& task = tasks_[thread];
    ObjectState& object = objects_[i.index];
    object.waiting.erase(thread);
    if (i.code == Code::wait_timed) task.registers[i.to] = task.timed_out ? 0 : 1;
    const bool from_object = !task.granted && !task.timed_out;
    task.granted = task.timed_out = false;
    if (!from_object) return;
    const Object& model = program_.object(i.op.object);
    if (model.kind == Object::Kind::semaphore || !model.manual) --object.value;
    if (object.value == 0) engine.block(object.waiting);
}

// Out of the condition variable's queue, into the lock's.
void World::wake(Engine& engine, ThreadId thread) {
    Task& task = tasks_[thread];
    ObjectState& lock = objects_[task.at->other];
    objects_[task.at->index].waiting.erase(thread);
    task.woken_to_lock = true;
    lock.waiting.insert(thread);
    engine.pend(thread, {OpKind::acquire, task.at->other + 1, task.at->op.site},
                lock.owner == no_thread && lock.readers == 0);
}

bool World::let_timeout_fire(Engine& engine) {
    candidates_.clear();
    engine.live().for_each([&](ThreadId t) {
        if (tasks_[t].at->code == Code::wait_timed) candidates_.push_back(t);
    });
    if (candidates_.empty()) return false;
    const ThreadId thread = engine.choose_timeout(candidates_);
    tasks_[thread].timed_out = true;
    objects_[tasks_[thread].at->index].waiting.erase(thread);
    engine.unblock(thread);
    return true;
}

void World::step(Engine& engine, ThreadId thread) {
    Task& task = tasks_[thread];
    const Instruction& i = *task.at;
    std::int64_t* r = task.registers;
    ObjectState* object = i.op.object != no_object ? &objects_[i.op.object - 1] : nullptr;
    switch (i.code) {
        case Code::start: task.at = program_.threads()[task.model].code.data(); return go_on(engine, thread);
        case Code::create: spawn(engine, i.other, thread); break;
        case Code::lock:
            object->waiting.erase(thread);
            take_lock(engine, *object, thread);
            break;
        case Code::unlock: free_lock(engine, *object); break;
        case Code::try_lock:
            r[i.to] = object->owner == no_thread && object->readers == 0;
            if (r[i.to] != 0) take_lock(engine, *object, thread);
            break;
        case Code::lock_shared: {
            object->waiting.erase(thread);
            object->waiting_shared.erase(thread);
            ++object->readers;
            engine.block(object->waiting);
            engine.unblock(object->waiting_shared);
            break;
        }
        case Code::unlock_shared:
            if (--object->readers == 0) engine.unblock(object->waiting);
            break;
        case Code::wait:
        case Code::wait_timed:
        case Code::acquire: wait_done(engine, i, thread); break;
        case Code::set: set_event(engine, i); break;
        case Code::reset:
            object->value = 0;
            engine.block(object->waiting);
            break;
        case Code::release:
            if (object->value == 0 && !object->waiting.empty()) {
                grant(engine, *object, choose_waiter(engine, i.index));
            } else {
                ++object->value;
            }
            break;
        case Code::sleep_on:
            if (!task.woken_to_lock) {
                object->waiting.insert(thread);
                engine.block(thread);
                return free_lock(engine, objects_[i.other]);
            }
            task.woken_to_lock = false;
            objects_[i.other].waiting.erase(thread);
            take_lock(engine, objects_[i.other], thread);
            break;
        case Code::wake_one:
            if (!object->waiting.empty()) wake(engine, choose_waiter(engine, i.index));
            break;
        case Code::wake_all:
            while (!object->waiting.empty()) wake(engine, object->waiting.first());
            break;
        case Code::read: r[i.to] = object->value; break;
        case Code::write: object->value = r[i.a]; break;
        case Code::add:
            r[i.to] = object->value;
            object->value += r[i.a];
            break;
        case Code::exchange:
            r[i.to] = object->value;
            object->value = r[i.a];
            break;
        case Code::compare_exchange:
            r[i.to] = object->value == r[i.a];
            if (r[i.to] != 0) object->value = r[i.b];
            break;
        case Code::exit: exited_ = true; return;
        default: break;
    }
    ++task.at;
    go_on(engine, thread);
}

}  // namespace cuzz::simulator
