#!/usr/bin/env bash
# Validates reports: JUnit by its published schema, JSON by ours; and files for GitHub by GitHub's.
#   scripts/formats.sh target/release/ascertain
# The reports stay in target/ci/formats.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=target/ci/formats
venv=$folder/venv
mkdir -p "$folder"

if ! command -v python3 >/dev/null || ! { [ -x "$venv/bin/python" ] || python3 -m venv "$venv"; }; then
  echo "skipped: python3 with venv is not installed, so no format was validated"
  exit 0
fi
if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check lxml==6.1.3 check-jsonschema==0.39.0; then
  echo "skipped: pip could not install lxml and check-jsonschema"
  exit 0
fi
"$venv/bin/python" scripts/formats.py "$program" "$folder"
"$venv/bin/check-jsonschema" --builtin-schema vendor.github-actions action.yml
"$venv/bin/check-jsonschema" --builtin-schema vendor.github-workflows \
  conformance/ci/github-actions.yml .github/workflows/wheels.yml
