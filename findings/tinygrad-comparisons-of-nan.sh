#!/usr/bin/env bash
# tinygrad 0.14.0, CPU (needs clang): x >= y and x <= y are true where one of them is NaN.
#
# Expected: False. In IEEE 754 NaN is unordered; NumPy and PyTorch, with which tinygrad's own tests compare it, agree.
# Seen: `>=` is computed as the opposite of `<`, which is false for NaN.
DEV=CPU set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet tinygrad==0.14.0
cat >"$folder/session.txt" <<'END'
>>> from tinygrad import Tensor
>>> nan = Tensor([float("nan")])
>>> (nan >= 0).item(), (nan <= 0).item()
(True, True)
>>> (nan > 0).item(), (nan < 0).item(), (nan == 0).item()
(False, False, False)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
