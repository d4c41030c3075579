#!/usr/bin/env bash
# MLX 0.32.4, CPU: exp, sin and cos of float64 have the digits of float32.
#
# Expected: results of float64, which MLX supports on the CPU. log and sqrt have them.
# Seen: numbers of float32 in an array of float64.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet 'mlx[cpu]==0.32.4'
cat >"$folder/session.txt" <<'END'
>>> import math, mlx.core as mx
>>> one, two = mx.array([1.0], dtype=mx.float64), mx.array([2.0], dtype=mx.float64)
>>> of = lambda function, x: function(x, stream=mx.cpu).item()
>>> of(mx.exp, one), of(mx.sin, one), of(mx.cos, one)
(2.7182817459106445, 0.8414709568023682, 0.5403022766113281)
>>> math.e, math.sin(1), math.cos(1)
(2.718281828459045, 0.8414709848078965, 0.5403023058681398)
>>> abs(of(mx.log, two) - math.log(2)) < 1e-15, abs(of(mx.sqrt, two) - math.sqrt(2)) < 1e-15
(True, True)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
