#!/usr/bin/env bash
# Packages the crates as `cargo publish` does, installs the program from the packages alone, and runs it in a folder
# without a checkout, where a new project in Rust takes its crates from the packages too. Needs no Python; with it, the
# commands that `ascertain init python` prints are run too.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
# They have to compile and to run, and not to be fast.
export CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0

fail() { echo "packages: $*" >&2; exit 1; }
# A new folder each time, as cargo takes what it once unpacked from this path for what it is to build now.
folder=$(mktemp --directory)
trap 'rm -rf "$folder"' EXIT

exclude=()
for crate in benches fuzz published aclnn aclnn-defects test-operators; do exclude+=(--exclude "ascertain-$crate"); done
cargo package --workspace "${exclude[@]}" --allow-dirty --no-verify --quiet --target-dir "$folder"
mkdir "$folder/crates"
for package in "$folder"/package/*.crate; do tar -xzf "$package" -C "$folder/crates"; done

# Nobody has published these versions: cargo takes them from here instead of the registry.
mkdir "$folder/.cargo"
{
  echo "[patch.crates-io]"
  for crate in "$folder"/crates/*; do
    name=${crate##*/}
    echo "${name%-*} = { path = \"$crate\" }"
  done
} >"$folder/.cargo/config.toml"
cat "$folder/.cargo/config.toml"
