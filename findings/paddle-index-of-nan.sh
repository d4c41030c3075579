#!/usr/bin/env bash
# PaddlePaddle 3.3.1, CPU: argmax and argmin are not where the maximum and minimum are, if those are NaN.
#
# Expected: 1, the place of what paddle.max and paddle.min return.
# Seen: 0, the place of another element.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet paddlepaddle==3.3.1
cat >"$folder/session.txt" <<'END'
>>> import paddle
>>> x = paddle.to_tensor([0.0, float("nan")])
>>> paddle.max(x).item(), paddle.min(x).item(), paddle.argmax(x).item(), paddle.argmin(x).item()
(nan, nan, 0, 0)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
