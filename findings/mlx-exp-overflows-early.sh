#!/usr/bin/env bash
# MLX 0.32.4, CPU: exp of float32 overflows too early.
#
# Expected: finite results up to 88.7228, the logarithm of the greatest float32 (3.4028e38).
# Seen: infinity already for 88.1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet 'mlx[cpu]==0.32.4'
cat >"$folder/session.txt" <<'END'
>>> import math, mlx.core as mx
>>> [mx.exp(mx.array(x), stream=mx.cpu).item() for x in (88.0, 88.1, 88.7)]
[1.65163...e+38, inf, inf]
>>> [math.exp(x) for x in (88.1, 88.7)]
[1.82534...e+38, 3.32598...e+38]
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
