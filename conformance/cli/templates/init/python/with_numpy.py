"""Answers the questions of ascertain with the function `cumprod` below. Put your implementation in its place."""

from ascertain_adapters import Adapter, Cumprod, Rejected, Tensor
from ascertain_adapters.arrays import array, np, tensor


def cumprod(factors, axis):
    """The cumulative product along an axis of an array."""
    return np.cumprod(factors.astype(np.float16), axis).astype(factors.dtype)


np.seterr(all="ignore")  # overflow is a usual result here
adapter = Adapter("mine", "1")


@adapter.cumprod(dtypes=["f32", "f64"], max_rank=8, out=False, dtype=False)
def answer(call: Cumprod) -> Tensor:
    factors = array(call.input)  # the bytes of the question as an array
    rank = max(factors.ndim, 1)
    if not -rank <= call.dim < rank:
        raise Rejected(f"dim {call.dim} of {factors.ndim} dimensions")
    with adapter.asking:  # an exception in here is a crash of the implementation
        products = cumprod(np.atleast_1d(factors), call.dim)
    return tensor(products.reshape(factors.shape))  # an array as the answer


adapter.serve()
