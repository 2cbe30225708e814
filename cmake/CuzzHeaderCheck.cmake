# cuzz_header_check compiles each header of ours alone, so that none leans on what its includer happened to
# include before it. Not part of the default build; ./test tidy builds it.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
    "${PROJECT_SOURCE_DIR}/src/*.h" "${PROJECT_SOURCE_DIR}/include/*.h")

set(checks "")
foreach(header IN LISTS headers)
    set(check "${PROJECT_BINARY_DIR}/header_check/${header}.cpp")
    # Twice: include guards are checked along the way.
    file(CONFIGURE OUTPUT "${check}"
        CONTENT "#include \"@PROJECT_SOURCE_DIR@/@header@\"\n#include \"@PROJECT_SOURCE_DIR@/@header@\"\n" @ONLY)
    list(APPEND checks "${check}")
endforeach()

add_library(cuzz_header_check OBJECT EXCLUDE_FROM_ALL ${checks})
target_include_directories(cuzz_header_check PRIVATE src include)
target_link_libraries(cuzz_header_check PRIVATE cuzz_options)
if(TARGET GTest::gtest_main)
    # For the public headers that support tests written with GoogleTest.
    target_link_libraries(cuzz_header_check PRIVATE GTest::gtest_main)
endif()
