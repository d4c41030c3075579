#!/usr/bin/env bash
# Changes one piece of the code at a time, in a copy below the target folder, and runs the tests that judge it. What no test
# notices is printed as MISSED; docs/mutants.md explains those that are known. Not part of .ci/run, as it takes hours.
#
#     scripts/mutants.sh PIECE [argument of `cargo mutants`]…
#
# Pieces: promote contract session oracle
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
export PATH=$target/mutants-tools/bin:$PATH
piece=${1-}
[ $# -eq 0 ] || shift

# The package whose code is changed, the files, and the tests that judge them.
case $piece in
  promote) package=ascertain files='src/promote.rs' tests=(--package ascertain --test all -- promote::) ;;
  contract) package=ascertain files='src/contract.rs' tests=(--package ascertain --test all -- contract:: reference::) ;;
  session)
    package=ascertain-judge files='conformance/judge/src/session/**/*.rs'
    tests=(--package ascertain-judge --package ascertain-selftest --test all -- session:: run:: suite::) ;;
  oracle)
    package=ascertain-oracle files='conformance/oracle/src/**/*.rs'
    tests=(--package ascertain-oracle --package ascertain-selftest --lib --test all -- tests:: oracle::) ;;
  *) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

if ! cargo mutants --version >/dev/null 2>&1; then
  cargo install --quiet --locked cargo-mutants --root "$target/mutants-tools" ||
    { echo "skipped: cargo-mutants could not be installed"; exit 0; }
fi
mkdir -p "$target/mutants/$piece"
unset CARGO_TARGET_DIR
export TMPDIR=$target/mutants CARGO_INCREMENTAL=1 CARGO_PROFILE_DEV_DEBUG=0
exec cargo mutants --package "$package" --file "$files" --exclude "**/tests/**" --jobs 1 --timeout 120 --build-timeout 600 --cap-lints=true \
  --output "$target/mutants/$piece" "$@" -- "${tests[@]}"
