#!/usr/bin/env bash
# numexpr 2.14.2: sqrt and abs of complex numbers differ from those of NumPy and C at the ends.
#
# Expected: C11, annex G.6.4.2: the root of a conjugate is the conjugate of the root, so below the negative axis -i. The length of
# 1e200 (1 + i) is 1.4e200.
# Seen: the root on the other side of the cut, and an infinite length.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet numexpr==2.14.2 numpy==2.4.6
cat >"$folder/session.txt" <<'END'
>>> import numexpr, numpy as np
>>> below, large = np.array([complex(-1, -0.0)]), np.array([complex(1e200, 1e200)])
>>> complex(numexpr.evaluate("sqrt(below)")[0]), complex(np.sqrt(below)[0])
((-0+1j), -1j)
>>> numexpr.evaluate("abs(large)").real.tolist(), np.abs(large).tolist()
([inf], [1.414213562373095e+200])
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
