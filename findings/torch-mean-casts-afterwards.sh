#!/usr/bin/env bash
# PyTorch 2.15.0, CPU: torch.mean with dtype converts its result, not its input.
#
# Expected: 1024 and NaN. The pages of torch.mean and torch.sum say that dtype is applied to the input first. In float16 2049 is 2048,
# the mean 1024.5 is stored as 1024, and 65520 is infinite.
# Seen: the mean of the unconverted input. torch.sum does as its page says.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet torch==2.15.0
cat >"$folder/session.txt" <<'END'
>>> import torch
>>> x = torch.tensor([1, 2049], dtype=torch.int16)
>>> torch.mean(x, dim=0, dtype=torch.float16).item(), torch.mean(x.to(torch.float16), dim=0).item()
(1025.0, 1024.0)
>>> y = torch.tensor([65520.0, -65520.0])
>>> torch.mean(y, dtype=torch.float16).item(), torch.sum(y, dtype=torch.float16).item()
(0.0, nan)
END
"$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
