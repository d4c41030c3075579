#!/usr/bin/env bash
# pandas 3.1.1 with PyArrow 26.0.1: no number of halffloat[pyarrow] equals itself.
#
# Expected: True, as of other dtypes; or the error that `<` raises, as PyArrow has no kernel for halffloat.
# Seen: == is false and != true for everything.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet pandas==3.1.1 pyarrow==26.0.1 numpy==2.4.6
cat >"$folder/session.txt" <<'END'
>>> import numpy as np, pandas as pd
>>> x = pd.Series(np.array([1.0, 2.0], np.float16))
>>> y = x.astype("halffloat[pyarrow]")
>>> (x == x).tolist(), (y == y).tolist(), (y != y).tolist()
([True, True], [False, False], [True, True])
>>> y < y
Traceback (most recent call last):
    ...
TypeError: Invalid comparison between dtype=halffloat[pyarrow] and ArrowExtensionArray
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
