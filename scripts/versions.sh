#!/usr/bin/env bash
# Builds and tests a copy of the workspace with other versions of its dependencies than in Cargo.lock: the core crate with
# the oldest `half` that its manifest allows, and everything with the newest versions that the manifests allow.
set -euo pipefail
cd "$(dirname "$0")/.."

# The versions in Cargo.lock fit together, so this can only fail without the registry.
if ! cargo update --dry-run >/dev/null 2>&1; then
  echo "skipped: cargo cannot reach the registry"
  exit
fi

target=${CARGO_TARGET_DIR:-$PWD/target}
copy=$target/versions
# Crates of which no other version is taken are there already.
export CARGO_TARGET_DIR=$target
rm -rf "$copy"
mkdir -p "$copy"
tar --create --exclude ./target --exclude ./.git . | tar --extract --directory "$copy"

half=$(sed -n 's/^half = { version = "\([0-9.]*\)".*/\1/p' Cargo.toml)
cd "$copy"
echo "half $half.0"
cargo update --quiet --package half --precise "$half.0"
cargo test --quiet --package ascertain

echo "the newest versions"
cargo update
cargo check --quiet --workspace
cargo test --quiet --package ascertain
