#!/usr/bin/env bash
# OpenVINO 2026.4.1, x86-64: Add and Multiply of 8-bit integers saturate, those of 16-bit integers wrap.
#
# Expected: the same beyond the ends of every type.
# Seen: 200 + 100 is 255 in uint8, and 65000 + 1000 is 464 in uint16.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet openvino==2026.4.1 numpy==2.4.6
cat >"$folder/session.txt" <<'END'
>>> import numpy as np, openvino as ov, openvino.opset16 as ops
>>> def run(operation, *operands):
...     inputs = [ops.parameter(list(x.shape), ov.Type(x.dtype)) for x in operands]
...     model = ov.compile_model(ov.Model([operation(*inputs)], inputs), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
...     return model(list(operands))[0].tolist()
>>> of = lambda operation, dtype, x, y: run(operation, np.array([x], dtype), np.array([y], dtype))[0]
>>> of(ops.add, np.uint8, 200, 100), of(ops.add, np.int8, 100, 100), of(ops.subtract, np.uint8, 100, 200)
(255, 127, 0)
>>> of(ops.add, np.uint16, 65000, 1000), of(ops.add, np.int16, 32767, 1), of(ops.subtract, np.uint16, 1000, 65000)
(464, -32768, 1536)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
