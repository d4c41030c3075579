#!/usr/bin/env bash
# Holds the judge against MPFR, whose arithmetic is correctly rounded and shares no code with it: sums, products, quotients, roots,
# six functions and conversions to floats, of every number of f16 and bf16 and of random ones. With --expect ulp=0 the correctly
# rounded result alone passes. Fails if one does not, or if MPFR answered fewer than a million elements.
#   scripts/mpfr.sh target/release/ascertain
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=target/mpfr
mkdir -p "$folder"
if ! command -v python3 >/dev/null || ! { [ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"; }; then
  echo "skipped: python3 with venv is not installed, so nothing was held against MPFR"
  exit 0
fi
if ! "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check gmpy2==2.3.2; then
  echo "skipped: pip could not install gmpy2"
  exit 0
fi
"$program" run --backend "process:$folder/venv/bin/python scripts/correctly_rounded.py $folder/answered" \
  --operators add,sub,mul,div,reciprocal,sqrt,rsqrt,exp,log,sin,cos,tanh,cast \
  --expect ulp=0 --expect subnormals=keep --expect conversion=direct --fuzz 60000 --quiet --report "json=$folder/report.json" || [ $? -eq 1 ]
# The adapter checks no argument, so that calls are accepted against pages. What counts is that no value is wrong.
"$folder/venv/bin/python" - "$folder/report.json" <<'PYTHON'
import json, sys
cases = json.load(open(sys.argv[1]))["cases"]
wrong = [case for case in cases if case.get("kind") in ("value", "declaration")]
print(*(f"{case['id']}: {case['question']}: expected {case['expected']}, got {case['got']}" for case in wrong[:10]), sep="\n")
sys.exit(len(wrong) > 0)
PYTHON
answered=$(cat "$folder/answered")
echo "elements that MPFR answered, none of them found wrong: $answered"
[ "$answered" -ge 1000000 ]
