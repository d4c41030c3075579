#!/usr/bin/env bash
# array-api-tests at 55fcc60: a floor that is one too low, a sine that is 0 and wrong sums with a number pass its tests.
#
# Expected: tests of values tell a right one from a wrong one.
# Seen: results of floats may be off by 1 or by a quarter (`abs_tol` and `rel_tol` of `isclose`), also those of functions that
# are exact or never exceed 1. Where the second operand is a number, nothing is compared: the test that leaves out NaN, infinity
# and 0 is the wrong way round (`if filter_(right): return`).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet https://github.com/data-apis/array-api-tests "$folder/tests"
git -C "$folder/tests" checkout --quiet 55fcc60179efa2680ddd6cd926ddf17b83530e2b
git -C "$folder/tests" submodule --quiet update --init
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet array-api-strict==2.6.1 numpy==2.4.6 hypothesis==6.170.17 ndindex==1.10.1 pytest==9.2.0 \
    pytest-json-report==1.5.0
cat >"$folder/tests/wrong.py" <<'END'
import array_api_strict as xp
from array_api_strict._array_object import Array

floor, sine, add = xp.floor, xp.sin, Array.__add__
xp.floor = lambda x, /: floor(x) - 1 if xp.isdtype(x.dtype, "real floating") else floor(x)
xp.sin = lambda x, /: sine(x) * 0
Array.__add__ = lambda x, other: add(x, other) if isinstance(other, Array) else add(x, other) * 0
END
cd "$folder/tests"
elementwise=array_api_tests/test_operators_and_elementwise_functions.py
ARRAY_API_TESTS_MODULE="exec('import wrong; xp = wrong.xp')" \
    "$folder/bin/python" -m pytest --quiet "$elementwise"::test_{floor,sin,add} | tee "$folder/said"
grep --quiet '^7 passed' "$folder/said"
echo "as described"
