#!/usr/bin/env bash
# ONNX Runtime 1.32.0, CPU: Cos and Sin of float64 depend on where an element stands.
#
# Expected: 6.1e-17 and 1.2e-16, which are the cosine and the sine of the float64 numbers next to pi/2 and pi; and the same for the same
# element.
# Seen: -0 for elements in pairs, and the right number for the last one of an odd count. Other angles differ in the last digits.
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
>>> run("Cos", np.full(3, np.pi / 2)), run("Sin", np.full(3, np.pi))
([-0.0, -0.0, 6.123233995736766e-17], [-0.0, -0.0, 1.2246467991473532e-16])
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
