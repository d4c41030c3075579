#!/usr/bin/env bash
# MindSpore 2.10.0, CPU, eager mode: f16 times or divided by a bf16 tensor without dimensions ends the process.
#
# Expected: an f32 tensor, as of `+` and `-`, and of a bf16 tensor with one dimension.
# Seen: signal 11 (SIGSEGV) in `*`, `/`, `ops.mul`, `ops.div` and `mint.mul`, either way round.
# `ops.cumsum` of a tensor without elements, along another dimension than the empty one, ends with signal 8 (SIGFPE).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet mindspore==2.10.0 numpy==1.26.4
cat >"$folder/session.txt" <<'END'
>>> import subprocess, sys
>>> def ends(expression):
...     start = "import numpy as np, mindspore as ms; half = ms.Tensor(np.ones(2, np.float16)); number = ms.Tensor(1, ms.bfloat16); "
...     code = start + f"print({expression}, flush=True)"
...     return subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
>>> ends("half + number"), ends("half - number"), ends("half * number.reshape(1)")
(0, 0, 0)
>>> ends("half * number"), ends("half / number"), ends("ms.mint.mul(half, number)"), ends("ms.ops.mul(number, half)")
(-11, -11, -11, -11)
>>> ends("ms.ops.cumsum(ms.Tensor(np.ones((1, 0, 2), np.float32)), 0).asnumpy()")
-8
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
