//! Contracts: the compiled predicates give the same as the rules written in Rust, over many calls, and the parts of a
//! contract fit together.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Basis, CUMPROD, Level, OPERATORS, OperatorSpec, REINTERPRET};
use ascertain::document::{Editions, Status};
use ascertain::requirement::{cumprod, reinterpret};
use ascertain::{DType, Layout, Tensor};
use std::collections::{BTreeSet, HashSet};

/// The twelve dtypes that aclnnCumprod's page lists for input.
const LISTED: [DType; 12] = [
    DType::F32,
    DType::F16,
    DType::Bf16,
    DType::F64,
    DType::S8,
    DType::S16,
    DType::S32,
    DType::S64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edition {
    First,
    Page2026,
    Code,
}

impl Edition {
    fn editions(self) -> Editions {
        Editions::profile(match self {
            Self::First => "documented",
            Self::Page2026 => "latest",
            Self::Code => "code",
        })
        .unwrap()
    }
}

fn broken<'a>(call: &'a Invocation, editions: &Editions) -> BTreeSet<&'a str> {
    call.operator.contract(editions).broken_by(call.args()).map(|r| r.id).collect()
}

/// One call of cumprod, by the arguments that rules are about. `out` is out's dtype, and whether it has input's shape.
#[derive(Clone, Debug)]
struct Cumprod {
    input: DType,
    shape: Vec<usize>,
    dim: i64,
    dtype: Option<DType>,
    inplace: bool,
    out: Option<(DType, bool)>,
    /// Whether input has gaps.
    strided: bool,
}

impl Cumprod {
    /// A call that breaks no rule, for dtypes that the page lists.
    fn of(input: DType, shape: &[usize]) -> Self {
        let shape = shape.to_vec();
        Self { input, shape, dim: 0, dtype: None, inplace: false, out: None, strided: false }
    }

    fn call(&self) -> Invocation {
        let zeros = |dtype: DType, shape: &[usize]| Arg::Tensor(Tensor::zeros(dtype, shape).unwrap());
        let out = self.out.map_or(Arg::Absent, |(dtype, same)| {
            let longer = [&self.shape[..], &[2]].concat();
            zeros(dtype, if same { &self.shape } else { &longer })
        });
        Invocation::new(&CUMPROD)
            .with(
                "input",
                if self.strided { gaps(self.input, &self.shape) } else { zeros(self.input, &self.shape) },
            )
            .with("dim", Arg::Int(self.dim))
            .with("dtype", self.dtype.map_or(Arg::Absent, Arg::DType))
            .with("inplace", Arg::Flag(self.inplace))
            .with("out", out)
    }

    /// The rules that it breaks, read off the pages.
    fn breaks(&self, edition: Edition) -> BTreeSet<&'static str> {
        let rank = self.shape.len() as i64;
        let closed = self.inplace && edition != Edition::Code;
        let in_range = -rank <= self.dim && (self.dim < rank || (closed && self.dim == rank));
        let out = self.out.filter(|_| !self.inplace);
        let rules = [
            (cumprod::INPUT_DTYPE, !self.inplace && !LISTED.contains(&self.input)),
            (cumprod::INPLACE_INPUT_DTYPE, self.inplace && !LISTED.contains(&self.input)),
            (
                cumprod::DTYPE_LISTED,
                self.dtype.is_some_and(|dtype| !LISTED.contains(&dtype))
                    // The code looks at out's dtype alone.
                    && (edition != Edition::Code
                        || self.out.is_none_or(|(out, _)| Some(out) == self.dtype)),
            ),
            (cumprod::DIM_RANGE, !self.inplace && rank > 0 && !in_range),
            (cumprod::INPLACE_DIM_RANGE, self.inplace && rank > 0 && !in_range),
            (cumprod::INPLACE_DIM_END, closed && rank > 0 && self.dim == rank),
            (cumprod::OUT_SHAPE, out.is_some_and(|(_, same)| !same)),
            (cumprod::OUT_DTYPE_UNDEFINED, self.dtype.is_none() && out.is_some_and(|(d, _)| d != self.input)),
            (
                cumprod::OUT_DTYPE_GIVEN,
                self.dtype.is_some() && out.is_some_and(|(d, _)| Some(d) != self.dtype),
            ),
            (cumprod::INPLACE_EMPTY, edition != Edition::Code && self.inplace && self.shape.contains(&0)),
            (cumprod::STRIDED, edition == Edition::First && self.strided),
            (cumprod::RANK_ZERO, rank == 0 && (edition != Edition::Code || !(-1..=0).contains(&self.dim))),
            (cumprod::RANK_MAX, rank > 8),
        ];
        rules.into_iter().filter(|(_, broken)| *broken).map(|(id, _)| id).collect()
    }
}

/// A tensor with a gap after each element.
fn gaps(dtype: DType, shape: &[usize]) -> Arg {
    let strides: Vec<isize> = Layout::contiguous(shape).strides().iter().map(|stride| stride * 2).collect();
    let layout = Layout::strided(shape, &strides, 0).unwrap();
    let storage = vec![0; 2 * shape.iter().product::<usize>() * dtype.size()];
    Arg::Tensor(Tensor::view(dtype, layout, storage).unwrap())
}

/// Calls over every argument that a rule is about.
fn cumprod_calls() -> Vec<Cumprod> {
    let mut calls = Vec::new();
    let base = Cumprod::of(DType::F32, &[2, 3]);
    for inplace in [false, true] {
        for rank in 0..=10 {
            for dim in (-rank - 2..=rank + 2).chain([i64::MIN, i64::from(i32::MIN) - 1, 1 << 32, i64::MAX]) {
                calls.push(Cumprod { shape: vec![2; rank as usize], dim, inplace, ..base.clone() });
            }
        }
        for shape in [vec![0], vec![2, 0, 3], vec![1, 1], vec![3]] {
            calls.push(Cumprod { shape: shape.clone(), inplace, ..base.clone() });
            calls.push(Cumprod {
                strided: !shape.contains(&0) && shape != [1, 1],
                shape,
                inplace,
                ..base.clone()
            });
        }
        for input in DType::ALL {
            for dtype in DType::ALL.into_iter().map(Some).chain([None]) {
                for out in DType::ALL.into_iter().map(Some).chain([None]) {
                    let out = out.map(|dtype| (dtype, dtype != DType::S8));
                    calls.push(Cumprod { input, dtype, out, inplace, ..base.clone() });
                }
            }
        }
    }
    calls
}

#[test]
fn cumprod_predicates_say_what_the_pages_say() {
    for edition in [Edition::First, Edition::Page2026, Edition::Code] {
        let editions = edition.editions();
        let mut seen = BTreeSet::new();
        for case in cumprod_calls() {
            let (call, expected) = (case.call(), case.breaks(edition));
            assert_eq!(broken(&call, &editions), expected, "{case:?}");
            seen.extend(expected);
        }
        // Every rule has been broken by some call, so none of the comparisons is empty.
        let breakable = CUMPROD
            .contract(&editions)
            .requirements
            .iter()
            .filter(|r| r.require.is_some() && r.via.is_none());
        assert_eq!(seen, breakable.map(|r| r.id).collect());
    }
}

#[test]
fn null_pointers_and_dtypes_of_dim_break_the_rules_of_the_interface() {
    let base = Cumprod::of(DType::F32, &[2]).call();
    let first = Editions::default();
    for (argument, inplace, id) in [
        ("input", false, cumprod::INPUT_NULL),
        ("input", true, cumprod::INPUT_NULL),
        ("dim", false, cumprod::DIM_NULL),
        ("dim", true, cumprod::DIM_NULL),
        ("out", false, cumprod::OUT_NULL),
    ] {
        let call = base.clone().with(argument, Arg::Null).with("inplace", Arg::Flag(inplace));
        // No other rule has a value for what is null.
        assert_eq!(broken(&call, &first), BTreeSet::from([id]), "{argument} {inplace}");
        let requirement = CUMPROD.contract(&first).requirement(id).unwrap();
        assert_eq!(requirement.code(), Some(("ACLNN_ERR_PARAM_NULLPTR", 161_001)));
    }
    for dtype in DType::ALL {
        let call = base.clone().with("dim_dtype", Arg::DType(dtype));
        let listed = broken(&call, &first).is_empty();
        assert_eq!(listed, dtype == DType::S32, "{dtype}");
        let by_code = broken(&call, &Edition::Code.editions()).is_empty();
        assert_eq!(by_code, matches!(dtype, DType::S32 | DType::S64), "{dtype} in the code");
    }
}

#[test]
fn reinterpret_predicates_say_what_the_page_says() {
    let (first, code) = (Editions::default(), Edition::Code.editions());
    let ten = |dtype: DType| LISTED.contains(&dtype) && !matches!(dtype, DType::Bf16 | DType::F64);
    let thirteen = |dtype: DType| LISTED.contains(&dtype) || dtype == DType::Bool;
    let layouts = [
        Layout::contiguous(&[]),
        Layout::contiguous(&[0]),
        Layout::contiguous(&[1]),
        Layout::contiguous(&[128]),
        Layout::contiguous(&[128, 1]),
        Layout::contiguous(&[3, 0]),
        Layout::contiguous(&[2, 3, 12]),
        Layout::contiguous(&[1; 9]),
        Layout::strided(&[4], &[2], 0).unwrap(),
        Layout::strided(&[2, 4], &[9, 1], 3).unwrap(),
        Layout::strided(&[8], &[1], 1).unwrap(),
        Layout::strided(&[4, 1], &[1, 7], 0).unwrap(),
    ];
    for (from, to) in DType::ALL.into_iter().flat_map(|from| DType::ALL.map(|to| (from, to))) {
        for layout in &layouts {
            let rank = layout.rank();
            let dense = rank == 0 || layout.count() == 0 || layout.is_dense_last();
            let packed = layout.is_contiguous() && layout.offset() == 0;
            let bits = layout.shape().last().map(|last| last * from.bits() as usize);
            let divides = from.bits() >= to.bits() || bits.is_none_or(|bits| bits % to.bits() as usize == 0);
            let widens = rank > 0 && from.bits() < to.bits();
            let rules = |listed: fn(DType) -> bool, code: bool| {
                let rules = [
                    (reinterpret::DTYPE_LISTED, !listed(to)),
                    (reinterpret::INPUT_LISTED, !listed(from)),
                    (reinterpret::WIDEN_DIVIDES, !divides),
                    (reinterpret::RANK_ZERO, rank == 0),
                    (reinterpret::EMPTY, layout.count() == 0),
                    (reinterpret::STRIDED, if code { !dense } else { !packed }),
                    (reinterpret::WIDEN_VIEW, code && widens && !packed),
                    (reinterpret::RANK_MAX, rank > 8),
                ];
                rules.into_iter().filter(|(_, broken)| *broken).map(|(id, _)| id).collect::<BTreeSet<_>>()
            };
            let input = Tensor::view(from, layout.clone(), vec![0; 256 * from.size()]).unwrap();
            let call =
                Invocation::new(&REINTERPRET).with("input", Arg::Tensor(input)).with("dtype", Arg::DType(to));
            assert_eq!(broken(&call, &first), rules(ten, false), "{from} to {to}, {layout:?}");
            assert_eq!(
                broken(&call, &code),
                rules(thirteen, true),
                "{from} to {to}, {layout:?}, by the code"
            );
        }
    }
}

#[test]
fn levels_and_derived_values_follow_the_edition() {
    let level =
        |edition: Edition, id: &str| CUMPROD.contract(&edition.editions()).requirement(id).map(|r| r.level);
    let levels =
        |id: &str| [Edition::First, Edition::Page2026, Edition::Code].map(|edition| level(edition, id));
    let (must, open, either) = (Some(Level::Must), Some(Level::Unspecified), Some(Level::Contradicted));
    assert_eq!(levels(cumprod::RANK_MAX), [open, must, open]);
    assert_eq!(levels(cumprod::RANK_ZERO), [open, open, must]);
    assert_eq!(levels(cumprod::DETERMINISTIC), [open, must, open]);
    assert_eq!(levels(cumprod::INPUT_FORMAT), [must, must, open]);
    assert_eq!(levels(cumprod::OUT_FORMAT), [must, must, open]);
    assert_eq!(levels(cumprod::INPLACE_DIM_END), [either, either, None]);
    assert_eq!(levels(cumprod::INPLACE_EMPTY), [Some(Level::Should), Some(Level::Should), must]);
    assert_eq!(levels(cumprod::STRIDED), [open, must, must]);
    assert_eq!(levels(cumprod::OUT_DTYPE_GIVEN), [must, must, open]);
    assert_eq!(levels(cumprod::OUT_DTYPE_UNDEFINED), [must, must, open]);
    assert_eq!(levels("cumprod.no.such"), [None; 3]);
    // UNDEFINED computes in input's dtype by the pages, in out's by the code.
    let compute = |edition: Edition, dtype: Option<DType>, inplace: bool| {
        let out = Some((DType::F32, true));
        let case = Cumprod { dtype, inplace, out, ..Cumprod::of(DType::S8, &[2]) };
        CUMPROD.contract(&edition.editions()).derived_dtype("compute", case.call().args())
    };
    assert_eq!(compute(Edition::First, None, false), Some(DType::S8));
    assert_eq!(compute(Edition::Code, None, false), Some(DType::F32));
    assert_eq!(compute(Edition::Code, None, true), Some(DType::S8));
    for edition in [Edition::First, Edition::Page2026, Edition::Code] {
        assert_eq!(compute(edition, Some(DType::F64), false), Some(DType::F64));
    }
}

#[test]
fn contracts_hang_together() {
    for operator in OPERATORS {
        assert!(!operator.contracts.is_empty(), "{}", operator.name);
        for contract in operator.contracts {
            let name = format!("{} {}", operator.name, contract.edition);
            let ids: HashSet<&str> = contract.requirements.iter().map(|r| r.id).collect();
            assert_eq!(ids.len(), contract.requirements.len(), "{name} has a requirement twice");
            for requirement in contract.requirements {
                let id = requirement.id;
                assert!(
                    id.starts_with(&format!("{}.", operator.name)) && !requirement.says.is_empty(),
                    "{name} {id}"
                );
                if let Some((status, number)) = requirement.code() {
                    assert_eq!(Status::from_number(number).map(|s| s.name), Some(status), "{name} {id}");
                }
                // Only a predicate can give a status, be unbreakable, or say what becomes of what breaks it.
                let needs = requirement.status.is_some()
                    || requirement.unbreakable.is_some()
                    || requirement.reference_refuses
                    || requirement.accepted_is_judged;
                assert!(requirement.require.is_some() || !needs, "{name} {id}");
            }
            for function in contract.functions.iter() {
                assert!(
                    contract.variants.iter().any(|v| v.name == function.variant),
                    "{name} {}",
                    function.name
                );
                if let Some(then) = function.then {
                    let second = contract.functions.iter().find(|f| f.name == then).unwrap();
                    assert_eq!(
                        (function.phase, second.phase, second.variant),
                        (1, 2, function.variant),
                        "{then}"
                    );
                }
            }
            for variant in contract.variants.iter().map(|variant| variant.name) {
                assert!(contract.phase_one(variant).is_some(), "{name}: {variant} has no phase one");
            }
        }
    }
    let functions: Vec<&str> = CUMPROD.contracts[0].functions.iter().map(|f| f.name).collect();
    let expected = [
        "aclnnCumprodGetWorkspaceSize",
        "aclnnCumprod",
        "aclnnInplaceCumprodGetWorkspaceSize",
        "aclnnInplaceCumprod",
    ];
    assert_eq!(functions, expected);
}

/// The page lists INT32 for dim. The code takes INT64 too, and reads its low 32 bits.
#[test]
fn an_int64_dim_is_read_by_its_low_32_bits_in_the_code() {
    let input = Tensor::zeros(DType::F32, &[2, 3]).expect("a small tensor");
    let call = |dim: i64, dtype| {
        Invocation::new(&CUMPROD)
            .with("input", Arg::Tensor(input.clone()))
            .with("dim", Arg::Int(dim))
            .with("dim_dtype", Arg::DType(dtype))
    };
    let contract = |profile: &str| CUMPROD.contract(&Editions::profile(profile).expect("a profile"));
    let broken = |profile: &str, dim: i64, dtype: DType| -> Vec<&str> {
        contract(profile).broken_by(call(dim, dtype).args()).map(|r| r.id).collect()
    };
    for (dim, axis) in [
        (0, 0),
        (-2, -2),
        (1 << 32, 0),
        ((1 << 32) + 1, 1),
        (-(1 << 32) - 1, -1),
        ((1 << 32) - 1, -1),
        (1 << 31, i64::from(i32::MIN)),
        (i64::MAX, -1),
        (i64::MIN, 0),
    ] {
        let read = contract("code").derived_int("axis", call(dim, DType::S64).args());
        assert_eq!((read, i64::from(dim as i32)), (Some(axis), axis), "{dim}");
        let inside = (-2..2).contains(&axis);
        assert_eq!(broken("code", dim, DType::S64).is_empty(), inside, "{dim}");
        assert!(broken("documented", dim, DType::S64).contains(&"cumprod.dim.dtype"), "{dim}");
    }
    assert_eq!(broken("code", 1 << 32, DType::S32), ["cumprod.dim.range"]);
    assert_eq!(broken("latest", 0, DType::S32), [""; 0]);
}

#[test]
fn names_are_those_of_the_specification() {
    let levels = [Level::Must, Level::Should, Level::Unspecified, Level::Contradicted];
    assert_eq!(levels.map(Level::name), ["must", "should", "unspecified", "contradicted"]);
    assert_eq!(Basis::ALL.map(Basis::name), ["stated", "derived", "elsewhere", "reading"]);
    for operator in OPERATORS {
        assert!(OperatorSpec::named(operator.name).is_some_and(|named| core::ptr::eq(named, *operator)));
    }
    assert!(OperatorSpec::named("cumprot").is_none());
}
