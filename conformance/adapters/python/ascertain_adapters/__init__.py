"""`ascertain` adapters in Python: a base that knows the protocol, and adapters of frameworks on it.

`python -m ascertain_adapters.torch` answers for PyTorch, and so on for each framework that `python -m ascertain_adapters`
lists; the base makes an adapter of anything else. An adapter is a script that answers questions about one
implementation. It names the implementation, registers a function for each thing that can be asked of it, and serves:

    from ascertain_adapters import Adapter, Cumprod, Tensor

    adapter = Adapter("mine", "1.0", rejects=(ValueError,))

    @adapter.cumprod(dtypes=["f32", "s64"], max_rank=8)
    def cumprod(call: Cumprod) -> Tensor:
        with adapter.asking:                            # a ValueError in here is mine's refusal
            result = mine.cumprod(call.input.data, call.input.shape, call.dim)
        return Tensor(call.input.dtype, call.input.shape, result)

    adapter.serve()

What an answer becomes:

* a returned value is `ok`;
* `Rejected`, or an exception of a kind in `rejects` raised within `adapter.asking`, is the implementation's own
  verdict on bad input: `rejected`;
* `Unsupported` says that the implementation has no such thing: never a pass, never a failure;
* any other exception is a mistake of the adapter or of the machine: `failed`. So an adapter's own TypeError
  cannot pass for an implementation that refuses.

Framing, batches, timing and whatever is not declared are dealt with by the base. Python 3.9 or later, standard library
only.
"""

from __future__ import annotations

from .base import Adapter, Ask, Cumprod, Job, Reinterpret, Rejected, Unsupported
from .wire import Tensor, claim_stdout, item_size

__all__ = ["Adapter", "Ask", "Cumprod", "Job", "Reinterpret", "Rejected", "Tensor", "Unsupported",
           "claim_stdout", "item_size"]
__version__ = "0.1.0"
