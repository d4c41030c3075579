"""Python adapters for `ascertain`: a base class that speaks the protocol, and adapters for frameworks.

`python -m ascertain_adapters.torch` is the adapter for PyTorch; `python -m ascertain_adapters` lists the others. Use the
base class to write your own. An adapter is a script that answers questions about one implementation. It names the
implementation, registers a function for each operator or table, and serves:

    from ascertain_adapters import Adapter, Cumprod, Tensor

    adapter = Adapter("mine", "1.0", rejects=(ValueError,))

    @adapter.cumprod(dtypes=["f32", "s64"], max_rank=8)
    def cumprod(call: Cumprod) -> Tensor:
        with adapter.asking:                            # a ValueError in here means: rejected by mine
            result = mine.cumprod(call.input.data, call.input.shape, call.dim)
        return Tensor(call.input.dtype, call.input.shape, result)

    adapter.serve()

`adapter.reinterpret` and `adapter.promote` register the other questions, and `adapter.operator` a function for any other
operator of the specification, which takes one dictionary: its arguments by their names on the page.

With NumPy, `ascertain_adapters.arrays` has `array(call.input)`, a tensor as an array, and `tensor(result)`, an array as the
answer.

How results become answers:

* a returned value becomes `ok`;
* `Rejected`, or an exception listed in `rejects` and raised inside `adapter.asking`, becomes `rejected`: the
  implementation refuses the input;
* any other exception inside `adapter.asking` becomes `failed` of the kind `crash`, which counts as a failure of the
  implementation, unless it says that memory, a file or a module is missing;
* `Unsupported` becomes `unsupported`: the implementation does not have this. It counts neither as a pass nor as a
  failure;
* an exception outside `adapter.asking` becomes `failed`: an error of the adapter or the machine. So a TypeError in the
  adapter itself does not look like a refusal.

The base class handles framing, batches, timing, and questions outside what the adapter declares. It needs Python 3.9 or
later and only the standard library.
"""

from __future__ import annotations

from .base import Adapter, Arguments, Ask, Cumprod, Job, Reinterpret, Rejected, Unsupported
from .wire import Tensor, claim_stdout, item_size

__all__ = ["Adapter", "Arguments", "Ask", "Cumprod", "Job", "Reinterpret", "Rejected", "Tensor", "Unsupported",
           "claim_stdout", "item_size"]
__version__ = "0.1.0"
