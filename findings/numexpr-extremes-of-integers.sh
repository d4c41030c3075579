#!/usr/bin/env bash
# numexpr 2.14.2: max and min of int64 go through float64.
#
# Expected: an element of the array. The result is of int64.
# Seen: 2^53 + 1 becomes 2^53.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet numexpr==2.14.2 numpy==2.4.6
cat >"$folder/session.txt" <<'END'
>>> import numexpr, numpy as np
>>> x = np.array([2**53 + 1])
>>> int(numexpr.evaluate("max(x)")) - 2**53, int(numexpr.evaluate("min(x)")) - 2**53
(0, 0)
>>> numexpr.evaluate("max(x)").dtype
dtype('int64')
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
