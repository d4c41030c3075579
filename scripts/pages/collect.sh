#!/usr/bin/env bash
# Every distinct version of the pages of a repository whose path matches, from all of its history. Their licences may
# forbid committing them, so choose a folder outside this repository.
#
#     scripts/pages/collect.sh GIT_DIR PATTERN FOLDER [REVISION…]
#     scripts/pages/collect.sh ~/ops-math/.git '/aclnnCumprod.*\.md$' /tmp/cumprod --all
#     scripts/pages/collect.sh ~/ops-math/.git '/docs/aclnn.*\.md$' /tmp/operators --tip
#
# PATTERN is a regular expression of grep -E. `--tip` takes the files of HEAD only. Each file is named
# DATE_COMMIT_path, the commit being the first that had it.
set -euo pipefail

[ $# -ge 3 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
git_dir=$1 pattern=$2 out=$3
shift 3
run() { git --git-dir="$git_dir" -c core.quotePath=false "$@"; }
mkdir -p "$out"

if [ "${1:-}" = --tip ]; then
  run ls-tree -r HEAD --format='%(objectname) %(path)' | { grep -E -- " .*($pattern)" || true; } |
    while read -r blob path; do
      mkdir -p "$out/$(dirname "$path")"
      run cat-file blob "$blob" >"$out/$path"
    done
  exit
fi

# Oldest first, so that the first commit with a blob names it.
run log "${@:---all}" --reverse --date-order --raw --no-renames --no-abbrev -m --format='@%h %cd' --date=short |
  awk -v pattern="$pattern" -F '\t' '
    /^@/ { split(substr($0, 2), commit, " ") }
    /^:/ { split($1, raw, " "); if ($2 ~ pattern && raw[4] !~ /^0+$/ && !seen[raw[4]]++) print commit[2], commit[1], raw[4], $2 }' |
  while read -r date commit blob path; do
    run cat-file blob "$blob" >"$out/${date}_${commit}_$(tr '/& ' '___' <<<"$path")"
  done
