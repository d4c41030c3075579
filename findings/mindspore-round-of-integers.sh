#!/usr/bin/env bash
# MindSpore 2.10.0, CPU, eager mode: ops.round changes large int64 numbers.
#
# Expected: the number itself. The page of ops.round lists int64.
# Seen: the number goes through float64: 2^53 + 1 becomes 2^53, and the greatest int64 the least.
#
# Installs the packages in a temporary folder and runs the session below. Fails if a line prints something else (... is any text).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-cache-dir --disable-pip-version-check mindspore==2.10.0 numpy==1.26.4
cat >"$folder/session.txt" <<'END'
>>> import mindspore as ms
>>> ms.ops.round(ms.Tensor([2**63 - 1], ms.int64)).asnumpy().item() == -(2**63)
True
>>> ms.ops.round(ms.Tensor([2**53 + 1], ms.int64)).asnumpy().item() - 2**53
0
END
"$folder/venv/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
