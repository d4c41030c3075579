#!/usr/bin/env bash
# Checks licenses, sources and versions of the programs' dependencies against deny.toml: with cargo-deny if it is
# installed, otherwise with a test that reads the same file. And collects the texts of the licenses, which a wheel carries.
set -euo pipefail
cd "$(dirname "$0")/.."

if cargo deny --version >/dev/null 2>&1; then
  cargo deny --locked --manifest-path conformance/keeper/Cargo.toml check licenses sources bans
else
  cargo test --package ascertain-keeper --test all -- dependencies:: --include-ignored
fi

if command -v python3 >/dev/null; then
  python3 scripts/licenses.py "${CARGO_TARGET_DIR:-target}/LICENSES-LINKED.txt"
else
  echo "skipped: python3 is not installed, so the texts of licenses were not collected"
fi
