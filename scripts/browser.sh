#!/usr/bin/env bash
# Opens an HTML report in Chromium: filter, cells, editions, keyboard, light and dark, a narrow window, axe.
#   scripts/browser.sh REPORT.html [HOSTILE.html]
# The report is of a backend with findings, such as NumPy. The other is of one whose texts try to do something: they must not.
set -euo pipefail
report=$(realpath "$1")
hostile=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."

for tool in chromium node npm; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: $tool is not installed, so the report was not opened in a browser"
    exit 0
  fi
done
folder=target/ci/browser
mkdir -p "$folder"
cp conformance/tests/browser/* "$folder"
if ! (cd "$folder" && npm ci --silent --no-audit --no-fund); then
  echo "skipped: npm could not install playwright-core and axe-core"
  exit 0
fi
cd "$folder"
REPORT=$report CHROMIUM=$(command -v chromium) node --test report.mjs
[ -z "$hostile" ] || HOSTILE=$hostile CHROMIUM=$(command -v chromium) node --test hostile.mjs
