# What the two mingw-w64 toolchain files share. Set CUZZ_MINGW_ARCHITECTURE (x86_64, i686) first.
#
# The posix variants of Debian's compilers: the win32 ones have no std::thread and std::mutex.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR ${CUZZ_MINGW_ARCHITECTURE})

set(CMAKE_C_COMPILER ${CUZZ_MINGW_ARCHITECTURE}-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER ${CUZZ_MINGW_ARCHITECTURE}-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER ${CUZZ_MINGW_ARCHITECTURE}-w64-mingw32-windres)

set(CMAKE_FIND_ROOT_PATH /usr/${CUZZ_MINGW_ARCHITECTURE}-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# BOTH: a prefix given by hand (Detours built for mingw, say) is found too.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)

# CTest runs what was built through this.
set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_LIST_DIR}/../scripts/wine")
