// WaitOnAddress and its wakes: ntdll's Rtl functions, with a queue of our own. C++20's std::atomic::wait is this.

#include "detours/hooks/families.h"
#include "detours/hooks/outside_scope.h"
#include "detours/hooks/timeouts.h"
#include "detours/runtime/real.h"

#include <cstring>

namespace cuzz::detours {

namespace {

NtStatus WINAPI wait_on_address(const void* address, const void* compare, SIZE_T size,
                                const LARGE_INTEGER* timeout) {
    const void* caller = CUZZ_RETURN_ADDRESS();
    if (is_ntdll_code(caller)) {
        const OutsideScope outside(true);
        return real.RtlWaitOnAddress(address, compare, size, timeout);
    }
    HookScope scope(nullptr);  // kernelbase calls it for the program
    if (!scope) return real.RtlWaitOnAddress(address, compare, size, timeout);
    ThreadState& self = scope.self();
    Object* object = runtime.objects.touch(key_of(Space::addresses, address), ObjectKind::address);
    if (object == nullptr) return real.RtlWaitOnAddress(address, compare, size, timeout);
    const SiteId site = site_of(caller);
    // To look at the value and to begin to wait is one step: nobody can change it in between.
    runtime.point(self, {OpKind::read, object->id, site});
    if (std::memcmp(address, compare, size) != 0) return status_success;
    WaitRecord& wait = self.wait;
    wait.begin(deadline_of(timeout));
    wait.add(*object, nullptr);
    runtime.wait(self, {OpKind::wait, object->id, site});
    return wait.granted >= 0 ? status_success : status_timeout;
}

void WINAPI wake_single(const void* address) {
    if (runtime.owns(address)) return real.RtlWakeAddressSingle(address);
    wake_queue(key_of(Space::addresses, address), ObjectKind::address, false, CUZZ_RETURN_ADDRESS(),
               [=] { real.RtlWakeAddressSingle(address); });
}

void WINAPI wake_all(const void* address) {
    if (runtime.owns(address)) return real.RtlWakeAddressAll(address);
    wake_queue(key_of(Space::addresses, address), ObjectKind::address, true, CUZZ_RETURN_ADDRESS(),
               [=] { real.RtlWakeAddressAll(address); });
}

}  // namespace

void place_address_hooks(HookPlacer& place) {
    place(ntdll, "RtlWaitOnAddress", real.RtlWaitOnAddress, wait_on_address);
    place(ntdll, "RtlWakeAddressSingle", real.RtlWakeAddressSingle, wake_single);
    place(ntdll, "RtlWakeAddressAll", real.RtlWakeAddressAll, wake_all);
}

}  // namespace cuzz::detours
