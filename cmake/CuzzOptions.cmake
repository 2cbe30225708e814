# cuzz_options: what every target of ours is compiled with. An interface library and not directory-wide
# flags, so that GoogleTest, built in the same tree, keeps its own.

# Static runtimes everywhere: the programs run in Wine without a DLL search, and what is injected into a
# foreign program must not depend on the runtime that program brought along.
set(CMAKE_MSVC_RUNTIME_LIBRARY "MultiThreaded$<$<CONFIG:Debug>:Debug>")

add_library(cuzz_options INTERFACE)
target_compile_features(cuzz_options INTERFACE cxx_std_20)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

if(MSVC) # clang-cl too
    target_compile_options(cuzz_options INTERFACE /W4 /WX /permissive- /utf-8 /Zc:__cplusplus)
    # The standard's own functions are not deprecated.
    target_compile_definitions(cuzz_options INTERFACE _CRT_SECURE_NO_WARNINGS)
else()
    target_compile_options(cuzz_options INTERFACE -Wall -Wextra -Wpedantic -Werror)
endif()

if(MINGW)
    # Wine's dbghelp reads DWARF up to version 4.
    target_compile_options(cuzz_options INTERFACE -gdwarf-4)
    target_link_options(cuzz_options INTERFACE -static)
endif()

if(WIN32)
    target_compile_definitions(cuzz_options INTERFACE
        WIN32_LEAN_AND_MEAN NOMINMAX UNICODE _UNICODE _WIN32_WINNT=0x0A00)
endif()
