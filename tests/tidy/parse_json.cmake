# cmake -DFILE=… -P parse_json.cmake: fails unless the file is JSON.
file(READ "${FILE}" text)
string(JSON type ERROR_VARIABLE problem TYPE "${text}")
if(problem)
    message(FATAL_ERROR "${problem}")
endif()
