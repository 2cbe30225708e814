# cuzz_hook_engine: Microsoft Detours where it is found, else the built-in engine; and cuzz_wil, WIL where it is
# found. Both are looked for where vcpkg puts them and in every prefix of CMAKE_PREFIX_PATH, and are used only if
# a program with them links: a prefix for the other bitness, say, does not count.
include(CheckCXXSourceCompiles)

set(CUZZ_HOOK_ENGINE auto CACHE STRING "What places the hooks: auto (Detours where it is found), detours, builtin")
set_property(CACHE CUZZ_HOOK_ENGINE PROPERTY STRINGS auto detours builtin)
if(NOT CUZZ_HOOK_ENGINE MATCHES "^(auto|detours|builtin)$")
    message(FATAL_ERROR "CUZZ_HOOK_ENGINE is '${CUZZ_HOOK_ENGINE}': choose auto, detours or builtin.")
endif()

# cuzz_links(<variable> <include folder> <library or nothing> <source>)
function(cuzz_links variable include_folder library source)
    if(NOT include_folder OR library MATCHES "-NOTFOUND$")
        return()
    endif()
    set(CMAKE_REQUIRED_QUIET ON)
    set(CMAKE_REQUIRED_INCLUDES "${include_folder}")
    set(CMAKE_REQUIRED_LIBRARIES "${library}")
    set(CMAKE_REQUIRED_DEFINITIONS -D_WIN32_WINNT=0x0A00 -DWIN32_LEAN_AND_MEAN -DNOMINMAX)
    check_cxx_source_compiles("${source}" ${variable})
endfunction()

# CMAKE_FIND_ROOT_PATH_BOTH: the mingw toolchain files would otherwise look in the compiler's own folders alone.
if(NOT CUZZ_HOOK_ENGINE STREQUAL builtin)
    find_path(CUZZ_DETOURS_INCLUDE_DIR detours.h PATH_SUFFIXES detours CMAKE_FIND_ROOT_PATH_BOTH)
    find_library(CUZZ_DETOURS_LIBRARY detours CMAKE_FIND_ROOT_PATH_BOTH)
    mark_as_advanced(CUZZ_DETOURS_INCLUDE_DIR CUZZ_DETOURS_LIBRARY)
    cuzz_links(CUZZ_DETOURS_LINKS "${CUZZ_DETOURS_INCLUDE_DIR}" "${CUZZ_DETOURS_LIBRARY}"
        "#include <windows.h>\n#include <detours.h>\nint main() { return DetourTransactionBegin(); }")
endif()
if(CUZZ_HOOK_ENGINE STREQUAL detours AND NOT CUZZ_DETOURS_LINKS)
    message(FATAL_ERROR "CUZZ_HOOK_ENGINE is detours, and there is no detours.h with a library that links. "
        "Use vcpkg, or name the prefix that has them in CMAKE_PREFIX_PATH.")
endif()

set(folder src/detours/hook_engine)
if(CUZZ_DETOURS_LINKS AND NOT CUZZ_HOOK_ENGINE STREQUAL builtin)
    set(engine detours)
else()
    set(engine builtin)
endif()
set(CUZZ_HOOK_ENGINE_EXPORTS ${folder}/${engine}_exports.def)
message(STATUS "Hook engine: ${engine}")

add_library(cuzz_hook_engine STATIC ${folder}/${engine}_engine.cpp ${folder}/${engine}_injection.cpp
    ${folder}/${engine}_arrival.cpp)
target_include_directories(cuzz_hook_engine PUBLIC src)
target_link_libraries(cuzz_hook_engine PRIVATE cuzz_options)
if(engine STREQUAL detours)
    target_include_directories(cuzz_hook_engine SYSTEM PRIVATE "${CUZZ_DETOURS_INCLUDE_DIR}")
    target_link_libraries(cuzz_hook_engine PRIVATE "${CUZZ_DETOURS_LIBRARY}")
else()
    target_sources(cuzz_hook_engine PRIVATE ${folder}/relocation.cpp ${folder}/trampolines.cpp)
    target_link_libraries(cuzz_hook_engine PRIVATE cuzz_x86)
endif()

find_path(CUZZ_WIL_INCLUDE_DIR wil/resource.h CMAKE_FIND_ROOT_PATH_BOTH)
mark_as_advanced(CUZZ_WIL_INCLUDE_DIR)
cuzz_links(CUZZ_WIL_LINKS "${CUZZ_WIL_INCLUDE_DIR}" ""
    "#include <windows.h>\n#include <wil/resource.h>\nint main() { return wil::unique_handle(nullptr) ? 1 : 0; }")
add_library(cuzz_wil INTERFACE)
if(CUZZ_WIL_LINKS)
    target_compile_definitions(cuzz_wil INTERFACE CUZZ_HAS_WIL)
    target_include_directories(cuzz_wil SYSTEM INTERFACE "${CUZZ_WIL_INCLUDE_DIR}")
    message(STATUS "Handles: WIL")
else()
    message(STATUS "Handles: our own")
endif()
