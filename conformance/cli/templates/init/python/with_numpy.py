"""Answers the questions of ascertain with the functions `cumprod` and `add` below. Put your implementation in their place."""

from ascertain_adapters import Adapter, Cumprod, Rejected, Tensor, Unsupported
from ascertain_adapters.arrays import array, np, tensor


def cumprod(factors, axis):
    """The cumulative product along an axis of an array."""
    return np.cumprod(factors.astype(np.float16), axis).astype(factors.dtype)


def add(left, right, alpha):
    """`left` plus `alpha` times `right`."""
    return left + alpha * right


np.seterr(all="ignore")  # overflow is a usual result here
adapter = Adapter("mine", "1", rejects=(ValueError,))


@adapter.cumprod(dtypes=["f32", "f64"], max_rank=8, out=False, dtype=False)
def answer(call: Cumprod) -> Tensor:
    factors = array(call.input)  # the bytes of the question as an array
    rank = max(factors.ndim, 1)
    if not -rank <= call.dim < rank:
        raise Rejected(f"dim {call.dim} of {factors.ndim} dimensions")
    with adapter.asking:  # an exception in here is a crash of the implementation
        products = cumprod(np.atleast_1d(factors), call.dim)
    return tensor(products.reshape(factors.shape))  # an array as the answer


@adapter.operator("add", dtypes=["f32", "f64"], max_rank=8)  # any other operator, with the arguments of its page by name
def sums(call) -> Tensor:
    given = [call[name] for name in ("self", "other", "alpha", "out")]
    if {value.dtype for value in given} not in ({"f32"}, {"f64"}):
        raise Unsupported("dtypes that differ, or are not f32 and f64")
    if max(len(value.shape) for value in given) > 8:
        raise Rejected("more than 8 dimensions")
    left, right, alpha, out = map(array, given)
    with adapter.asking:
        total = np.asarray(add(left, right, alpha))
    if out.shape != total.shape:
        raise Rejected("out has another shape")
    return tensor(total)


adapter.serve()
