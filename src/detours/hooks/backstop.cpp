// The backstop: waits that no other hook names, at the level of system calls. A controlled thread that gets here from
// outside our hooks is about to block for a reason that we do not know: it gives the token up before and queues for it
// after. Disk files do not block; pipes, consoles and sockets do.

#include "detours/hooks/families.h"
#include "detours/hooks/handles.h"
#include "detours/hooks/outside_scope.h"
#include "detours/runtime/real.h"

#include <winioctl.h>

namespace cuzz::detours {

namespace {

using QueryVolume = NtStatus(WINAPI*)(HANDLE, void*, void*, ULONG, ULONG);
QueryVolume query_volume = nullptr;

bool may_last(const LARGE_INTEGER* timeout) { return timeout == nullptr || timeout->QuadPart != 0; }

bool is_standard_output(HANDLE handle) {
    return handle == GetStdHandle(STD_OUTPUT_HANDLE) || handle == GetStdHandle(STD_ERROR_HANDLE);
}

// What can make a caller wait for somebody else. FILE_FS_DEVICE_INFORMATION has the type first.
bool can_block(HANDLE file) {
    const ThreadState* self = runtime.self();
    if (self == nullptr || self->depth != 0) return false;
    ULONG device[2] = {};
    std::uintptr_t status[2];
    constexpr ULONG device_information = 4;
    if (query_volume == nullptr || query_volume(file, status, device, sizeof device, device_information) < 0)
        return false;
    return device[0] == FILE_DEVICE_NAMED_PIPE || device[0] == FILE_DEVICE_CONSOLE ||
           device[0] == FILE_DEVICE_NETWORK || device[0] == FILE_DEVICE_SERIAL_PORT;
}

// What an I/O call signals, it signals from outside.
void note_outside(HANDLE event, const void* routine) {
    if (event == nullptr && routine == nullptr) return;
    HookScope scope(nullptr);
    if (!scope) return;
    if (routine != nullptr) runtime.has_io_calls = true;
    if (event == nullptr) return;
    if (Object* object = object_of(event)) object->kind = ObjectKind::outside;
}

NtStatus WINAPI wait_single(HANDLE handle, BOOLEAN alertable, const LARGE_INTEGER* timeout) {
    const OutsideScope scope(may_last(timeout));
    return real.NtWaitForSingleObject(handle, alertable, timeout);
}

NtStatus WINAPI wait_multiple(ULONG count, const HANDLE* handles, ULONG any, BOOLEAN alertable,
                              const LARGE_INTEGER* timeout) {
    const OutsideScope scope(may_last(timeout));
    return real.NtWaitForMultipleObjects(count, handles, any, alertable, timeout);
}

NtStatus WINAPI signal_and_wait(HANDLE signalled, HANDLE handle, BOOLEAN alertable,
                                const LARGE_INTEGER* timeout) {
    const OutsideScope scope(may_last(timeout));
    return real.NtSignalAndWaitForSingleObject(signalled, handle, alertable, timeout);
}

NtStatus WINAPI delay(BOOLEAN alertable, const LARGE_INTEGER* time) {
    const OutsideScope scope(may_last(time));
    return real.NtDelayExecution(alertable, time);
}

NtStatus WINAPI wait_alert(const void* address, const LARGE_INTEGER* timeout) {
    const OutsideScope scope(may_last(timeout));
    return real.NtWaitForAlertByThreadId(address, timeout);
}

NtStatus WINAPI wait_keyed(HANDLE handle, const void* key, BOOLEAN alertable, const LARGE_INTEGER* timeout) {
    const OutsideScope scope(may_last(timeout));
    return real.NtWaitForKeyedEvent(handle, key, alertable, timeout);
}

// This one waits until somebody takes what is released.
NtStatus WINAPI release_keyed(HANDLE handle, const void* key, BOOLEAN alertable,
                              const LARGE_INTEGER* timeout) {
    const OutsideScope scope(may_last(timeout));
    return real.NtReleaseKeyedEvent(handle, key, alertable, timeout);
}

NtStatus WINAPI remove_completion(HANDLE port, void* key, void* value, void* status,
                                  const LARGE_INTEGER* timeout) {
    const OutsideScope scope(may_last(timeout));
    return real.NtRemoveIoCompletion(port, key, value, status, timeout);
}

NtStatus WINAPI remove_completions(HANDLE port, void* entries, ULONG count, ULONG* removed,
                                   const LARGE_INTEGER* timeout, BOOLEAN alertable) {
    const OutsideScope scope(may_last(timeout));
    return real.NtRemoveIoCompletionEx(port, entries, count, removed, timeout, alertable);
}

NtStatus WINAPI read_file(HANDLE file, HANDLE event, void* routine, void* context, void* status, void* buffer,
                          ULONG size, LARGE_INTEGER* offset, ULONG* key) {
    note_outside(event, routine);
    const OutsideScope scope(can_block(file));
    return real.NtReadFile(file, event, routine, context, status, buffer, size, offset, key);
}

NtStatus WINAPI write_file(HANDLE file, HANDLE event, void* routine, void* context, void* status,
                           const void* buffer, ULONG size, LARGE_INTEGER* offset, ULONG* key) {
    note_outside(event, routine);
    const OutsideScope scope(!is_standard_output(file) && can_block(file));
    return real.NtWriteFile(file, event, routine, context, status, buffer, size, offset, key);
}

NtStatus WINAPI control_file(HANDLE file, HANDLE event, void* routine, void* context, void* status,
                             ULONG code, void* in, ULONG in_size, void* out, ULONG out_size) {
    note_outside(event, routine);
    const OutsideScope scope(can_block(file));
    return real.NtFsControlFile(file, event, routine, context, status, code, in, in_size, out, out_size);
}

NtStatus WINAPI control_device(HANDLE file, HANDLE event, void* routine, void* context, void* status,
                               ULONG code, void* in, ULONG in_size, void* out, ULONG out_size) {
    note_outside(event, routine);
    const OutsideScope scope(!is_standard_output(file) && can_block(file));
    return real.NtDeviceIoControlFile(file, event, routine, context, status, code, in, in_size, out,
                                      out_size);
}

}  // namespace

void place_backstop_hooks(HookPlacer& place) {
    query_volume = reinterpret_cast<QueryVolume>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(ntdll), "NtQueryVolumeInformationFile")));
    place(ntdll, "NtWaitForSingleObject", real.NtWaitForSingleObject, wait_single);
    place(ntdll, "NtWaitForMultipleObjects", real.NtWaitForMultipleObjects, wait_multiple);
    place(ntdll, "NtSignalAndWaitForSingleObject", real.NtSignalAndWaitForSingleObject, signal_and_wait);
    place(ntdll, "NtDelayExecution", real.NtDelayExecution, delay);
    place(ntdll, "NtWaitForAlertByThreadId", real.NtWaitForAlertByThreadId, wait_alert);
    place(ntdll, "NtWaitForKeyedEvent", real.NtWaitForKeyedEvent, wait_keyed);
    place(ntdll, "NtReleaseKeyedEvent", real.NtReleaseKeyedEvent, release_keyed);
    place(ntdll, "NtRemoveIoCompletion", real.NtRemoveIoCompletion, remove_completion);
    place(ntdll, "NtRemoveIoCompletionEx", real.NtRemoveIoCompletionEx, remove_completions);
    place(ntdll, "NtReadFile", real.NtReadFile, read_file);
    place(ntdll, "NtWriteFile", real.NtWriteFile, write_file);
    place(ntdll, "NtFsControlFile", real.NtFsControlFile, control_file);
    place(ntdll, "NtDeviceIoControlFile", real.NtDeviceIoControlFile, control_device);
}

}  // namespace cuzz::detours
