#!/usr/bin/env bash
# tinygrad 0.14.0, CPU (needs clang): argmax of NaN is an index past the end.
#
# Expected: 0, the place of what Tensor.max returns.
# Seen: the number of elements: the index is found by equality, and NaN equals nothing.
#
# Installs the packages in a temporary folder and runs the session below. Fails if a line prints something else (... is any text).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-cache-dir --disable-pip-version-check tinygrad==0.14.0
cat >"$folder/session.txt" <<'END'
>>> from tinygrad import Tensor
>>> x = Tensor([float("nan"), 0.0])
>>> x.max().item(), x.argmax().item()
(nan, 2)
>>> values, indices = Tensor([float("nan"), 1.0]).cummax()
>>> values.tolist(), indices.tolist()
([nan, nan], [2, 2])
END
DEV=CPU "$folder/venv/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
