#!/usr/bin/env bash
# Packages the crates as `cargo publish` does, installs both programs from the packages alone, and runs it where there is no
# checkout. A project of `ascertain init rust` then takes its crates from the packages too.
set -euo pipefail
cd "$(dirname "$0")/.."
# The dependencies are those that tests were compiled with.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target} CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0

fail() { echo "packages: $*" >&2; exit 1; }
folder=$CARGO_TARGET_DIR/packages
rm -rf "$folder"
empty=$(mktemp --directory)
trap 'rm -rf "$empty"' EXIT

exclude=()
for crate in benches fuzz published aclnn aclnn-defects test-operators; do exclude+=(--exclude "ascertain-$crate"); done
cargo package --workspace "${exclude[@]}" --allow-dirty --no-verify --quiet --target-dir "$folder"
mkdir "$folder/crates" "$folder/.cargo"
# With the time of now, by which cargo sees that they are not those of the last time.
for package in "$folder"/package/*.crate; do tar --touch -xzf "$package" -C "$folder/crates"; done

# Nobody has published these versions: cargo takes them from here instead of the registry. They have to compile and to
# run, not to be fast.
for crate in "$folder"/crates/*; do
  name=${crate##*/} name=${name%-*}
  [ "$name" = ascertain-keeper ] || printf '[patch.crates-io.%s]\npath = "%s"\n' "$name" "$crate"
done >"$folder/.cargo/config.toml"
# The lock file in the package says that they come from the registry.
for program in cli keeper; do
  crate=$(echo "$folder/crates/ascertain-$program"-*)
  awk '/^name = / { own = /"ascertain/ } !(own && /^(source|checksum) = /)' "$crate/Cargo.lock" >"$folder/Cargo.lock"
  cp "$folder/Cargo.lock" "$crate/"
  # Not a part of the workspace around it.
  echo "[workspace]" >>"$crate/Cargo.toml"
  cargo install --debug --locked --quiet --path "$crate" --root "$folder/installed" --no-track
done

PATH="$folder/installed/bin:$PATH"
cd "$empty"
ascertain run --quiet
ascertain-spec lint

ascertain init rust "$folder/project"
cd "$folder/project"
cp "$folder/Cargo.lock" .
export CARGO_NET_OFFLINE=true
code=0
cargo run --quiet >found.txt || code=$?
[ "$code" -eq 1 ] || fail "the project in Rust ended with exit code $code where 1 is expected: $(cat found.txt)"
sed -i 's/[.]map(|_| lhs)$//' src/main.rs
cargo run --quiet || fail "the project in Rust, without its fault, still fails"
echo "packages: installed, and run without a checkout"
