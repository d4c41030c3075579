#!/usr/bin/env bash
# OpenVINO 2026.4.1, x86-64: int64 is computed in 32 bits, and comparisons and ReduceMax of int32 in float32.
#
# Expected: 2^40 + 6; 2^32 is not 0; 2^24 + 1 is greater than 2^24. The operations' pages allow any numeric type.
# Seen: the upper 32 bits are dropped without a message, and int32 is rounded to 24 bits. Add of int32 is exact.
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
>>> run(ops.add, np.array([2**40 + 5]), np.array([1])), run(ops.equal, np.array([2**32]), np.array([0]))
([6], [True])
>>> x, y = np.array([2**24], np.int32), np.array([2**24 + 1], np.int32)
>>> run(ops.equal, x, y), run(ops.less, x, y), run(ops.add, x, y)
([True], [False], [33554433])
>>> run(lambda both: ops.reduce_max(both, np.array([0]), False), np.array([2**24, 2**24 + 1], np.int32))
16777216
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
