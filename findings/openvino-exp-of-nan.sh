#!/usr/bin/env bash
# OpenVINO 2026.4.1, CPU with AVX-512: Exp of NaN is infinity, and it overflows before it has to.
#
# Expected: NaN, and 2.72e38 for 88.5: the logarithm of the greatest float32 is 88.7228.
# Seen: infinity for both.
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
>>> run(ops.exp, np.array([np.nan, 88.5, 88.3, 1], np.float32))
[inf, inf, 2.229...e+38, 2.71828...]
>>> run(ops.log, np.array([np.nan], np.float32)), np.exp(np.float64(88.5)).item()
([nan], 2.723...e+38)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
