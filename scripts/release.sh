#!/usr/bin/env bash
# What has to pass before a release, beside .ci/run. Each of these compiles everything once more, from other sources or with
# other dependencies, and a change seldom breaks it.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "== the oldest half, and the newest dependencies"
scripts/versions.sh

echo "== the program from the packages"
scripts/packages.sh

echo "== the wheel, where there is no Rust"
scripts/wheel.sh
