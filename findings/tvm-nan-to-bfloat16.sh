#!/usr/bin/env bash
# TVM 0.27.0.post1, CPU, topi: some NaN of float32 become infinite in bfloat16.
#
# Expected: NaN (IEEE 754-2019, 6.2.3), as ml_dtypes has it.
# Seen: infinity, if the bits that make it NaN are among the 16 that are dropped.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet apache-tvm==0.27.0.post1 numpy==2.4.6 ml_dtypes==0.6.0
cat >"$folder/session.txt" <<'END'
>>> import numpy as np, tvm
>>> from tvm import te, topi
>>> def run(operation, *operands):
...     inputs = [te.placeholder(x.shape, x.dtype.name) for x in operands]
...     result = operation(*inputs)
...     y = tvm.runtime.empty(tuple(map(int, result.shape)), result.dtype)
...     tvm.compile(te.create_prim_func([*inputs, result]), target="llvm")(*map(tvm.runtime.tensor, operands), y)
...     return y.numpy().tolist()
>>> import ml_dtypes
>>> nans = np.array([0x7F800001, 0x7FC00000], np.uint32).view(np.float32)
>>> np.isnan(nans).tolist(), run(lambda x: topi.cast(x, "bfloat16"), nans)
([True, True], [inf, nan])
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
