#!/usr/bin/env bash
# Opens HTML pages in Chromium: filter, keyboard, light and dark, a narrow window, axe.
#   scripts/browser.sh KIND=PAGE…
# with report=run.html compare=two.html matrix=many.html hostile=h.html. Each kind has its tests
# in conformance/tests/browser/KIND.mjs. A page without a kind is a report. The report is of a backend with findings, such as
# NumPy, and the comparison one of the reference with it. The hostile one is of a backend whose texts try to do something:
# they must not.
set -euo pipefail
pages=()
for page in "$@"; do
  case $page in *=*) ;; *) page=report=$page ;; esac
  pages+=("${page%%=*}=$(realpath "${page#*=}")")
done
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
for page in "${pages[@]}"; do
  kind=${page%%=*}
  env "${kind^^}=${page#*=}" node --test "$kind.mjs"
done
