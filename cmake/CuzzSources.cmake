# cuzz_sources(<variable> <folder>… [OPTIONAL <folder>…])
#
# Every .cpp in the folders (not below them). A folder without one is an error: a part that silently lost
# its sources or its tests would look like one that passes. Folders after OPTIONAL may be absent.
function(cuzz_sources variable)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONAL")
    set(all "")
    foreach(folder IN LISTS arg_UNPARSED_ARGUMENTS arg_OPTIONAL)
        file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
        if(NOT found AND NOT folder IN_LIST arg_OPTIONAL)
            message(FATAL_ERROR "There is no .cpp file in ${folder}, which ${variable} needs.")
        endif()
        list(APPEND all ${found})
    endforeach()
    set(${variable} "${all}" PARENT_SCOPE)
endfunction()
