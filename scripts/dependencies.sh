#!/usr/bin/env bash
# Checks licenses, sources and versions of the programs' dependencies against deny.toml: with cargo-deny if it is
# installed, otherwise with a test that reads the same file.
set -euo pipefail
cd "$(dirname "$0")/.."

if cargo deny --version >/dev/null 2>&1; then
  cargo deny --locked --manifest-path conformance/keeper/Cargo.toml check licenses sources bans
else
  cargo test --test all -- dependencies:: --include-ignored
fi
