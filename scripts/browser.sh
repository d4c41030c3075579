#!/usr/bin/env bash
# Opens an HTML report in Chromium: filter, cells, editions, keyboard, light and dark, a narrow window, axe. With a second
# argument also the site that `ascertain spec site` writes: searches, editions, deep links.
#   scripts/browser.sh REPORT.html [SITE]
# The report is of a backend with findings, such as NumPy.
set -euo pipefail
report=$(realpath "$1")
site=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."

for tool in chromium node npm; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: $tool is not installed, so nothing was opened in a browser"
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
export CHROMIUM
CHROMIUM=$(command -v chromium)
REPORT=$report node --test report.mjs
if [ -n "$site" ]; then
  SITE=$site node --test site.mjs
fi
