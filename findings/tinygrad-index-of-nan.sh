#!/usr/bin/env bash
# tinygrad 0.14.0, CPU (needs clang): argmax of NaN is an index past the end.
#
# Expected: 0, the place of what Tensor.max returns.
# Seen: the number of elements: the index is found by equality, and NaN equals nothing.
DEV=CPU set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet tinygrad==0.14.0
cat >"$folder/session.txt" <<'END'
>>> from tinygrad import Tensor
>>> x = Tensor([float("nan"), 0.0])
>>> x.max().item(), x.argmax().item()
(nan, 2)
>>> values, indices = Tensor([float("nan"), 1.0]).cummax()
>>> values.tolist(), indices.tolist()
([nan, nan], [2, 2])
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
