#!/usr/bin/env bash
# MindSpore 2.10.0, CPU, eager mode: ops.round changes large int64 numbers.
#
# Expected: the number itself. The page of ops.round lists int64.
# Seen: the number goes through float64: 2^53 + 1 becomes 2^53, and the greatest int64 the least.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet mindspore==2.10.0 numpy==1.26.4
cat >"$folder/session.txt" <<'END'
>>> import mindspore as ms
>>> ms.ops.round(ms.Tensor([2**63 - 1], ms.int64)).asnumpy().item() == -(2**63)
True
>>> ms.ops.round(ms.Tensor([2**53 + 1], ms.int64)).asnumpy().item() - 2**53
0
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
