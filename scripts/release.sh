#!/usr/bin/env bash
# What has to pass before a release, beside .ci/run. Most of it compiles everything once more, from other sources or with other
# dependencies; and a change seldom breaks it.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "== the oldest half, and the newest dependencies"
scripts/versions.sh

echo "== memory accesses of the kernels and of views of bytes"
scripts/memory.sh

echo "== fuzz targets"
# The tests run what the targets call on the inputs to begin with; scripts/fuzz.sh goes on from there.
if command -v c++ >/dev/null; then
  cp Cargo.lock conformance/fuzz/libfuzzer/Cargo.lock
  cargo check --quiet --bins --manifest-path conformance/fuzz/libfuzzer/Cargo.toml
else
  echo "skipped: there is no C++ compiler, which libFuzzer needs"
fi

echo "== the pages to publish, in target/generated"
cargo build --quiet
scripts/generated.sh target/debug/ascertain-spec
cargo run --quiet --package ascertain-aclnn --example headers
tar --create --gzip --file target/generated/aclnn-headers.tar.gz --directory conformance/adapters/aclnn include

echo "== the whole suite on the C library, of which .ci/run asks each operator little"
cargo build --quiet --package ascertain-aclnn
ASCERTAIN_ACLNN_WORKSPACE=4096 ASCERTAIN_ACLNN_STRICT_STREAM=1 \
  target/debug/ascertain run --backend "aclnn:target/debug/libascertain_aclnn.so" --fuzz 20000

echo "== results of MPFR, which shares no arithmetic with the judge"
scripts/mpfr.sh target/debug/ascertain

echo "== the program from the packages"
scripts/packages.sh

echo "== a document declared from its page alone"
scripts/new_document.sh

echo "== the wheel, where there is no Rust"
scripts/wheel.sh
