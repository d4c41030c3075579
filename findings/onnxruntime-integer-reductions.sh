#!/usr/bin/env bash
# ONNX Runtime 1.32.0, CPU: ReduceSum of int64 loses digits, and sums and products saturate where CumSum and Add wrap.
#
# Expected: 2^53 + 1, which int64 has; and one way to overflow, as Add and CumSum have it.
# Seen: the sum is a float64 on the way. What does not fit becomes the greatest number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cat >"$folder/session.txt" <<'END'
>>> import numpy as np, onnxruntime
>>> from onnx import parser
>>> def run(node, *operands):
...     kinds = {"float32": "float", "float64": "double", "int64": "int64", "int32": "int32", "bool": "bool"}
...     names = [f"x{at}" for at in range(len(operands))]
...     inputs = ", ".join(f"{kinds[x.dtype.name]}[] {name}" for name, x in zip(names, operands))
...     text = f'<ir_version: 11, opset_import: ["": 26]> graph ({inputs}) => (y) {{ y = {node} ({", ".join(names)}) }}'
...     session = onnxruntime.InferenceSession(parser.parse_model(text).SerializeToString())
...     return session.run(None, dict(zip(names, operands)))[0].tolist()
>>> axis, scalar, x = np.array([0]), np.array(0), np.array([2**53, 1])
>>> run("ReduceSum <keepdims = 0>", x, axis) - 2**53, run("CumSum", x, scalar)[1] - 2**53
(0, 1)
>>> y = np.array([2**31 - 1, 1], np.int32)
>>> run("ReduceSum <keepdims = 0>", y, axis), run("CumSum", y, scalar)[1], run("Add", y[:1], y[1:])[0]
(2147483647, -2147483648, -2147483648)
>>> run("ReduceProd <keepdims = 0>", np.array([2**16, 2**16], np.int32), axis)
2147483647
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
