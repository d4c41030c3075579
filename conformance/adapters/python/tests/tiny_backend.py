"""A backend with three faults, for the tests of the plug-in: it promotes f16 with bf16 to f16, never knows u64, and does not
negate.

Everything else that it promotes is right: pairs of one dtype.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ascertain_adapters import Adapter, Rejected, Unsupported  # noqa: E402
from ascertain_adapters.base import Ask, Tensor  # noqa: E402

adapter = Adapter("tiny", "1")


@adapter.promote("mindspore.tensor-tensor")
def promote(ask: Ask) -> str:
    """The dtype that both operands have."""
    lhs, rhs = ask["lhs"], ask["rhs"]
    if "u64" in (lhs, rhs):
        raise Unsupported("tiny has no u64")
    if {lhs, rhs} == {"f16", "bf16"}:
        return "f16"
    if lhs != rhs:
        raise Rejected(f"{lhs} with {rhs}")
    return str(lhs)


@adapter.operator("neg", dtypes=["s32"])
def neg(arguments: dict[str, Any]) -> Tensor:
    """What it was given."""
    tensor = arguments["self"]
    if not isinstance(tensor, Tensor) or tensor.dtype != "s32":
        raise Rejected("only s32")
    return tensor


if __name__ == "__main__":
    adapter.serve()
