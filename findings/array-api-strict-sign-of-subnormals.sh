#!/usr/bin/env bash
# array-api-strict 2.6.1: sign of a subnormal complex number is infinite or NaN.
#
# Expected: z / |z|, by the standard; NumPy's own `sign` gives it.
# Seen: NumPy's quotient of z and |z|, which multiplies by an inverse that is infinite.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet array-api-strict==2.6.1 numpy==2.4.6
cat >"$folder/session.txt" <<'END'
>>> import array_api_strict as xp, numpy as np
>>> numbers = [1e-310 + 1e-310j, 5e-324 + 0j, -5e-324j, 1e-300 + 1e-300j]
>>> with np.errstate(all="ignore"):
...     xp.sign(xp.asarray(numbers))._array.round(3).tolist()
[(inf+infj), (inf+nanj), (nan-infj), (0.707+0.707j)]
>>> np.sign(np.array(numbers)).round(3).tolist()
[(0.707+0.707j), (1+0j), (-0-1j), (0.707+0.707j)]
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
