#!/usr/bin/env bash
# PyArrow 26.0.1: the running maximum of NaN is minus infinity.
#
# Expected: NaN, the only element so far; max gives NaN.
# Seen: the start value, minus infinity, which is no element. pandas' cummax of Arrow's numbers gives the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet pandas==3.1.1 pyarrow==26.0.1 numpy==2.4.6
cat >"$folder/session.txt" <<'END'
>>> import pandas as pd, pyarrow as pa, pyarrow.compute as pc
>>> x = pa.array([float("nan"), 3.0], from_pandas=False)
>>> pc.cumulative_max(x).to_pylist(), pc.cumulative_min(x).to_pylist()
([-inf, 3.0], [inf, 3.0])
>>> pc.max(x[:1]).as_py(), pd.Series(pd.arrays.ArrowExtensionArray(x)).cummax().tolist()
(nan, [-inf, 3.0])
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
