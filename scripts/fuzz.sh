#!/usr/bin/env bash
# Fuzzes each target for some seconds, from inputs that `seeds` makes; conformance/fuzz/README.md says what they check.
#
#     scripts/fuzz.sh [SECONDS] [TARGET…]      10 seconds, all targets
#
# Works on a stable toolchain: no sanitizer is used.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
seconds=10
if [[ ${1-} =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
fi
folder=conformance/fuzz/libfuzzer
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  for file in "$folder"/fuzz_targets/*.rs; do targets+=("$(basename "$file" .rs)"); done
fi

skip() { echo "skipped: $*"; exit 0; }

command -v c++ >/dev/null || skip "there is no C++ compiler, which libFuzzer needs"
case $(uname -s) in Linux | Darwin) ;; *) skip "libFuzzer is not built for $(uname -s)" ;; esac
# The versions of dependencies that everything else is built and tested with.
cp Cargo.lock "$folder/Cargo.lock"
cargo run --quiet --bin seeds -- "$folder/corpus"
# The flags of `cargo fuzz build --sanitizer none --no-cfg-fuzzing`. With `--cfg fuzzing`, proc-macro2 leaves out the places
# of tokens, and predicates cannot be read. A target that is named keeps the flags away from build scripts.
coverage=-Cpasses=sancov-module
for flag in level=4 inline-8bit-counters pc-table trace-compares stack-depth; do
  coverage+=" -Cllvm-args=-sanitizer-coverage-$flag"
done
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="$coverage" cargo build --release --quiet --bins --manifest-path "$folder/Cargo.toml" --target "$host" --target-dir "$target/fuzz"
programs=$target/fuzz/$host/release

for name in "${targets[@]}"; do
  [ -x "$programs/$name" ] || { echo "no target is called $name" >&2; exit 2; }
  mkdir -p "$folder/artifacts/$name"
done
# As many at a time as there are processors; what each says goes to its log.
export programs folder target seconds
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I '{}' bash -c '
  "$programs/{}" "$folder/corpus/{}" -artifact_prefix="$folder/artifacts/{}/" -max_total_time="$seconds" -rss_limit_mb=2048 \
    -timeout=10 -max_len=16384 >"$target/fuzz/{}.log" 2>&1; echo $? >"$target/fuzz/{}.status"'
failed=
for name in "${targets[@]}"; do
  echo "== $name"
  log=$target/fuzz/$name.log
  if [ "$(cat "$target/fuzz/$name.status")" = 0 ]; then
    grep --max-count 1 '^Done ' "$log"
  else
    grep --invert-match '^#' "$log" | tail -n 40 >&2
    failed="$failed $name"
  fi
done
[ -z "$failed" ] || { echo "findings of$failed: conformance/fuzz/README.md says what to do" >&2; exit 1; }
