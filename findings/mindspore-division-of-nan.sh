#!/usr/bin/env bash
# MindSpore 2.10.0, CPU, eager mode: NaN divided by zero is minus infinity.
#
# Expected: NaN. By IEEE 754-2019, 6.2.3, an operation on NaN gives NaN.
# Seen: -inf; NaN for other divisors.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet mindspore==2.10.0 numpy==1.26.4
cat >"$folder/session.txt" <<'END'
>>> import numpy as np, mindspore as ms
>>> x, zero = ms.Tensor(np.array([np.nan, 1, -1, 0], np.float32)), ms.Tensor(np.zeros(4, np.float32))
>>> (x / zero).asnumpy().tolist()
[-inf, inf, -inf, nan]
>>> ms.ops.div(x, zero).asnumpy().tolist()[0], ms.mint.div(x, zero).asnumpy().tolist()[0]
(-inf, -inf)
>>> (x / (zero + 1)).asnumpy().tolist()[0]
nan
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
