#!/usr/bin/env bash
# PaddlePaddle 3.3.1, CPU with AVX-512: sqrt and exp are wrong at the ends, from eight elements on.
#
# Expected: infinity (IEEE 754-2019, 5.4.1), and 0: e to the power of -200 is 1.4e-87, far below the least float32.
# Seen: NaN and 2^-128 from the vectorized kernels, which take over at eight elements.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet paddlepaddle==3.3.1
cat >"$folder/session.txt" <<'END'
>>> import paddle
>>> of = lambda function, n, value: function(paddle.full([n], value, "float32"))[0].item()
>>> of(paddle.sqrt, 4, float("inf")), of(paddle.sqrt, 8, float("inf"))
(inf, nan)
>>> of(paddle.exp, 1, -200.0), of(paddle.exp, 8, -200.0)
(0.0, 2.938...e-39)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
