// The end of the program: by its own hand, or by an exception that nobody handles.

#include "detours/hooks/families.h"
#include "detours/hooks/hook_scope.h"
#include "detours/runtime/real.h"
#include "detours/runtime/report.h"

namespace cuzz::detours {

namespace {

void WINAPI exit_process(ULONG code) {
    {
        HookScope scope(nullptr);
        if (scope) {
            runtime.point(scope.self(), {OpKind::exit, no_object, 0});
            runtime.end_run(channel::Verdict::exited, static_cast<LONG>(code));
        }
    }
    real.RtlExitUserProcess(code);
}

NtStatus WINAPI terminate_process(HANDLE process, LONG code) {
    if (process == GetCurrentProcess()) {
        HookScope scope(nullptr);
        if (scope) {
            runtime.control->exit_call.store(channel::ExitCall::terminate);
            runtime.end_run(channel::Verdict::exited, code);
        }
    }
    return real.NtTerminateProcess(process, code);
}

LONG WINAPI unhandled_exception(EXCEPTION_POINTERS* pointers) {
    if (ThreadState* self = runtime.self()) {
        channel::Control& control = *runtime.control;
        control.crash_code = pointers->ExceptionRecord->ExceptionCode;
        control.crash_address = reinterpret_cast<std::uintptr_t>(pointers->ExceptionRecord->ExceptionAddress);
        runtime.report_crash(*self);
        runtime.end_run(channel::Verdict::crashed);
    }
    return real.UnhandledExceptionFilter(pointers);
}

}  // namespace

void place_process_hooks(HookPlacer& place) {
    place(ntdll, "RtlExitUserProcess", real.RtlExitUserProcess, exit_process);
    place(ntdll, "NtTerminateProcess", real.NtTerminateProcess, terminate_process);
    place(kernelbase, "UnhandledExceptionFilter", real.UnhandledExceptionFilter, unhandled_exception);
}

}  // namespace cuzz::detours
