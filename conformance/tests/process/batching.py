"""An adapter that takes frames and batches, and does what the first byte of its input says: for the tests of the
harness. It answers `reinterpret` with the bytes it got.

    1    exits with status 7
    2    never answers
    3    gives a tensor of the wrong size
    4    refuses
"""

import os
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "adapters" / "python"))

from ascertain_adapters import Adapter, Rejected, Tensor, base  # noqa: E402

base._checked = lambda _command, answer: answer  # it would not let a wrong size pass
adapter = Adapter("batching", "1")


@adapter.promote("aclnn.tensor-tensor")
def promote(ask):
    return ask["lhs"]


@adapter.reinterpret(["u8", "s8"], max_rank=8)
def reinterpret(call):
    fault = call.input.data[0] if len(call.input.data) else 0
    if fault == 1:
        os._exit(7)
    if fault == 2:
        time.sleep(600)
    if fault == 4:
        raise Rejected("not this one", status=161002)
    return Tensor(call.dtype, call.input.shape, call.input.data[1:] if fault == 3 else call.input.data)


adapter.serve()
