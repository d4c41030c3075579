#!/usr/bin/env bash
# TVM 0.27.0.post1, CPU, topi: max and min of numbers beside NaN are neither NaN nor the extreme, and argmax of NaN moves on.
#
# Expected: NaN; or 5 and 1, if NaN counts as missing.
# Seen: what follows NaN: the numbers before it do not count.
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
>>> run(lambda x: topi.max(x, axis=0), np.array([5, np.nan, 1])), run(lambda x: topi.min(x, axis=0), np.array([1, np.nan, 5, 2]))
(1.0, 2.0)
>>> run(lambda x: topi.argmax(x, axis=0), np.array([5, np.nan, 1]))
2
>>> run(lambda x: topi.max(x, axis=0), np.array([5, 1, np.nan]))
nan
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
