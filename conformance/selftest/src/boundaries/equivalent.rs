//! Changed predicates that no call tells from the right one, each with the reason.

/// Changed predicates of a requirement that make no difference.
#[derive(Clone, Copy, Debug)]
pub struct Equivalent {
    /// The requirement.
    pub requirement: &'static str,
    /// Which predicate of it: `when` or `require`.
    pub predicate: &'static str,
    /// The predicates instead.
    pub instead: &'static [&'static str],
    /// Why no call tells them apart.
    pub why: &'static str,
}

impl Equivalent {
    /// Whether it speaks of this change.
    #[must_use]
    pub fn is_about(&self, requirement: &str, predicate: &str, instead: &str) -> bool {
        self.requirement == requirement && self.predicate == predicate && self.instead.contains(&instead)
    }
}

const fn when(requirement: &'static str, instead: &'static [&'static str], why: &'static str) -> Equivalent {
    Equivalent { requirement, predicate: "when", instead, why }
}

const fn require(
    requirement: &'static str,
    instead: &'static [&'static str],
    why: &'static str,
) -> Equivalent {
    Equivalent { requirement, predicate: "require", instead, why }
}

const NO_VALUE: &str =
    "an expression about an absent argument has no value, so that the requirement does not apply without it";
const NOT_NULL: &str = "an argument that is absent is not null";
const IN_PLACE_SAME: &str = "in place, cumprod.inplace.input.dtype refuses the same dtypes with the same code; out of place, cumprod.input.dtype does";
const NO_OUT: &str = "in place there is no out, and an expression about an absent argument has no value";
const ALWAYS_OUT: &str =
    "a call without out computes in dtype, as if out had it, so that every case out of place has an out";
const DIM_END: &str = "the two differ where dim is equal to the rank in place: there the documents contradict each other, and the reference refuses the call with the same code";
const DIM_OUT: &str =
    "out of place, cumprod.dim.range refuses the same values of dim, and the rank itself, with the same code";
const BEYOND: &str = "a dim above the rank is refused by cumprod.inplace.dim.range, with the same code";
const ALIAS: &str =
    "out can lie in input's memory only where it has input's dtype and shape, so no other call says so";
const RANK: &str = "a rank is never negative";
const CONTIGUOUS: &str = "only calls without out are told apart, where the predicate has no value; and it holds there, as nothing else can be wrong";
const BITS: &str = "every dtype has at least 8 bits";
const POWERS: &str =
    "the widths of all dtypes are powers of two from 8 on, so that the narrower one divides the wider one";
const REMAINDER: &str = "the remainder of two numbers that are not negative is not negative";
const WIDEN: &str = "a tensor of rank 0 has no last dimension, and where dtype is not wider, its width divides that of input's dtype";
const LAST: &str = "a tensor of rank 0 has no last dimension, so that the predicate has no value or holds";

/// All of them, in every edition that has the requirement with the predicate that is changed.
pub const EQUIVALENT: &[Equivalent] = &[
    when("cumprod.input.dtype", &["true"], IN_PLACE_SAME),
    when("cumprod.inplace.input.dtype", &["true"], IN_PLACE_SAME),
    when("cumprod.dim.dtype", &["true"], NO_VALUE),
    when("cumprod.input.format", &["true"], NO_VALUE),
    when("cumprod.executor.null", &["true"], NOT_NULL),
    when("cumprod.workspace.null", &["true"], NOT_NULL),
    when("cumprod.dim.range", &["rank(input) > 0"], DIM_END),
    require("cumprod.inplace.dim.range", &["-rank(input) <= dim && dim < rank(input)"], DIM_END),
    when("cumprod.inplace.dim.range", &["rank(input) > 0"], DIM_OUT),
    require("cumprod.inplace.dim.end", &["dim < rank(input)"], BEYOND),
    when("cumprod.inplace.dim.end", &["rank(input) > 0"], DIM_OUT),
    when("cumprod.out.null", &["true"], NO_OUT),
    when("cumprod.out.shape", &["true", "!inplace", "present(out)"], NO_OUT),
    when("cumprod.out.format", &["true", "!inplace", "present(out_format)"], NO_OUT),
    when(
        "cumprod.out.dtype.undefined",
        &["!inplace && !present(dtype)", "!present(dtype)", "present(out) && !present(dtype)"],
        NO_OUT,
    ),
    when(
        "cumprod.out.dtype.given",
        &[
            "true",
            "!inplace && present(dtype)",
            "!inplace && present(out)",
            "present(dtype)",
            "present(out) && present(dtype)",
        ],
        NO_OUT,
    ),
    when(
        "cumprod.out.alias",
        &[
            "!inplace && dtype(out) == dtype(input) && shape(out) == shape(input)",
            "!inplace && present(out) && dtype(out) == dtype(input)",
            "!inplace && present(out) && shape(out) == shape(input)",
            "dtype(out) == dtype(input) && shape(out) == shape(input)",
            "present(out) && dtype(out) == dtype(input) && shape(out) == shape(input)",
            "shape(out) == shape(input)",
            "true",
        ],
        ALIAS,
    ),
    when("cumprod.rank.zero", &["rank(input) <= 0"], RANK),
    require("cumprod.strided", &["contiguous(input) && contiguous(out)"], CONTIGUOUS),
    require(
        "reinterpret.factor.positive",
        &[
            "true",
            "bits(dtype(input)) > 0",
            "bits(dtype) > 0",
            "bits(dtype(input)) > 0 && bits(dtype) > 1",
            "bits(dtype(input)) > 0 && bits(dtype) >= 0",
            "bits(dtype(input)) > 1 && bits(dtype) > 0",
            "bits(dtype(input)) >= 0 && bits(dtype) > 0",
        ],
        BITS,
    ),
    require(
        "reinterpret.factor.integer",
        &["true", "bits(dtype(input)) % bits(dtype) <= 0", "bits(dtype(input)) % bits(dtype) >= 0"],
        POWERS,
    ),
    when(
        "reinterpret.factor.integer",
        &["bits(dtype(input)) > bits(dtype) + 1", "bits(dtype(input)) >= bits(dtype)"],
        POWERS,
    ),
    when("reinterpret.strided", &["true", "rank(input) >= 0"], LAST),
    require(
        "reinterpret.widen.divides",
        &["last(shape(input)) * bits(dtype(input)) % bits(dtype) <= 0"],
        REMAINDER,
    ),
    when("cumprod.dtype.listed", &["dtype(out) == dtype"], ALWAYS_OUT),
    when("reinterpret.widen.view", &["bits(dtype(input)) < bits(dtype) - 1"], POWERS),
    when(
        "reinterpret.widen.divides",
        &["bits(dtype(input)) < bits(dtype)", "rank(input) >= 0 && bits(dtype(input)) < bits(dtype)"],
        LAST,
    ),
    when("reinterpret.widen.divides", &["true"], WIDEN),
    when(
        "reinterpret.widen.divides",
        &[
            "rank(input) > 0",
            "rank(input) > 0 && bits(dtype(input)) < bits(dtype) - 1",
            "rank(input) > 0 && bits(dtype(input)) <= bits(dtype)",
        ],
        POWERS,
    ),
];
