#!/usr/bin/env bash
# OpenVINO 2026.4.1, x86-64: NaN is greater than every number, and every number greater than NaN.
#
# Expected: False. In IEEE 754 NaN is unordered.
# Seen: Greater and GreaterEqual are true if one of the two is NaN.
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
>>> x, y = np.array([np.nan, 1, np.nan], np.float32), np.array([1, np.nan, np.nan], np.float32)
>>> run(ops.greater, x, y), run(ops.greater_equal, x, y)
([True, True, True], [True, True, True])
>>> run(ops.less, x, y), run(ops.less_equal, x, y), run(ops.equal, x, y)
([False, False, False], [False, False, False], [False, False, False])
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
