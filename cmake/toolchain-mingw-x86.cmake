set(CUZZ_MINGW_ARCHITECTURE i686)
include("${CMAKE_CURRENT_LIST_DIR}/toolchain-mingw.cmake")
