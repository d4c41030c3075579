#!/usr/bin/env bash
# Tests what `cargo test` leaves out: the C library and the driver of its interface, what fuzz targets check, and two published
# crates in their own tests.
set -euo pipefail
cd "$(dirname "$0")/.."

# Of the whole workspace, so that nothing is compiled again with other features.
chosen=(--quiet --workspace --exclude ascertain-benches)

# The headers of operators come from the specification; the tree has their digest.
cargo build "${chosen[@]}" --example headers
"${CARGO_TARGET_DIR:-target}/debug/examples/headers"
cat conformance/adapters/aclnn/include/aclnnop/*.h | sha256sum | cut -d' ' -f1 >target/headers.sha256
diff conformance/adapters/aclnn/headers.sha256 target/headers.sha256 || {
  echo "the headers have changed; if they should: cp target/headers.sha256 conformance/adapters/aclnn/" >&2
  exit 1
}

cargo test "${chosen[@]}" --test panics --test threads --test driver --test findings \
  --test arr_rs --test entry --test ndarray --example headers
