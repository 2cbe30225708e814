# benchmarks/programs: the Windows programs that ./bench measures, bare and under cuzz.
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/benchmarks/programs/*.cpp")
set(targets "")
foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME_WE)
    add_executable(benchmark_${name} EXCLUDE_FROM_ALL "${source}")
    target_link_libraries(benchmark_${name} PRIVATE cuzz_options synchronization)
    set_target_properties(benchmark_${name} PROPERTIES OUTPUT_NAME ${name}
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/benchmarks")
    list(APPEND targets benchmark_${name})
endforeach()
add_custom_target(cuzz_benchmark_programs DEPENDS ${targets})
