#!/usr/bin/env bash
# ONNX Runtime 1.32.0, CPU: ReduceMax and ReduceMin of numbers beside NaN are neither NaN nor the extreme.
#
# Expected: NaN, as NumPy gives and Max of two tensors here; or 9 and 1, if NaN counts as missing. ArgMax points at 9.
# Seen: 5 for both: NaN takes the place of the extreme so far, and is replaced by the next number.
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
>>> axis = np.array([0])
>>> run("ReduceMax <keepdims = 0>", np.array([9, np.nan, 5, 1], np.float32), axis)
9.0
>>> run("ReduceMax <keepdims = 0>", np.array([1, np.nan, 5, 9], np.float32), axis)
5.0
>>> run("ReduceMin <keepdims = 0>", np.array([9, np.nan, 5, 1], np.float32), axis)
5.0
>>> run("ArgMax <axis = 0, keepdims = 0>", np.array([1, np.nan, 5, 9], np.float32))
3
>>> run("Max", np.array([np.nan], np.float32), np.array([1], np.float32))
[nan]
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
