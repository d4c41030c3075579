#!/usr/bin/env bash
# Validates reports in every format against the schema that its owners publish, and files for GitHub against those of GitHub.
#   scripts/formats.sh target/release/ascertain
# The reports stay in target/ci/formats.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=target/ci/formats
venv=$folder/venv
mkdir -p "$folder/sarif/src"

if ! command -v python3 >/dev/null || ! { [ -x "$venv/bin/python" ] || python3 -m venv "$venv"; }; then
  echo "skipped: python3 with venv is not installed, so no format was validated"
  exit 0
fi
if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check lxml==6.1.3 check-jsonschema==0.39.0; then
  echo "skipped: pip could not install lxml and check-jsonschema"
  exit 0
fi
# The crate carries the schema of OASIS. It is only unpacked.
cat > "$folder/sarif/Cargo.toml" <<'TOML'
[package]
name = "sarif"
version = "0.0.0"
edition = "2024"

[dependencies]
serde-sarif = "=0.8.0"

[workspace]
TOML
touch "$folder/sarif/src/lib.rs"
if ! cargo metadata --quiet --format-version 1 --manifest-path "$folder/sarif/Cargo.toml" > "$folder/sarif/metadata.json"; then
  echo "skipped: cargo could not fetch serde-sarif, which has the schema of SARIF"
  exit 0
fi
"$venv/bin/python" scripts/formats.py "$program" "$folder"
"$venv/bin/check-jsonschema" --builtin-schema vendor.github-actions action.yml
"$venv/bin/check-jsonschema" --builtin-schema vendor.github-workflows \
  conformance/ci/github-actions.yml .github/workflows/wheels.yml
