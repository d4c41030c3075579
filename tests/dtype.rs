//! Dtypes: their names and numbers in every system, and sets of dtypes.

use ascertain::document::TYPE_LISTS;
use ascertain::dtype::{Class, DType, DTypeSet, Scheme};
use std::collections::HashSet;

// Usable in const context.
const LISTED: DTypeSet = DTypeSet::of(&[DType::F16, DType::U64, DType::F16]);
const _: () = {
    assert!(DType::ALL.len() == 16);
    assert!(DType::F16.bits() == 16 && DType::C128.size() == 16 && DType::Bf16.precision() == 8);
    assert!(LISTED.contains(DType::U64) && !LISTED.contains(DType::S64) && LISTED.len() == 2);
    assert!(DTypeSet::EMPTY.is_empty() && !LISTED.is_empty());
    let mut i = 0;
    while i < DType::ALL.len() {
        assert!(DType::ALL[i].index() == i);
        assert!(matches!(DType::from_index(i), Some(dtype) if dtype as usize == i));
        i += 1;
    }
    assert!(DType::from_index(16).is_none());
};

/// Short name, value of aclDataType, operator pages' name, TIK's, MindSpore's.
type Names = (&'static str, i32, &'static str, Option<&'static str>, Option<&'static str>);

/// Read off the pages and headers, in the order of the first table.
const NAMES: [Names; 16] = [
    ("f32", 0, "FLOAT", Some("float32"), Some("float32")),
    ("f16", 1, "FLOAT16", Some("float16"), Some("float16")),
    ("f64", 11, "DOUBLE", Some("float64"), Some("float64")),
    ("bf16", 27, "BFLOAT16", Some("bfloat16"), Some("bfloat16")),
    ("s8", 2, "INT8", Some("int8"), Some("int8")),
    ("u8", 4, "UINT8", Some("uint8"), Some("uint8")),
    ("s16", 6, "INT16", Some("int16"), Some("int16")),
    ("u16", 7, "UINT16", Some("uint16"), Some("uint16")),
    ("s32", 3, "INT32", Some("int32"), Some("int32")),
    ("u32", 8, "UINT32", Some("uint32"), Some("uint32")),
    ("s64", 9, "INT64", Some("int64"), Some("int64")),
    ("u64", 10, "UINT64", Some("uint64"), Some("uint64")),
    ("bool", 12, "BOOL", Some("bool"), Some("bool")),
    ("c32", 33, "COMPLEX32", None, None),
    ("c64", 16, "COMPLEX64", None, Some("complex64")),
    ("c128", 17, "COMPLEX128", None, Some("complex128")),
];

#[test]
fn names_and_numbers_are_those_of_the_documents() {
    for (dtype, (short, number, operator, tik, mindspore)) in DType::ALL.into_iter().zip(NAMES) {
        assert_eq!((dtype.name(), dtype.to_string()), (short, short.to_owned()));
        assert_eq!(dtype.acl_number(), number, "{dtype}");
        let acl = match dtype {
            DType::Bf16 => "ACL_BF16".into(),
            _ => format!("ACL_{operator}"),
        };
        let names = [Some(short), Some(&acl), Some(operator), tik, mindspore];
        let schemes = [Scheme::Short, Scheme::Acl, Scheme::Operator, Scheme::Tik, Scheme::Mindspore];
        assert_eq!(schemes.map(|scheme| dtype.name_in(scheme)), names, "{dtype}");
    }
    assert_eq!(format!("[{:>5}] [{:<5}]", DType::S8, DType::C128), "[   s8] [c128 ]");
}

#[test]
fn names_and_numbers_lead_back_to_their_dtype_and_no_other_does() {
    for scheme in Scheme::ALL {
        let names: Vec<&str> = DType::ALL.into_iter().filter_map(|dtype| dtype.name_in(scheme)).collect();
        assert_eq!(
            names.iter().collect::<HashSet<_>>().len(),
            names.len(),
            "{} has a name twice",
            scheme.name()
        );
        for dtype in DType::ALL {
            if let Some(name) = dtype.name_in(scheme) {
                assert_eq!(DType::from_name_in(scheme, name), Some(dtype), "{} {name}", scheme.name());
            }
        }
        for wrong in ["", "f23", " f32", "float", "Float32", "ACL_", "int24", "undefined"] {
            assert_eq!(DType::from_name_in(scheme, wrong), None, "{} {wrong:?}", scheme.name());
        }
    }
    for dtype in DType::ALL {
        assert_eq!(DType::from_name(dtype.name()), Some(dtype));
        assert_eq!(DType::from_acl_number(dtype.acl_number()), Some(dtype));
    }
    // ACL_DT_UNDEFINED, the numbers of types that no document here names, and one beyond.
    for number in [-1, 5, 13, 14, 15, 18, 26, 28, 29, 30, 31, 32, 34, i32::MAX, i32::MIN] {
        assert_eq!(DType::from_acl_number(number), None, "{number}");
    }
    assert_eq!(DType::from_name("F32"), None);
}

#[test]
fn classes_and_widths_follow_from_the_names() {
    for dtype in DType::ALL {
        let digits = dtype.name().trim_start_matches(|c: char| !c.is_ascii_digit());
        let class = match dtype.name().trim_end_matches(digits) {
            "f" | "bf" => Class::Float,
            "s" => Class::Signed,
            "u" => Class::Unsigned,
            "c" => Class::Complex,
            _ => Class::Bool,
        };
        assert_eq!((dtype.class(), dtype.bits()), (class, digits.parse().unwrap_or(8)), "{dtype}");
        assert_eq!(dtype.size() * 8, dtype.bits() as usize, "{dtype}");
        assert_eq!(dtype.is_float(), class == Class::Float, "{dtype}");
        assert_eq!(dtype.is_integer(), matches!(class, Class::Signed | Class::Unsigned), "{dtype}");
        // A sign, the exponent and the fraction, whose implicit bit is not stored, fill a float's bits.
        let parts = match class {
            Class::Float => 1,
            Class::Complex => 2,
            _ => 0,
        };
        let float_bits = parts * (dtype.exponent_bits() + dtype.precision());
        assert_eq!(float_bits, if parts == 0 { 0 } else { dtype.bits() }, "{dtype}");
    }
    let fields = |dtype: DType| (dtype.precision(), dtype.exponent_bits());
    assert_eq!(
        [DType::F16, DType::Bf16, DType::F32, DType::F64].map(fields),
        [(11, 5), (8, 8), (24, 8), (53, 11)]
    );
}

#[test]
fn mindspore_lists_fifteen_base_types_and_their_aliases() {
    let list = TYPE_LISTS.iter().find(|list| list.document == "mindspore.dtype").expect("the list");
    assert_eq!((list.edition, list.types.len(), list.others.len()), ("2.10", 15, 10));
    for named in list.types {
        assert_eq!(named.dtype.name_in(Scheme::Mindspore), Some(named.name));
        for name in named.aliases.iter().chain([&named.name]) {
            assert_eq!(list.dtype(name), Some(named.dtype), "{name}");
        }
    }
    let aliases = [
        ("short", DType::S16),
        ("int", DType::S32),
        ("long", DType::S64),
        ("half", DType::F16),
        ("float", DType::F32),
        ("double", DType::F64),
        ("cfloat", DType::C64),
        ("cdouble", DType::C128),
    ];
    for (alias, dtype) in aliases {
        assert_eq!(list.dtype(alias), Some(dtype), "{alias}");
    }
    assert_eq!(list.types.iter().map(|named| named.aliases.len()).sum::<usize>(), aliases.len());
    // Names of other editions, of other types, and of the dtype that MindSpore lacks.
    for name in ["bool_", "byte", "intc", "single", "float_", "complex", "complex32", "Tensor", ""] {
        assert_eq!(list.dtype(name), None, "{name:?}");
    }
}

#[test]
fn sets_hold_what_was_put_in() {
    let mut all_subsets_of_four = HashSet::new();
    for bits in 0_u32..16 {
        let four = [DType::F32, DType::Bf16, DType::U64, DType::C128];
        let chosen: Vec<DType> = (0..4).filter(|i| bits >> i & 1 == 1).map(|i| four[i]).collect();
        let set = DTypeSet::of(&chosen);
        assert_eq!(set.iter().collect::<Vec<_>>(), chosen, "in the order of DType::ALL");
        assert_eq!((set.len(), set.is_empty()), (chosen.len(), chosen.is_empty()));
        for dtype in DType::ALL {
            assert_eq!(set.contains(dtype), chosen.contains(&dtype), "{dtype}");
        }
        let mut inserted = DTypeSet::default();
        chosen.iter().rev().for_each(|dtype| inserted.insert(*dtype));
        assert_eq!((inserted, chosen.iter().copied().collect()), (set, set));
        all_subsets_of_four.insert(set);
    }
    assert_eq!(all_subsets_of_four.len(), 16);
    assert_eq!(DType::ALL.into_iter().collect::<DTypeSet>().len(), 16);
    assert_eq!(format!("{LISTED:?}"), "{F16, U64}");
}
