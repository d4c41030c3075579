#!/usr/bin/env bash
# TVM 0.27.0.post1, CPU, topi: NaN is not unequal to anything, itself included.
#
# Expected: True. In IEEE 754 NaN is unordered, and x != x is the usual question for NaN.
# Seen: not_equal is false, and so is equal.
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
>>> x, y = np.array([np.nan, np.nan, 2]), np.array([1, np.nan, 1])
>>> run(topi.not_equal, x, y), run(topi.equal, x, y)
([False, False, True], [False, False, False])
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
