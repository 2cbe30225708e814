// Reads from pipes wait for what is not modelled: the writer must get on meanwhile.
#include "conformance.h"

#include <cstring>

using namespace conformance;

namespace {

HANDLE reads[2], writes[2];

}  // namespace

int main() {
    for (int i = 0; i < 2; ++i) EXPECT(CreatePipe(&reads[i], &writes[i], nullptr, 0));
    auto echo = [] {
        char text[8];
        DWORD size = 0;
        while (ReadFile(reads[0], text, sizeof text, &size, nullptr)) {
            DWORD written = 0;
            EXPECT(WriteFile(writes[1], text, size, &written, nullptr) && written == size);
        }
        EXPECT(GetLastError() == ERROR_BROKEN_PIPE);
    };
    const HANDLE thread = start(echo);
    for (int i = 0; i < 5; ++i) {
        char text[8] = {};
        DWORD size = 0;
        Sleep(1);
        EXPECT(WriteFile(writes[0], "hello", 5, &size, nullptr) && size == 5);
        EXPECT(ReadFile(reads[1], text, sizeof text, &size, nullptr));
        EXPECT(size == 5 && std::memcmp(text, "hello", 5) == 0);
    }
    EXPECT(CloseHandle(writes[0]));
    join(thread);
    passed("echo");
}
