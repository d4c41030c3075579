#!/usr/bin/env bash
# MindSpore 2.10.0, CPU, eager mode: mint.add and mint.sub of float64 take alpha as float32.
#
# Expected: the page of mint.add has alpha as a Python number that multiplies the other tensor, here of float64.
# Seen: alpha was rounded to float32 first, so the result has 7 right digits of 16.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet mindspore==2.10.0 numpy==1.26.4
cat >"$folder/session.txt" <<'END'
>>> import numpy as np, mindspore as ms
>>> x = ms.Tensor(np.array([2.0]))
>>> float(ms.mint.add(x, x, alpha=1 / 3).asnumpy()[0]), 2 + 2 / 3
(2.6666666865348816, 2.6666666666666665)
>>> float(ms.mint.sub(x, x, alpha=1 / 3).asnumpy()[0]), 2 - 2 / 3
(1.3333333134651184, 1.3333333333333335)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
