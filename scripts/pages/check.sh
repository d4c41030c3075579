#!/usr/bin/env bash
# The importer and the second reader agree on the made-up operator pages, and the comparison notices a changed fact.
#
#     scripts/pages/check.sh ASCERTAIN_SPEC PYTHON      (a Python with scripts/pages/requirements.txt)
set -euo pipefail
cd "$(dirname "$0")/../.."

ascertain_spec=$1 python=$2
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
mapfile -t pages < <(find spec/tools/tests/fixtures -name 'aclnn*.md' | sort)

"$ascertain_spec" import --dry-run "${pages[@]}" --report "$work/survey.json" >"$work/survey.txt"
"$python" -B scripts/pages/second_reader.py "${pages[@]}" >"$work/second.json"
"$python" -B scripts/pages/compare.py "$work/survey.json" "$work/second.json" --list refused | tee "$work/said.txt"
if ! grep --quiet "^${#pages[@]} pages compared" "$work/said.txt"; then
  echo "the importer refuses one of ${#pages[@]} made-up pages" >&2
  exit 1
fi

sed 's/"s32"/"s64"/' "$work/survey.json" >"$work/changed.json"
if "$python" -B scripts/pages/compare.py "$work/changed.json" "$work/second.json" >/dev/null; then
  echo "the comparison does not notice that a dtype is another one" >&2
  exit 1
fi
