#!/usr/bin/env bash
# TVM 0.27.0.post1, CPU, topi: the maximum of minus infinities is finite, and argmax of the least integers is -1.
#
# Expected: -inf and inf, and 0: elements, and the place of one.
# Seen: the numbers that the kernels begin with, the greatest and the least finite ones and the index -1, which nothing replaces.
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
>>> infinite, least = np.array([np.inf, np.inf]), np.array([-(2**63), -(2**63)])
>>> run(lambda x: topi.max(x, axis=0), -infinite), run(lambda x: topi.min(x, axis=0), infinite)
(-1.7976931348623157e+308, 1.7976931348623157e+308)
>>> run(lambda x: topi.argmax(x, axis=0), least)
-1
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
