//! The cumulative product of a crate as a backend.

use ascertain::backend::{Answer, Backend, Description, OperatorSupport, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::element::Element;
use ascertain::{DType, DTypeSet, Tensor};

/// The cumulative product of a crate.
pub trait CumulativeProduct {
    /// The crate's name.
    const NAME: &'static str;
    /// Its version.
    const VERSION: &'static str;
    /// Dtypes that it supports.
    const DTYPES: &'static [DType];

    /// The cumulative product along `axis` of the elements of `input`, whose dtype is one of [`Self::DTYPES`].
    ///
    /// # Errors
    /// The crate's error message.
    fn cumprod(input: &Tensor, axis: usize) -> Result<Vec<u8>, String>;
}

/// A crate as a backend.
#[derive(Clone, Copy, Debug, Default)]
pub struct Published<P>(pub P);

impl<P: CumulativeProduct> Published<P> {
    /// The input and the axis of a valid call. Rejects here what these crates have no error for, as any wrapper for
    /// `aclnnCumprod` must.
    fn arguments(call: &Invocation) -> Result<(&Tensor, usize), Reply> {
        let refuse =
            |message: &str| Reply::Rejected(Rejection { status: Some(161_002), message: message.to_owned() });
        let (Arg::Tensor(input), &Arg::Int(dim)) = (call.get("input"), call.get("dim")) else {
            return Err(refuse("input or dim is missing"));
        };
        let rank = input.shape().len() as i64;
        let axis =
            usize::try_from(if dim < 0 { dim + rank } else { dim }).ok().filter(|axis| (*axis as i64) < rank);
        let axis = axis.ok_or_else(|| refuse("dim is out of range"))?;
        let dtype = match call.get("dtype") {
            Arg::DType(dtype) => *dtype,
            _ => input.dtype(),
        };
        let fits = |out: &Tensor| out.shape() == input.shape() && out.dtype() == dtype;
        if matches!(call.get("out"), Arg::Tensor(out) if !fits(out)) {
            return Err(refuse("out does not fit"));
        }
        if [input.dtype(), dtype].iter().any(|dtype| !P::DTYPES.contains(dtype)) {
            return Err(refuse("unsupported dtype"));
        }
        if dtype != input.dtype() {
            return Err(Reply::Unsupported("conversions are not supported".to_owned()));
        }
        Ok((input, axis))
    }

    fn cumprod(call: &Invocation) -> Result<Tensor, Reply> {
        let (input, axis) = Self::arguments(call)?;
        let bytes = P::cumprod(input, axis)
            .map_err(|message| Reply::Rejected(Rejection { status: None, message }))?;
        Tensor::new(input.dtype(), input.shape(), bytes).map_err(|error| Reply::Failed(error.to_string()))
    }
}

impl<P: CumulativeProduct> Backend for Published<P> {
    fn describe(&mut self) -> Result<Description, String> {
        let cumprod = OperatorSupport {
            name: "cumprod".to_owned(),
            dtypes: P::DTYPES.iter().copied().collect::<DTypeSet>(),
            max_rank: None,
            flags: vec!["inplace".to_owned()],
            strided: false,
            without: Vec::new(),
            declared: vec![("order".to_owned(), "sequential".to_owned())],
        };
        Ok(Description {
            name: P::NAME.to_owned(),
            version: P::VERSION.to_owned(),
            operators: vec![cumprod],
            ..Description::default()
        })
    }

    fn ask(&mut self, call: &Call) -> Reply {
        match call {
            Call::Operate(call) if call.operator.name == "cumprod" => {
                Self::cumprod(call).map_or_else(|reply| reply, |tensor| Reply::Answer(Answer::Tensor(tensor)))
            }
            _ => Reply::Unsupported("only cumprod".to_owned()),
        }
    }
}

/// The elements of a tensor of this dtype, in row-major order.
pub(crate) fn elements<T: Element>(tensor: &Tensor) -> Vec<T> {
    tensor.elements().chunks_exact(size_of::<T>()).map(T::load).collect()
}

/// The bytes of elements.
pub(crate) fn bytes<T: Element>(elements: &[T]) -> Vec<u8> {
    let mut bytes = vec![0; size_of_val(elements)];
    bytes.chunks_exact_mut(size_of::<T>()).zip(elements).for_each(|(bytes, element)| element.store(bytes));
    bytes
}

/// Calls `$function::<T>(…)` with the Rust type of a dtype, or returns an error if there is none.
macro_rules! with_type {
    ($dtype:expr, $function:ident $arguments:tt, $($rust:ty),*) => {
        match $dtype {
            $(dtype if dtype == <$rust as ascertain::element::Element>::DTYPE => $function::<$rust> $arguments,)*
            dtype => Err(format!("no Rust type for {dtype}")),
        }
    };
}
pub(crate) use with_type;
