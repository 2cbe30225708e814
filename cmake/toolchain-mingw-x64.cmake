set(CUZZ_MINGW_ARCHITECTURE x86_64)
include("${CMAKE_CURRENT_LIST_DIR}/toolchain-mingw.cmake")
