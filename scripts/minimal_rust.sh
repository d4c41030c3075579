#!/usr/bin/env bash
# Checks the workspace with the minimal Rust version in Cargo.toml (`rust-version`), if that toolchain is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}/minimal-rust

version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
# A toolchain is called 1.89-HOST or 1.89.0-HOST.
toolchain=$(rustup toolchain list 2>/dev/null | grep --extended-regexp --max-count 1 "^${version//./\\.}(\.[0-9]+)?-" || true)
if [ -z "$toolchain" ]; then
  echo "skipped: Rust $version is not installed (rustup toolchain install $version)"
else
  cargo "+${toolchain%% *}" check --locked --workspace --target-dir "$target"
fi
