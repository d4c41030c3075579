#!/usr/bin/env bash
# What can be checked of the C interface with compilers and tools alone: headers, symbols, programs, memory.
#
#     conformance/adapters/aclnn/check.sh [LIBRARY]
#
# LIBRARY is libascertain_aclnn.so; without it, that of target/release or target/debug. A tool that is not installed
# costs its part, and a line that says so.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)

library=${1:-}
for candidate in "$root/target/release/libascertain_aclnn.so" "$root/target/debug/libascertain_aclnn.so"; do
  if [ -z "$library" ] && [ -f "$candidate" ]; then library=$candidate; fi
done
[ -d "$here/include/aclnnop" ] || { echo "no headers; make them: cargo run -p ascertain-aclnn --example headers" >&2; exit 2; }
if [ ! -f "$library" ]; then
  echo "no library; build it: cargo build -p ascertain-aclnn" >&2
  exit 2
fi
library=$(realpath "$library")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

have() { command -v "$1" >/dev/null 2>&1 || { echo "skipped: $1 is not installed, so $2"; return 1; }; }
fail() { echo "FAILED: $*" >&2; exit 1; }
strict=(-Wall -Wextra -Wpedantic -Werror)

# -- each header alone, in C and in C++
headers=0
for compiler in gcc clang; do
  have "$compiler" "the headers were not compiled as C11 by it" || continue
  for header in "$here"/include/*/*.h; do
    echo "#include \"${header#"$here"/include/}\"" >"$work/alone.c"
    "$compiler" -std=c11 "${strict[@]}" -I"$here/include" -fsyntax-only "$work/alone.c"
    headers=$((headers + 1))
  done
done
for compiler in g++ clang++; do
  have "$compiler" "the headers were not compiled as C++17 by it" || continue
  for header in "$here"/include/*/*.h; do
    echo "#include \"${header#"$here"/include/}\"" >"$work/alone.cpp"
    "$compiler" -std=c++17 "${strict[@]}" -I"$here/include" -fsyntax-only "$work/alone.cpp"
    headers=$((headers + 1))
  done
done
echo "headers: $headers compilations of a header alone, without a warning"

# -- the library exports what the headers declare, and nothing else
if have nm "its symbols were not compared"; then
  nm -D --defined-only "$library" | awk '{print $3}' | sort >"$work/exported"
  grep -hoE '\b(acl[A-Za-z]+)\(' "$here"/include/*/*.h | tr -d '(' | sort -u >"$work/declared"
  diff "$work/declared" "$work/exported" >"$work/symbols" ||
    fail "declared (<) and exported (>) functions differ: $(cat "$work/symbols")"
  echo "symbols: $(wc -l <"$work/exported") exported, those that the headers declare"
fi

# -- the programs, by both compilers
run() { # title, wanted last line or nothing, command
  local title=$1 wanted=$2
  shift 2
  "$@" >"$work/out" 2>"$work/err" || fail "$title ended with $?: $(tail -5 "$work/out" "$work/err")"
  [ -z "$wanted" ] || grep -qxF "$wanted" "$work/out" || fail "$title did not print: $wanted"
}
link=(-I"$here/include" "$library" "-Wl,-rpath,$(dirname "$library")")
for compiler in g++ clang++; do
  have "$compiler" "the programs were not built by it" || continue
  for program in cumprod operators variety misuse; do
    "$compiler" -std=c++17 -g "${strict[@]}" "$here/examples/$program.cpp" "${link[@]}" -o "$work/$program-$compiler"
  done
  for workspace in 0 4096; do
    for strictness in 0 1; do
      export ASCERTAIN_ACLNN_WORKSPACE=$workspace ASCERTAIN_ACLNN_STRICT_STREAM=$strictness
      export ASCERTAIN_ACLNN_LEAKS=fail
      run "cumprod by $compiler" "in place: 1 2 6" "$work/cumprod-$compiler"
      grep -qxF "out of place: 1 2 6" "$work/out" || fail "cumprod by $compiler did not print 1 2 6 out of place"
      run "operators by $compiler" "sum: 7" "$work/operators-$compiler"
      grep -qxF "add: 21 42 63" "$work/out" && grep -qxF "cummax: 1 3 3 at 0 1 1" "$work/out" ||
        fail "operators by $compiler printed: $(cat "$work/out")"
      run "variety by $compiler" "" "$work/variety-$compiler"
      run "misuse by $compiler" "each was noticed" "$work/misuse-$compiler"
    done
  done
  unset ASCERTAIN_ACLNN_WORKSPACE ASCERTAIN_ACLNN_STRICT_STREAM ASCERTAIN_ACLNN_LEAKS
  echo "programs: 1 2 6 out of place and in place; $(grep -c . <("$work/variety-$compiler")) comparisons of dtypes, strides" \
    "and dims; $(grep -c '^    ' <("$work/misuse-$compiler")) misuses, each noticed ($compiler)"
done

# -- memory
if have g++ "AddressSanitizer was not tried"; then
  if echo 'int main() { return 0; }' >"$work/empty.cpp" && g++ -fsanitize=address "$work/empty.cpp" -o "$work/empty" 2>/dev/null; then
    for program in cumprod operators variety misuse; do
      g++ -std=c++17 -g -fsanitize=address,undefined -fno-sanitize-recover=all "$here/examples/$program.cpp" "${link[@]}" -o "$work/$program-asan"
      run "$program under AddressSanitizer" "" env ASAN_OPTIONS=detect_leaks=1 "$work/$program-asan"
    done
    echo "AddressSanitizer: the programs are clean"
  else
    echo "skipped: g++ has no AddressSanitizer here"
  fi
fi
if have valgrind "the programs were not run under it" && [ -x "$work/cumprod-g++" ]; then
  for program in cumprod operators variety misuse; do
    run "$program under valgrind" "" valgrind --quiet --error-exitcode=9 --leak-check=full \
      --errors-for-leak-kinds=definite "$work/$program-g++"
  done
  echo "valgrind: the programs are clean"
fi

# -- CMake
if have cmake "the CMake project was not built"; then
  cmake -S "$here/examples" -B "$work/build" -DASCERTAIN_ACLNN_LIBRARY="$library" >"$work/out" 2>&1 &&
    cmake --build "$work/build" >>"$work/out" 2>&1 || fail "cmake: $(tail -20 "$work/out")"
  (cd "$work/build" && ctest --output-on-failure >"$work/out" 2>&1) || fail "ctest: $(tail -20 "$work/out")"
  echo "CMake: $(grep 'tests passed' "$work/out")"
fi
echo "aclnn: all checks passed"
