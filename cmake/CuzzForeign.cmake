# cuzz_foreign: threaded programs that nobody wrote for cuzz, compiled unchanged from where Debian's packages put
# them, for tests/e2e/runtime_foreign.sh. Where a package is missing, building them fails with a sentence and
# everything else still builds.
#
# Between them they bring what programs are made of: std::thread and std::mutex linked statically and from the
# compiler's DLLs, pthreads likewise, and locks, condition variables and threads built on plain Win32 calls.
set(CUZZ_FOREIGN_PREFIX "/usr" CACHE PATH "Where the packages of the programs not written for cuzz are installed")
set(doc "${CUZZ_FOREIGN_PREFIX}/share/doc")
set(gnulib "${CUZZ_FOREIGN_PREFIX}/share/gnulib")
set(folder "${PROJECT_BINARY_DIR}/foreign")
set(foreign_targets "")
set(foreign_missing "")

# cuzz_foreign(<name> <package> SOURCES <file>… [INCLUDES <folder>…] [LIBRARIES <target>…] [DYNAMIC])
function(cuzz_foreign name package)
    cmake_parse_arguments(PARSE_ARGV 2 arg "DYNAMIC" "" "SOURCES;INCLUDES;LIBRARIES")
    # A glob and not EXISTS: Ninja notices when they appear.
    file(GLOB present CONFIGURE_DEPENDS ${arg_SOURCES})
    list(LENGTH arg_SOURCES wanted)
    list(LENGTH present found)
    if(found LESS wanted)
        set(foreign_missing ${foreign_missing} ${package} PARENT_SCOPE)
        return()
    endif()
    add_executable(foreign_${name} EXCLUDE_FROM_ALL ${arg_SOURCES})
    target_include_directories(foreign_${name} SYSTEM PRIVATE ${arg_INCLUDES})
    target_link_libraries(foreign_${name} PRIVATE ${arg_LIBRARIES})
    # Not ours to hold to our own warnings; but their assertions are what they test with.
    target_compile_options(foreign_${name} PRIVATE -w -gdwarf-4 -UNDEBUG)
    if(NOT arg_DYNAMIC)
        target_link_options(foreign_${name} PRIVATE -static)
    endif()
    set_target_properties(foreign_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY "${folder}"
        C_EXTENSIONS ON CXX_EXTENSIONS ON)
    set(foreign_targets ${foreign_targets} foreign_${name} PARENT_SCOPE)
endfunction()

# Headers below /usr/include, one folder at a time: all of it would hide mingw's own.
foreach(header IN ITEMS concurrentqueue xenium)
    file(MAKE_DIRECTORY "${folder}/include")
    file(CREATE_LINK "${CUZZ_FOREIGN_PREFIX}/include/${header}" "${folder}/include/${header}" SYMBOLIC)
endforeach()
# Easylogging's samples look for the library where it lies in its own tree.
file(MAKE_DIRECTORY "${folder}/easylogging/src" "${folder}/easylogging/samples/STL")
foreach(file IN ITEMS easylogging++.h easylogging++.cc)
    file(CREATE_LINK "${CUZZ_FOREIGN_PREFIX}/include/${file}" "${folder}/easylogging/src/${file}" SYMBOLIC)
endforeach()
# The programs linked dynamically find the compiler's DLLs beside themselves.
foreach(dll IN ITEMS libstdc++-6.dll libgcc_s_seh-1.dll libwinpthread-1.dll)
    execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=${dll} OUTPUT_VARIABLE path
        OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(IS_ABSOLUTE "${path}")
        file(COPY "${path}" DESTINATION "${folder}" FOLLOW_SYMLINK_CHAIN)
    endif()
endforeach()

# GoogleTest's own threaded tests, and others' that are written with it.
if(TARGET gtest_main)
    set(google "${CUZZ_GOOGLETEST_SOURCES}")
    cuzz_foreign(gtest_stress_test googletest SOURCES "${google}/googletest/test/gtest_stress_test.cc"
        INCLUDES "${google}/googletest" LIBRARIES gtest)
    cuzz_foreign(googletest-port-test googletest SOURCES "${google}/googletest/test/googletest-port-test.cc"
        INCLUDES "${google}/googletest" LIBRARIES gtest_main)
    cuzz_foreign(gmock_stress_test googletest
        SOURCES "${google}/googlemock/test/gmock_stress_test.cc" "${google}/googlemock/src/gmock-all.cc"
        INCLUDES "${google}/googlemock" "${google}/googlemock/include" LIBRARIES gtest)
    foreach(test IN ITEMS left_right seqlock)
        cuzz_foreign(xenium_${test} libxenium-doc SOURCES "${doc}/libxenium-dev/test/${test}_test.cpp"
            INCLUDES "${folder}/include" LIBRARIES gtest_main)
    endforeach()
else()
    list(APPEND foreign_missing googletest)
endif()

cuzz_foreign(concurrentqueue_test2 libconcurrentqueue-dev INCLUDES "${folder}/include"
    SOURCES "${doc}/libconcurrentqueue-dev/examples/test2.cpp")
cuzz_foreign(concurrentqueue_test3 libconcurrentqueue-dev INCLUDES "${folder}/include" DYNAMIC
    SOURCES "${doc}/libconcurrentqueue-dev/examples/test3.cpp")
cuzz_foreign(easylogging_async libeasyloggingpp-dev INCLUDES "${folder}/easylogging/samples/STL" DYNAMIC
    SOURCES "${doc}/libeasyloggingpp-dev/examples/STL/multi-loggers-with-async.cpp"
        "${doc}/libeasyloggingpp-dev/examples/STL/easylogging++.cc")
if(TARGET foreign_easylogging_async)
    target_compile_definitions(foreign_easylogging_async PRIVATE ELPP_THREAD_SAFE)
endif()

# Gnulib's tests, with what its configuration would find out: its own locks and threads, made of Win32's; and
# winpthreads.
set(gnulib_windows "")
foreach(source IN ITEMS glthread/cond glthread/lock glthread/thread windows-cond windows-mutex windows-once
        windows-recmutex windows-rwlock windows-thread windows-timedmutex windows-timedrecmutex windows-tls)
    list(APPEND gnulib_windows "${gnulib}/lib/${source}.c")
endforeach()
file(CONFIGURE OUTPUT "${folder}/gnulib/config.h" CONTENT "#include <stdbool.h>
#define USE_WINDOWS_THREADS 1
#define _GL_INLINE_HEADER_BEGIN
#define _GL_INLINE_HEADER_END
#define _GL_INLINE static inline
#define _GL_EXTERN_INLINE static inline
")
foreach(test IN ITEMS cond rwlock1)
    cuzz_foreign(gnulib_${test} gnulib SOURCES "${gnulib}/tests/test-${test}.c" ${gnulib_windows}
        INCLUDES "${folder}/gnulib" "${gnulib}/lib" "${gnulib}/tests")
endforeach()
cuzz_foreign(gnulib_pthread_cond gnulib SOURCES "${gnulib}/tests/test-pthread-cond.c" DYNAMIC
    INCLUDES "${folder}/gnulib" "${gnulib}/tests")

if(foreign_missing)
    list(REMOVE_DUPLICATES foreign_missing)
    list(JOIN foreign_missing " and " foreign_missing)
    add_custom_target(cuzz_foreign
        COMMAND "${CMAKE_COMMAND}" -E echo "Programs not written for cuzz are missing: install ${foreign_missing}."
        COMMAND "${CMAKE_COMMAND}" -E false
        VERBATIM)
else()
    add_custom_target(cuzz_foreign DEPENDS ${foreign_targets})
endif()
