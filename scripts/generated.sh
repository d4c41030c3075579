#!/usr/bin/env bash
# Makes the pages that a release publishes and the tree does not hold, and compares each with its digest in docs/generated.txt.
#
#     scripts/generated.sh [--write] PROGRAM [FOLDER]
#
# PROGRAM is ascertain-spec. The pages go to FOLDER, target/generated if none is named. --write renews docs/generated.txt.
set -euo pipefail
write=
if [ "${1-}" = --write ]; then write=yes; shift; fi
spec=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=${2:-target/generated}
mkdir -p "$folder"

"$spec" check --statements spec >"$folder/transcription.md"
"$spec" selftest --coverage "$folder/coverage.md"
found=$(cd "$folder" && sha256sum transcription.md coverage.md)
if [ -n "$write" ]; then
  echo "$found" >docs/generated.txt
elif ! diff docs/generated.txt <(echo "$found"); then
  echo "pages have changed (in $folder); if they should: scripts/generated.sh --write $1" >&2
  exit 1
fi
