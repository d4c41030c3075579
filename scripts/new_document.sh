#!/usr/bin/env bash
# Declares a document from a made-up page in a copy of this checkout, and builds: no code knows its operator, and yet its
# invalid calls are judged. With arguments, does the same with pages of your own, up to the run on the reference.
#
#     scripts/new_document.sh                                   what .ci/run checks
#     scripts/new_document.sh PAGE=DOCUMENT…                    aclnnFoo.md=aclnn.foo
set -euo pipefail
pages=("$@")
for i in "${!pages[@]}"; do pages[i]="$(realpath "${pages[i]%=*}")=${pages[i]##*=}"; done
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}" CARGO_TERM_COLOR=never
copy="$CARGO_TARGET_DIR/new-document"
rm -rf "$copy"
mkdir -p "$copy"
# With the times of the files, so that cargo builds little again.
git ls-files -z | xargs -0 cp --parents --preserve=timestamps --target-directory "$copy"

# The programs of the copy have to be compiled, not to be fast.
mkdir -p "$copy/.cargo"
for crate in "" -spec -spec-tools -judge -selftest -conformance -cli -keeper; do
  printf '[profile.dev.package.ascertain%s]\nopt-level = 0\n' "$crate"
done >>"$copy/.cargo/config.toml"
fail() { echo "new document: $*" >&2; exit 1; }
ascertain() { cargo run --quiet --bin ascertain -- "$@"; }
ascertain-spec() { cargo run --quiet --bin ascertain-spec -- "$@"; }

own=("spec/tools/tests/fixtures/new_document/aclnnBlend.md=aclnn.blend")
for page in "${pages[@]:-${own[@]}}"; do
  ascertain-spec import "${page%=*}" --new-document "${page##*=}" --edition 2026-07 --write --spec "$copy/spec"
done
cd "$copy"
# The program of the copy, with the new documents in it.
ascertain-spec check spec
ascertain-spec lint || true
for page in "${pages[@]:-${own[@]}}"; do
  operator=${page##*=*.}
  cases=$(ascertain list --filter "$operator/*" 2>/dev/null | grep -c "^ *$operator/") || true
  if [ "$cases" -eq 0 ]; then
    echo "$operator: no call can be made"
    continue
  fi
  code=0
  ascertain run --filter "$operator/*" --fuzz 0 --report json=reference.json >/dev/null || code=$?
  echo "$operator: $cases cases; the reference ends with exit code $code"
  [ "$code" -eq 3 ] || fail "the reference ended with exit code $code where 3 is expected: nothing is judged"
done
[ "$#" -eq 0 ] || exit 0

command -v python3 >/dev/null || { echo "skipped: python3 is not installed, so no adapter was judged"; exit 0; }
cat >blend.py <<'PYTHON'
"""blend as its page says, and with an argument, with one fault."""
import sys
sys.path.insert(0, "conformance/adapters/python")
from ascertain_adapters import Adapter, Rejected, Tensor

fault = sys.argv[1:]
adapter = Adapter("blend", "1")
LISTED = {"left": ["f32", "f16"], "right": ["f32", "s32"], "out": ["f32"], "selfRef": ["f32"]}

@adapter.operator("blend", ["f32", "f16", "s32"], strided=True, inplace=True, keepDims=True)
def blend(call):
    def refuse(why, status=161002):
        raise Rejected(why, 561002 if fault == ["status"] and why == "dim" else status)
    for name, dtypes in LISTED.items():
        if name in call and call[name].dtype not in dtypes and not (fault == ["dtype"] and name == "left"):
            refuse("dtype")
    first = call["selfRef" if call.get("inplace") else "left"]
    if not call.get("inplace") and 0 in first.shape:
        refuse("empty")
    for name, least, most in (("left", 2, 5), ("right", 0, 8), ("out", 0, 8), ("selfRef", 2, 5)):
        if name in call and not least <= len(call[name].shape) <= most:
            refuse("rank")
    if not -len(first.shape) <= call["dim"] < len(first.shape):
        refuse("dim")
    return Tensor("f32", [1], bytes(4))

adapter.serve()
PYTHON
judge() {
  local code=0
  ascertain run --backend "process:python3 blend.py $1" --filter 'blend/*' --fuzz 0 --report json=judged.json >/dev/null || code=$?
  [ "$code" -eq "$2" ] || fail "the run of the adapter with fault '$1' ended with exit code $code where $2 is expected"
  # What was found: kinds and requirements of failures, and which verdicts there were.
  python3 - "$3" <<'PYTHON'
import json, sys
cases = json.load(open("judged.json"))["cases"]
found = {f"{case['kind']} {case['requirement']}" for case in cases if case["verdict"] == "fail"}
assert found == set(filter(None, sys.argv[1].split(", "))), found
assert "pass" in {case["verdict"] for case in cases}
valid = [case for case in cases if "/grid/" in case["id"]]
assert valid and all(case["verdict"] == "skipped" for case in valid), valid
PYTHON
}
# No value was judged.
judge "" 3 ""
judge dtype 1 "accepted-invalid blend.left.dtype"
judge status 1 "status blend.dim.range, status blend.in-place.dim.range"
echo "new document: an operator that only its page declares is judged"
