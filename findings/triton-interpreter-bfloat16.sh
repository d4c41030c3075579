#!/usr/bin/env bash
# Triton 3.9.0: its interpreter (TRITON_INTERPRET=1) computes bfloat16 wrongly; compiled kernels were not run here.
#
# Expected: 1 + 1 = 2 and 1.5 * 1.5 = 2.25 in bfloat16, as in float16; float32 1.013671875 (1 + 7/512) stored as bfloat16 is the
#   nearest number, 1.015625.
# Seen: sums and products are those of the bit patterns as integers: 1 + 1 is 1.7e38. A float32 is stored as bfloat16 by leaving
#   out its low half: 1.0078125.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet triton==3.9.0 torch==2.15.0 numpy==2.4.6
# A kernel's source is read from its file.
cat >"$folder/kernels.py" <<'END'
import torch
import triton
import triton.language as tl


@triton.jit
def compute(x, total, product, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)
    number = tl.load(x + at)
    tl.store(total + at, number + number)
    tl.store(product + at, number * number)


@triton.jit
def store(x, out, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)
    tl.store(out + at, tl.load(x + at).to(out.dtype.element_ty))


def computed(dtype):
    x = torch.tensor([1, 1.5], dtype=dtype)
    total, product = torch.empty_like(x), torch.empty_like(x)
    compute[(1,)](x, total, product, 2)
    return total.tolist(), product.tolist()


def stored(dtype):
    x = torch.tensor([1.013671875], dtype=torch.float32)
    out = torch.empty_like(x, dtype=dtype)
    store[(1,)](x, out, 1)
    return out.item(), x.to(dtype).item()
END
cat >"$folder/session.txt" <<'END'
>>> import torch
>>> from kernels import computed, stored
>>> computed(torch.float16)
([2.0, 3.0], [1.0, 2.25])
>>> total, product = computed(torch.bfloat16)
>>> [f"{number:.2g}" for number in total + product]
['1.7e+38', 'inf', '2', '2.5e-29']
>>> stored(torch.bfloat16)
(1.0078125, 1.015625)
END
cd "$folder"
TRITON_INTERPRET=1 "$folder/bin/python" -m doctest -o ELLIPSIS "$folder/session.txt"
echo "as described"
