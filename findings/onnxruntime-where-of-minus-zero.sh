#!/usr/bin/env bash
# ONNX Runtime 1.32.0, CPU: Where gives 0 for an element of its second input that is -0.
#
# Expected: the element of the tensor that the condition chooses, with its sign.
# Seen: 0, whose inverse has the other sign, where the condition is true. Where it is false, the third input keeps its -0.
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
>>> zero, one = np.array([-0.0]), np.array([1.0])
>>> run("Where", np.array([True]), zero, one), run("Where", np.array([False]), one, zero)
([0.0], [-0.0])
>>> run("Identity", zero)
[-0.0]
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
