#!/usr/bin/env bash
# Looks for wrong memory accesses in the kernels and in the views of bytes. Runs the tests of the crate `ascertain` that
# use them:
# - with Miri, if a toolchain has it: only the views of bytes, since Miri does not run code for special processors, and
# - with AddressSanitizer, if there is a nightly toolchain, otherwise with Valgrind.
# Prints a line with `skipped` for each tool that is not installed.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}/memory
host=$(rustc -vV | sed -n 's/^host: //p')

miri=
for toolchain in "" +nightly; do
  if [ -z "$miri" ] && cargo $toolchain miri --version >/dev/null 2>&1; then
    miri=yes
    cargo $toolchain miri test --package ascertain --test all --target-dir "$target" tensor::
  fi
done
[ -n "$miri" ] || echo "skipped: no toolchain has Miri (rustup +nightly component add miri)"

programs=(--package ascertain --lib --test all)
names=(formula:: kernel:: tensor::)
if [ "$(uname -s)" = Linux ] && cargo +nightly --version >/dev/null 2>&1; then
  echo "AddressSanitizer"
  # A target that is named keeps the flag away from build scripts.
  RUSTFLAGS="${RUSTFLAGS-} -Zsanitizer=address" cargo +nightly test "${programs[@]}" --target-dir "$target" --target "$host" -- "${names[@]}"
elif command -v valgrind >/dev/null; then
  echo "Valgrind"
  cargo test --quiet --no-run "${programs[@]}" --message-format json | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' |
    while read -r program; do
      echo "$program"
      valgrind --quiet --error-exitcode=1 "$program" --quiet "${names[@]}"
    done
else
  echo "skipped: there is no nightly toolchain for AddressSanitizer, and no Valgrind"
fi
