# GTest::gtest_main, from vcpkg where vcpkg is used, else from the sources that Debian's googletest package
# delivers: those are built with the toolchain at hand, mingw included. Where there are none the target is
# missing; building the tests then fails with a sentence (cuzz_test), and everything else still builds.
if(DEFINED VCPKG_TARGET_TRIPLET)
    find_package(GTest CONFIG REQUIRED)
    return()
endif()

set(CUZZ_GOOGLETEST_SOURCES "/usr/src/googletest" CACHE PATH "GoogleTest's sources, used where vcpkg is not")
# A glob and not EXISTS: Ninja notices when they appear.
file(GLOB googletest CONFIGURE_DEPENDS "${CUZZ_GOOGLETEST_SOURCES}/CMakeLists.txt")
if(NOT googletest)
    return()
endif()

set(BUILD_GMOCK OFF CACHE BOOL "" FORCE)
set(INSTALL_GTEST OFF CACHE BOOL "" FORCE)
add_subdirectory("${CUZZ_GOOGLETEST_SOURCES}" googletest EXCLUDE_FROM_ALL SYSTEM)
if(NOT TARGET GTest::gtest_main)
    add_library(GTest::gtest_main ALIAS gtest_main)
endif()
