# cuzz_test(<name> <target> SOURCES <file>… [LIBRARIES <target>…]): a GoogleTest program.
#
# One CTest entry for the whole program: asking a cross-compiled one for its tests would start Wine at build
# time. ./test counts the tests inside.
function(cuzz_test name target)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LIBRARIES")
    if(NOT TARGET GTest::gtest_main)
        add_custom_target(${target}
            COMMAND "${CMAKE_COMMAND}" -E echo
                "GoogleTest is missing: there are no sources in ${CUZZ_GOOGLETEST_SOURCES}. On Debian, install the package googletest; elsewhere set CUZZ_GOOGLETEST_SOURCES or use vcpkg."
            COMMAND "${CMAKE_COMMAND}" -E false
            VERBATIM)
        return()
    endif()
    add_executable(${target} ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} cuzz_options GTest::gtest_main)
    add_test(NAME ${name} COMMAND ${target})
endfunction()
