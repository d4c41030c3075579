#!/usr/bin/env bash
# OpenVINO 2026.4.1, x86-64: float64 is computed in float32, and infinity becomes a number.
#
# Expected: results of float64, which is the type of the model's inputs and output, and infinity plus 1 is infinity.
# Seen: the precision of float32; what exceeds the greatest float32, infinity included, becomes 3.4e38.
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
>>> run(ops.add, np.array([np.inf, 1, 1e300]), np.array([1, 2.0**-40, 1]))
[3.4028234663852886e+38, 1.0, 3.4028234663852886e+38]
>>> run(ops.log, np.array([0.0]))
[-3.4028234663852886e+38]
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
