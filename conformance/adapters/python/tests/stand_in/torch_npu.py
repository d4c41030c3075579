"""A stand-in for PyTorch's plug-in for Ascend: a device called `npu` whose tensors lie in the memory of the CPU.

It uses what PyTorch offers for devices that are written in Python. Each tensor wraps one of the CPU; operations run on those.
"""

from __future__ import annotations

from typing import Any, Callable

import torch
from torch.utils import _pytree as pytree
from torch.utils.backend_registration import _setup_privateuseone_for_python_backend

_setup_privateuseone_for_python_backend(rename="npu")
# A device in Python cannot be waited for, and has nothing to wait for.
torch.accelerator.synchronize = lambda device=None: None


class OnDevice(torch.Tensor):
    """A tensor of the device."""

    inner: torch.Tensor

    @staticmethod
    def __new__(cls: type, inner: torch.Tensor) -> Any:
        return torch.Tensor._make_wrapper_subclass(cls, inner.size(), strides=inner.stride(), dtype=inner.dtype,
                                                   storage_offset=inner.storage_offset(), device="npu:0")

    def __init__(self, inner: torch.Tensor) -> None:
        self.inner = inner

    @classmethod
    def __torch_dispatch__(cls, function: Any, types: Any, arguments: Any = (), keywords: Any = None) -> Any:
        keywords = dict(keywords or {})
        leaves = "device" in keywords and keywords["device"].type == "cpu"
        if "device" in keywords:
            keywords["device"] = torch.device("cpu")
        inner, named = pytree.tree_map_only(OnDevice, lambda tensor: tensor.inner, (arguments, keywords))
        result = function(*inner, **named)
        if leaves:
            return result
        # What was written to comes back as it is, not wrapped anew.
        wrapped = {id(tensor.inner): tensor for tensor in pytree.tree_leaves((arguments, keywords))
                   if isinstance(tensor, OnDevice)}

        def on_device(tensor: torch.Tensor) -> Any:
            return wrapped[id(tensor)] if id(tensor) in wrapped else OnDevice(tensor)

        return pytree.tree_map_only(torch.Tensor, on_device, result)


def _on_cpu(function: Callable[..., torch.Tensor]) -> Callable[..., OnDevice]:
    return lambda *arguments, device=None, **keywords: OnDevice(function(*arguments, device="cpu", **keywords))


_LIBRARY = torch.library.Library("aten", "IMPL")
_LIBRARY.impl("empty.memory_format", _on_cpu(torch.ops.aten.empty.memory_format), "PrivateUse1")
_LIBRARY.impl("empty_strided", _on_cpu(torch.ops.aten.empty_strided.default), "PrivateUse1")
