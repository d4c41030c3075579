#!/usr/bin/env bash
# Tests what `cargo test` leaves out: the C library and the driver of its interface, what fuzz targets check, and two published
# crates in their own tests.
set -euo pipefail
cd "$(dirname "$0")/.."

# Of the whole workspace, so that nothing is compiled again with other features.
cargo test --quiet --workspace --exclude ascertain-benches --test panics --test threads --test driver --test findings \
  --test arr_rs --test entry --test ndarray --example headers
