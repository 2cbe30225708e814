# cuzz64.dll or cuzz32.dll, the part inside the program, and the samples that show what it does.
cuzz_sources(detours_sources src/detours src/detours/runtime src/detours/hooks)
add_library(cuzz_detours SHARED ${detours_sources} ${CUZZ_HOOK_ENGINE_EXPORTS})
target_link_libraries(cuzz_detours PRIVATE cuzz_scheduler cuzz_hook_engine cuzz_options)
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
    set_target_properties(cuzz_detours PROPERTIES PREFIX "" OUTPUT_NAME cuzz64)
else()
    set_target_properties(cuzz_detours PROPERTIES PREFIX "" OUTPUT_NAME cuzz32)
endif()
if(MINGW)
    # The module definition file names functions without the decoration that 32-bit code has.
    target_link_options(cuzz_detours PRIVATE -Wl,--enable-stdcall-fixup)
    # The thread's own block lies at address 0 of a segment, which this compiler takes for a null pointer.
    target_compile_options(cuzz_detours PRIVATE --param=min-pagesize=0)
    # Debug information goes into a file beside it: Wine would read all of it, 14 MB, at the start of each run.
    add_custom_command(TARGET cuzz_detours POST_BUILD VERBATIM
        COMMAND ${CMAKE_OBJCOPY} --only-keep-debug $<TARGET_FILE:cuzz_detours> $<TARGET_FILE:cuzz_detours>.debug
        COMMAND ${CMAKE_STRIP} --strip-all $<TARGET_FILE:cuzz_detours>
        COMMAND ${CMAKE_OBJCOPY} --add-gnu-debuglink=$<TARGET_FILE:cuzz_detours>.debug $<TARGET_FILE:cuzz_detours>)
endif()

# Each sample twice: with its bug, and fixed.
file(GLOB samples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/samples/*.cpp")
set(sample_targets "")
foreach(source IN LISTS samples)
    get_filename_component(name "${source}" NAME_WE)
    foreach(twin IN ITEMS "" _fixed)
        add_executable(sample_${name}${twin} "${source}")
        target_link_libraries(sample_${name}${twin} PRIVATE cuzz_options)
        set_target_properties(sample_${name}${twin} PROPERTIES OUTPUT_NAME ${name}${twin}
            RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/samples")
        if(twin)
            target_compile_definitions(sample_${name}${twin} PRIVATE CUZZ_FIXED)
        endif()
        list(APPEND sample_targets sample_${name}${twin})
    endforeach()
endforeach()
add_custom_target(cuzz_samples DEPENDS ${sample_targets})

# The programs that the runtime's tests run: one for each primitive, and one for each bug that was.
set(program_targets "")
foreach(folder IN ITEMS conformance programs)
    file(GLOB programs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp")
    foreach(source IN LISTS programs)
        get_filename_component(name "${source}" NAME_WE)
        add_executable(${folder}_${name} EXCLUDE_FROM_ALL "${source}")
        target_link_libraries(${folder}_${name} PRIVATE cuzz_options)
        target_link_libraries(${folder}_${name} PRIVATE synchronization)
        set_target_properties(${folder}_${name} PROPERTIES OUTPUT_NAME ${name}
            RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${folder}")
        list(APPEND program_targets ${folder}_${name})
    endforeach()
endforeach()
add_custom_target(cuzz_conformance DEPENDS ${program_targets})
