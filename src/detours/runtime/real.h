// The functions that are hooked, as they were: each pointer is looked up in ntdll or kernelbase, and once the hook
// is placed leads around it. Whoever in the runtime needs a real wait or wake calls these.
#pragma once

#include "detours/runtime/platform.h"

namespace cuzz::detours {

using ThreadRoutine = LPTHREAD_START_ROUTINE;

// How ntdll is told an object's name.
struct ObjectAttributes {
    ULONG size;
    HANDLE folder;
    const void* name;  // null: it has none
    ULONG flags;
    void* security;
    void* quality;
};

// Process and thread by number, as ntdll has them.
struct ClientId {
    HANDLE process, thread;
};

struct RealFunctions {
    // critical sections
    NtStatus(WINAPI* RtlEnterCriticalSection)(RTL_CRITICAL_SECTION*) = nullptr;
    BOOL(WINAPI* RtlTryEnterCriticalSection)(RTL_CRITICAL_SECTION*) = nullptr;
    NtStatus(WINAPI* RtlLeaveCriticalSection)(RTL_CRITICAL_SECTION*) = nullptr;
    NtStatus(WINAPI* RtlDeleteCriticalSection)(RTL_CRITICAL_SECTION*) = nullptr;
    NtStatus(WINAPI* RtlInitializeCriticalSectionEx)(RTL_CRITICAL_SECTION*, ULONG, ULONG) = nullptr;
    // SRW locks
    void(WINAPI* RtlAcquireSRWLockExclusive)(RTL_SRWLOCK*) = nullptr;
    void(WINAPI* RtlReleaseSRWLockExclusive)(RTL_SRWLOCK*) = nullptr;
    void(WINAPI* RtlAcquireSRWLockShared)(RTL_SRWLOCK*) = nullptr;
    void(WINAPI* RtlReleaseSRWLockShared)(RTL_SRWLOCK*) = nullptr;
    BOOLEAN(WINAPI* RtlTryAcquireSRWLockExclusive)(RTL_SRWLOCK*) = nullptr;
    BOOLEAN(WINAPI* RtlTryAcquireSRWLockShared)(RTL_SRWLOCK*) = nullptr;
    // condition variables
    NtStatus(WINAPI* RtlSleepConditionVariableCS)(RTL_CONDITION_VARIABLE*, RTL_CRITICAL_SECTION*,
                                                  const LARGE_INTEGER*) = nullptr;
    NtStatus(WINAPI* RtlSleepConditionVariableSRW)(RTL_CONDITION_VARIABLE*, RTL_SRWLOCK*,
                                                   const LARGE_INTEGER*, ULONG) = nullptr;
    void(WINAPI* RtlWakeConditionVariable)(RTL_CONDITION_VARIABLE*) = nullptr;
    void(WINAPI* RtlWakeAllConditionVariable)(RTL_CONDITION_VARIABLE*) = nullptr;
    // address waits
    NtStatus(WINAPI* RtlWaitOnAddress)(const void*, const void*, SIZE_T, const LARGE_INTEGER*) = nullptr;
    void(WINAPI* RtlWakeAddressSingle)(const void*) = nullptr;
    void(WINAPI* RtlWakeAddressAll)(const void*) = nullptr;
    // one-time initialization
    DWORD(WINAPI* RtlRunOnceBeginInitialize)(RTL_RUN_ONCE*, DWORD, void**) = nullptr;
    DWORD(WINAPI* RtlRunOnceExecuteOnce)(RTL_RUN_ONCE*, PRTL_RUN_ONCE_INIT_FN, void*, void**) = nullptr;
    DWORD(WINAPI* RtlRunOnceComplete)(RTL_RUN_ONCE*, DWORD, void*) = nullptr;
    // barriers
    BOOL(WINAPI* InitializeSynchronizationBarrier)(SYNCHRONIZATION_BARRIER*, LONG, LONG) = nullptr;
    BOOL(WINAPI* EnterSynchronizationBarrier)(SYNCHRONIZATION_BARRIER*, DWORD) = nullptr;
    BOOL(WINAPI* DeleteSynchronizationBarrier)(SYNCHRONIZATION_BARRIER*) = nullptr;
    // kernel objects
    DWORD(WINAPI* WaitForSingleObject)(HANDLE, DWORD) = nullptr;
    DWORD(WINAPI* WaitForSingleObjectEx)(HANDLE, DWORD, BOOL) = nullptr;
    DWORD(WINAPI* WaitForMultipleObjects)(DWORD, const HANDLE*, BOOL, DWORD) = nullptr;
    DWORD(WINAPI* WaitForMultipleObjectsEx)(DWORD, const HANDLE*, BOOL, DWORD, BOOL) = nullptr;
    DWORD(WINAPI* SignalObjectAndWait)(HANDLE, HANDLE, DWORD, BOOL) = nullptr;
    BOOL(WINAPI* SetEvent)(HANDLE) = nullptr;
    BOOL(WINAPI* ResetEvent)(HANDLE) = nullptr;
    BOOL(WINAPI* PulseEvent)(HANDLE) = nullptr;
    BOOL(WINAPI* ReleaseMutex)(HANDLE) = nullptr;
    BOOL(WINAPI* ReleaseSemaphore)(HANDLE, LONG, LONG*) = nullptr;
    NtStatus(WINAPI* NtClose)(HANDLE) = nullptr;
    NtStatus(WINAPI* NtCreateEvent)(HANDLE*, DWORD, const ObjectAttributes*, ULONG, BOOLEAN) = nullptr;
    NtStatus(WINAPI* NtCreateMutant)(HANDLE*, DWORD, const ObjectAttributes*, BOOLEAN) = nullptr;
    NtStatus(WINAPI* NtCreateSemaphore)(HANDLE*, DWORD, const ObjectAttributes*, LONG, LONG) = nullptr;
    BOOL(WINAPI* DuplicateHandle)(HANDLE, HANDLE, HANDLE, HANDLE*, DWORD, BOOL, DWORD) = nullptr;
    // waitable timers
    HANDLE(WINAPI* CreateWaitableTimerExW)(SECURITY_ATTRIBUTES*, const wchar_t*, DWORD, DWORD) = nullptr;
    HANDLE(WINAPI* CreateWaitableTimerW)(SECURITY_ATTRIBUTES*, BOOL, const wchar_t*) = nullptr;
    BOOL(WINAPI* SetWaitableTimer)
    (HANDLE, const LARGE_INTEGER*, LONG, PTIMERAPCROUTINE, void*, BOOL) = nullptr;
    BOOL(WINAPI* SetWaitableTimerEx)
    (HANDLE, const LARGE_INTEGER*, LONG, PTIMERAPCROUTINE, void*, REASON_CONTEXT*, ULONG) = nullptr;
    BOOL(WINAPI* CancelWaitableTimer)(HANDLE) = nullptr;
    // threads
    HANDLE(WINAPI* CreateRemoteThreadEx)
    (HANDLE, SECURITY_ATTRIBUTES*, SIZE_T, ThreadRoutine, void*, DWORD, LPPROC_THREAD_ATTRIBUTE_LIST,
     DWORD*) = nullptr;
    NtStatus(WINAPI* NtCreateThreadEx)(HANDLE*, DWORD, const ObjectAttributes*, HANDLE, void*, void*, ULONG,
                                       SIZE_T, SIZE_T, SIZE_T, void*) = nullptr;
    NtStatus(WINAPI* NtOpenThread)(HANDLE*, DWORD, const ObjectAttributes*, const ClientId*) = nullptr;
    DWORD(WINAPI* ResumeThread)(HANDLE) = nullptr;
    DWORD(WINAPI* SuspendThread)(HANDLE) = nullptr;
    DWORD(WINAPI* QueueUserAPC)(PAPCFUNC, HANDLE, ULONG_PTR) = nullptr;
    NtStatus(WINAPI* NtTerminateThread)(HANDLE, LONG) = nullptr;
    NtStatus(WINAPI* NtTerminateProcess)(HANDLE, LONG) = nullptr;
    void(WINAPI* RtlExitUserProcess)(ULONG) = nullptr;
    // the backstop: waits that no other hook names
    NtStatus(WINAPI* NtWaitForSingleObject)(HANDLE, BOOLEAN, const LARGE_INTEGER*) = nullptr;
    NtStatus(WINAPI* NtWaitForMultipleObjects)(ULONG, const HANDLE*, ULONG, BOOLEAN,
                                               const LARGE_INTEGER*) = nullptr;
    NtStatus(WINAPI* NtSignalAndWaitForSingleObject)(HANDLE, HANDLE, BOOLEAN, const LARGE_INTEGER*) = nullptr;
    NtStatus(WINAPI* NtDelayExecution)(BOOLEAN, const LARGE_INTEGER*) = nullptr;
    NtStatus(WINAPI* NtWaitForAlertByThreadId)(const void*, const LARGE_INTEGER*) = nullptr;
    NtStatus(WINAPI* NtWaitForKeyedEvent)(HANDLE, const void*, BOOLEAN, const LARGE_INTEGER*) = nullptr;
    NtStatus(WINAPI* NtReleaseKeyedEvent)(HANDLE, const void*, BOOLEAN, const LARGE_INTEGER*) = nullptr;
    NtStatus(WINAPI* NtRemoveIoCompletion)(HANDLE, void*, void*, void*, const LARGE_INTEGER*) = nullptr;
    NtStatus(WINAPI* NtRemoveIoCompletionEx)(HANDLE, void*, ULONG, ULONG*, const LARGE_INTEGER*,
                                             BOOLEAN) = nullptr;
    NtStatus(WINAPI* NtReadFile)(HANDLE, HANDLE, void*, void*, void*, void*, ULONG, LARGE_INTEGER*,
                                 ULONG*) = nullptr;
    NtStatus(WINAPI* NtWriteFile)(HANDLE, HANDLE, void*, void*, void*, const void*, ULONG, LARGE_INTEGER*,
                                  ULONG*) = nullptr;
    NtStatus(WINAPI* NtFsControlFile)(HANDLE, HANDLE, void*, void*, void*, ULONG, void*, ULONG, void*,
                                      ULONG) = nullptr;
    NtStatus(WINAPI* NtDeviceIoControlFile)(HANDLE, HANDLE, void*, void*, void*, ULONG, void*, ULONG, void*,
                                            ULONG) = nullptr;
    // time
    void(WINAPI* Sleep)(DWORD) = nullptr;
    DWORD(WINAPI* SleepEx)(DWORD, BOOL) = nullptr;
    BOOL(WINAPI* SwitchToThread)() = nullptr;
    DWORD(WINAPI* GetTickCount)() = nullptr;
    ULONGLONG(WINAPI* GetTickCount64)() = nullptr;
    DWORD(WINAPI* kernel32_GetTickCount)() = nullptr;  // not a mere forward to kernelbase's
    ULONGLONG(WINAPI* kernel32_GetTickCount64)() = nullptr;
    BOOL(WINAPI* QueryPerformanceCounter)(LARGE_INTEGER*) = nullptr;
    void(WINAPI* GetSystemTimeAsFileTime)(FILETIME*) = nullptr;
    void(WINAPI* GetSystemTimePreciseAsFileTime)(FILETIME*) = nullptr;
    void(WINAPI* GetSystemTime)(SYSTEMTIME*) = nullptr;
    void(WINAPI* GetLocalTime)(SYSTEMTIME*) = nullptr;
    BOOL(WINAPI* QueryUnbiasedInterruptTime)(ULONGLONG*) = nullptr;
    // ends of another kind
    LONG(WINAPI* UnhandledExceptionFilter)(EXCEPTION_POINTERS*) = nullptr;
};

extern RealFunctions real;

}  // namespace cuzz::detours
