#!/usr/bin/env bash
# TVM 0.27.0.post1, CPU, topi: tanh of small numbers loses all digits.
#
# Expected: the number itself, which is the nearest float64 to its tanh.
# Seen: 0 for 1e-20, and for 1e-12 a number with four right digits; the sign of -0 is lost.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet apache-tvm==0.27.0.post1 numpy==2.4.6
cat >"$folder/session.txt" <<'END'
>>> import numpy as np, tvm
>>> from tvm import te, topi
>>> def run(operation, *operands):
...     inputs = [te.placeholder(x.shape, x.dtype.name) for x in operands]
...     result = operation(*inputs)
...     y = tvm.runtime.empty(tuple(map(int, result.shape)), result.dtype)
...     tvm.compile(te.create_prim_func([*inputs, result]), target="llvm")(*map(tvm.runtime.tensor, operands), y)
...     return y.numpy().tolist()
>>> run(topi.tanh, np.array([1e-20, 1e-12, -0.0, 1.0]))
[0.0, 9.9997...e-13, 0.0, 0.7615941559557...]
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
