#!/usr/bin/env bash
# PaddlePaddle 3.3.1, CPU: paddle.equal and == take different numbers for equal.
#
# Expected: False. The page of paddle.equal mentions no tolerance; isclose and allclose have one.
# Seen: numbers that are near each other in absolute terms are equal, although one is less than the other.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet paddlepaddle==3.3.1
cat >"$folder/session.txt" <<'END'
>>> import paddle
>>> pair = lambda a, b, dtype: (paddle.to_tensor([a], dtype=dtype), paddle.to_tensor([b], dtype=dtype))
>>> paddle.equal(*pair(0.0, 1e-20, "float32")).item(), paddle.equal(*pair(1e-20, 2e-20, "float64")).item()
(True, True)
>>> x, y = pair(1.0, 1.0000000000000002, "float64")
>>> (x == y).item(), (x != y).item(), (x < y).item()
(True, False, True)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
