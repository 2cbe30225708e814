# Each header can be the first one that a file includes.
source "$(dirname -- "$0")/../check.sh"

run scripts/build.sh mingw-x64 cuzz_header_check
check "every header compiles alone" exited 0
