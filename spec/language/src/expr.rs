//! The predicate language: a small, typed expression language that is written like Rust.
//!
//! Names are an operator's arguments and derived values. An expression about an absent argument has no value (the
//! requirement does not apply). Only `present(x)` and `is_null(x)` have a value for absent arguments.
//!
//! | form | type |
//! |---|---|
//! | `1`, `true`, an argument of kind int, flag, dtype, a derived value | int, bool, dtype |
//! | `rank(t)`, `count(t)`, `last(shape)`, `bits(d)`, `low32(i)` | int |
//! | `dtype(t)`, `'f32'` | dtype |
//! | `shape(t)`, `broadcast(shape, shape)` (aligned at the last dimension, where a length of 1 has any) | shape |
//! | `length(list)`, `lowest(list)`, `highest(list)` of an argument of kind ints; of none, the latter two have no value | int |
//! | `distinct(list)` (no two of it are equal) | bool |
//! | `fold(shape, dims, keep)`: without some dimensions, or with length 1 there; `dims` is an int or a list, an empty one of all | shape |
//! | `dtypes(p)` | set of dtypes: those that the variant's phase-one function lists for parameter `p` |
//! | `set.contains(d)`, `is_integer(d)`, `is_float(d)`, `fit(shape, shape)` (they broadcast) | bool |
//! | `promote('table', row, column)`: the dtype that two promote to by a promotion table, `'table=edition'` by another edition than the first | dtype |
//! | `promotable('table', row, column)` (they promote) | bool |
//! | `on('product', …)`: whether the rules of one of these hardware products are asked for | bool |
//! | `present(x)`, `is_null(x)`, `contiguous(t)`, `dense_last(t)`, `packed(t)` | bool |
//! | `-` `+` `*` `/` `%` | int |
//! | `==` `!=` (int, bool, dtype, shape) `<` `<=` `>` `>=` (int) `&&` `\|\|` `!` | bool |
//! | `if c { a } else { b }`, parentheses | type of the branches |
//!
//! In a formula a tensor's name stands for its element, and ints are elements too where one meets them:
//!
//! | form | type |
//! |---|---|
//! | `sqrt(x)`, `rsqrt(x)`, `exp(x)`, `log(x)`, `sin(x)`, `cos(x)`, `tanh(x)`: graded, as no page says how exact they are | element |
//! | `x / y`: graded too | element |
//! | a tensor, `abs(x)`, `min(x, y)`, `max(x, y)`, `-` `+` `*` of elements | element |
//! | `floor(x)`, `ceil(x)`, `trunc(x)`, `round(x)` (to the nearest, ties to even), `sign(x)` (-1, 0 or 1) | element |
//! | `&` `\|` `^` of the bits of integers | element |
//! | `==` `!=` `<` `<=` `>` `>=` of elements | bool |

/// A type of the predicate language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// 64-bit integer.
    Int,
    /// Yes or no.
    Bool,
    /// A dtype.
    DType,
    /// A shape.
    Shape,
    /// A set of dtypes.
    DTypes,
    /// A list of integers.
    Ints,
    /// An element of a tensor, in the dtype that a formula computes in.
    Element,
}

impl Type {
    /// Its name with an article.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Int => "an int",
            Self::Bool => "a bool",
            Self::DType => "a dtype",
            Self::Shape => "a shape",
            Self::DTypes => "a set of dtypes",
            Self::Ints => "a list of ints",
            Self::Element => "an element",
        }
    }
}

/// What a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// An argument of the operator that is a tensor.
    Tensor,
    /// An argument of the operator that is a list of integers.
    List,
    /// Any argument of the operator.
    Argument,
    /// A parameter of phase one that lists dtypes.
    Parameter,
    /// A value.
    Value(Type),
}

/// Defines the functions: name, what it takes, and the type of its value.
macro_rules! functions {
    ($($(#[$doc:meta])+ $function:ident = $name:literal ($takes:expr) -> $gives:ident,)+) => {
        /// A function of one argument.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Function { $($(#[$doc])+ $function,)+ }

        impl Function {
            /// Every function.
            pub const ALL: &[Self] = &[$(Self::$function),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$function => $name),+ }
            }

            /// What it takes.
            pub fn takes(self) -> Takes {
                match self { $(Self::$function => $takes),+ }
            }

            /// The type of its value.
            pub fn gives(self) -> Type {
                match self { $(Self::$function => Type::$gives),+ }
            }
        }
    };
}

functions! {
    /// Number of dimensions.
    Rank = "rank" (Takes::Tensor) -> Int,
    /// Number of elements.
    Count = "count" (Takes::Tensor) -> Int,
    /// Dtype of a tensor.
    DTypeOf = "dtype" (Takes::Tensor) -> DType,
    /// Shape of a tensor.
    Shape = "shape" (Takes::Tensor) -> Shape,
    /// The last dimension; no value for rank 0.
    Last = "last" (Takes::Value(Type::Shape)) -> Int,
    /// Width of an element.
    Bits = "bits" (Takes::Value(Type::DType)) -> Int,
    /// The low 32 bits of an integer, as a signed integer.
    Low32 = "low32" (Takes::Value(Type::Int)) -> Int,
    /// How many integers there are.
    Length = "length" (Takes::List) -> Int,
    /// The lowest of some integers.
    Lowest = "lowest" (Takes::List) -> Int,
    /// The highest of some integers.
    Highest = "highest" (Takes::List) -> Int,
    /// Whether no two of some integers are equal.
    Distinct = "distinct" (Takes::List) -> Bool,
    /// The dtypes that the chosen variant lists for a parameter.
    DTypes = "dtypes" (Takes::Parameter) -> DTypes,
    /// Whether a dtype is an integer.
    IsInteger = "is_integer" (Takes::Value(Type::DType)) -> Bool,
    /// Whether a dtype is a float.
    IsFloat = "is_float" (Takes::Value(Type::DType)) -> Bool,
    /// Whether an argument is given.
    Present = "present" (Takes::Argument) -> Bool,
    /// Whether an argument is a null pointer.
    IsNull = "is_null" (Takes::Argument) -> Bool,
    /// The absolute value of an element.
    Abs = "abs" (Takes::Value(Type::Element)) -> Element,
    /// The greatest whole number that is not more.
    Floor = "floor" (Takes::Value(Type::Element)) -> Element,
    /// The least whole number that is not less.
    Ceil = "ceil" (Takes::Value(Type::Element)) -> Element,
    /// Without the fraction.
    Trunc = "trunc" (Takes::Value(Type::Element)) -> Element,
    /// The nearest whole number, of two the even one.
    Round = "round" (Takes::Value(Type::Element)) -> Element,
    /// -1, 0 or 1.
    Sign = "sign" (Takes::Value(Type::Element)) -> Element,
    /// The square root.
    Sqrt = "sqrt" (Takes::Value(Type::Element)) -> Element,
    /// One divided by the square root.
    Rsqrt = "rsqrt" (Takes::Value(Type::Element)) -> Element,
    /// The exponential function.
    Exp = "exp" (Takes::Value(Type::Element)) -> Element,
    /// The natural logarithm.
    Log = "log" (Takes::Value(Type::Element)) -> Element,
    /// The sine.
    Sin = "sin" (Takes::Value(Type::Element)) -> Element,
    /// The cosine.
    Cos = "cos" (Takes::Value(Type::Element)) -> Element,
    /// The hyperbolic tangent.
    Tanh = "tanh" (Takes::Value(Type::Element)) -> Element,
    /// Row-major without gaps.
    Contiguous = "contiguous" (Takes::Tensor) -> Bool,
    /// The last stride is 1, or the last dimension has at most one element.
    DenseLast = "dense_last" (Takes::Tensor) -> Bool,
    /// Row-major without gaps, from the start of its storage.
    Packed = "packed" (Takes::Tensor) -> Bool,
}

impl Function {
    /// Whether its value is rarely exact, and pages do not say how near it is.
    pub fn is_graded(self) -> bool {
        matches!(self, Self::Sqrt | Self::Rsqrt | Self::Exp | Self::Log | Self::Sin | Self::Cos | Self::Tanh)
    }
}

/// A typed expression. Arguments are indices into the operator's arguments, derived values into the contract's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A dtype, by its short name.
    DType(String),
    /// The value of an argument that is not a tensor, or the element of a tensor. An absent flag is false.
    Argument(usize, Type),
    /// An int as an element.
    Number(Box<Expr>),
    /// A derived value of the contract.
    Derived(usize, Type),
    /// A function of an argument.
    Of(Function, usize),
    /// `dtypes(p)`: the parameter's name. The list depends on the chosen variant.
    DTypes(String),
    /// A function of a value.
    Apply(Function, Box<Expr>),
    /// `set.contains(d)`.
    Contains(Box<Expr>, Box<Expr>),
    /// A function of a promotion table and two dtypes: the table, with the edition if it is not the first.
    Table(TableFunction, String, Box<[Expr; 2]>),
    /// `fold(shape, dims, keep)`.
    Fold(Box<[Expr; 3]>),
    /// `any_zero(shape, dims)`.
    AnyZero(Box<[Expr; 2]>),
    /// `on('product', …)`: the names of products.
    On(Vec<String>),
    /// `-x`.
    Neg(Box<Expr>),
    /// `!x`.
    Not(Box<Expr>),
    /// A binary operation.
    Binary(Op, Box<Expr>, Box<Expr>),
    /// `if c { a } else { b }`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Functions of a promotion table and the dtypes of a row and a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFunction {
    /// The dtype of the cell; no value if it has none.
    Promote,
    /// Whether the cell has a dtype.
    Promotable,
}

impl TableFunction {
    /// Every function.
    pub(crate) const ALL: [Self; 2] = [Self::Promote, Self::Promotable];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Promote => "promote",
            Self::Promotable => "promotable",
        }
    }
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum Op {
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Min,
    Max,
    Broadcast,
    Fit,
}

impl Op {
    /// Every operator.
    pub const ALL: &[Self] = &[
        Self::Or,
        Self::And,
        Self::Eq,
        Self::Ne,
        Self::Lt,
        Self::Le,
        Self::Gt,
        Self::Ge,
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Rem,
        Self::BitAnd,
        Self::BitOr,
        Self::BitXor,
        Self::Min,
        Self::Max,
        Self::Broadcast,
        Self::Fit,
    ];

    /// Whether it compares.
    pub(crate) fn compares(self) -> bool {
        self.sign().1 == Self::Eq.sign().1
    }

    /// How it is written, and how strongly it binds.
    pub fn sign(self) -> (&'static str, u8) {
        match self {
            Self::Or => ("||", 1),
            Self::And => ("&&", 2),
            Self::Eq => ("==", 3),
            Self::Ne => ("!=", 3),
            Self::Lt => ("<", 3),
            Self::Le => ("<=", 3),
            Self::Gt => (">", 3),
            Self::Ge => (">=", 3),
            Self::BitOr => ("|", 4),
            Self::BitXor => ("^", 5),
            Self::BitAnd => ("&", 6),
            Self::Add => ("+", 7),
            Self::Sub => ("-", 7),
            Self::Mul => ("*", 8),
            Self::Div => ("/", 8),
            Self::Rem => ("%", 8),
            Self::Min => ("min", u8::MAX),
            Self::Max => ("max", u8::MAX),
            Self::Broadcast => ("broadcast", u8::MAX),
            Self::Fit => ("fit", u8::MAX),
        }
    }

    /// Whether it is written like a function.
    #[must_use]
    pub fn is_named(self) -> bool {
        self.sign().1 == u8::MAX
    }

    /// Whether it takes elements, where it takes numbers.
    pub(crate) fn takes_elements(self) -> bool {
        !matches!(self, Self::And | Self::Or | Self::Rem)
    }

    /// The type of its operands, none if both have any one type, and the type of its value. Where it takes elements, ints
    /// are elements.
    pub fn types(self) -> (Option<Type>, Type) {
        match self {
            Self::Min | Self::Max | Self::BitAnd | Self::BitOr | Self::BitXor => {
                (Some(Type::Element), Type::Element)
            }
            Self::Broadcast => (Some(Type::Shape), Type::Shape),
            Self::Fit => (Some(Type::Shape), Type::Bool),
            Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem => (Some(Type::Int), Type::Int),
            Self::Lt | Self::Le | Self::Gt | Self::Ge => (Some(Type::Int), Type::Bool),
            Self::And | Self::Or => (Some(Type::Bool), Type::Bool),
            Self::Eq | Self::Ne => (None, Type::Bool),
        }
    }
}

impl Expr {
    /// The type of its value.
    pub fn kind(&self) -> Type {
        match self {
            Self::Int(_) => Type::Int,
            Self::DType(_) => Type::DType,
            Self::Number(_) => Type::Element,
            Self::Neg(x) => x.kind(),
            Self::Bool(_) | Self::Not(_) | Self::Contains(..) | Self::AnyZero(_) | Self::On(_) => Type::Bool,
            Self::Argument(_, kind) | Self::Derived(_, kind) => *kind,
            Self::Of(function, _) | Self::Apply(function, _) => function.gives(),
            Self::DTypes(_) => Type::DTypes,
            Self::Fold(_) => Type::Shape,
            Self::Table(TableFunction::Promote, ..) => Type::DType,
            Self::Table(TableFunction::Promotable, ..) => Type::Bool,
            // Arithmetic has the type of its operands.
            Self::Binary(op, x, _) => match op.types().1 {
                Type::Int => x.kind(),
                other => other,
            },
            Self::If(_, yes, _) => yes.kind(),
        }
    }

    /// Its direct parts, from left to right.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        let (few, others): ([Option<&Self>; 3], &[Self]) = match self {
            Self::Apply(_, x) | Self::Neg(x) | Self::Not(x) | Self::Number(x) => ([Some(x), None, None], &[]),
            Self::Contains(x, y) | Self::Binary(_, x, y) => ([Some(x), Some(y), None], &[]),
            Self::If(condition, yes, no) => ([Some(condition), Some(yes), Some(no)], &[]),
            Self::Table(_, _, dtypes) => ([None; 3], &dtypes[..]),
            Self::Fold(parts) => ([None; 3], &parts[..]),
            Self::AnyZero(parts) => ([None; 3], &parts[..]),
            _ => ([None; 3], &[]),
        };
        few.into_iter().flatten().chain(others)
    }

    /// Whether it, or a part of it at any depth, is so.
    pub fn has(&self, is_so: &dyn Fn(&Self) -> bool) -> bool {
        is_so(self) || self.parts().any(|part| part.has(is_so))
    }

    /// Whether a graded function, or a quotient of elements, is a part of it.
    pub fn is_graded(&self) -> bool {
        self.has(&|part| match part {
            Self::Apply(function, _) => function.is_graded(),
            Self::Binary(Op::Div, ..) => part.kind() == Type::Element,
            _ => false,
        })
    }

    /// Whether it is about the bits of integers.
    pub fn is_bitwise(&self) -> bool {
        self.has(&|part| matches!(part, Self::Binary(Op::BitAnd | Op::BitOr | Op::BitXor, ..)))
    }

    /// Whether the lesser or the greater of two elements is a part of it.
    pub fn is_extreme(&self) -> bool {
        self.has(&|part| matches!(part, Self::Binary(Op::Min | Op::Max, ..)) && part.kind() == Type::Element)
    }

    /// Whether it asks this of the argument at a place.
    pub fn asks(&self, function: Function, at: usize) -> bool {
        self.has(&|part| matches!(part, Self::Of(own, of) if (*own, *of) == (function, at)))
    }

    /// Whether it asks which product it is about.
    pub fn asks_product(&self) -> bool {
        self.has(&|part| matches!(part, Self::On(_)))
    }

    /// Whether it uses elements of tensors.
    pub fn uses_elements(&self) -> bool {
        self.has(&|part| matches!(part, Self::Argument(_, Type::Element)))
    }

    /// The tensors whose elements it uses, by their places among the arguments, in order.
    pub fn elements(&self) -> Vec<usize> {
        let mut elements = match self {
            Self::Argument(at, Type::Element) => vec![*at],
            _ => self.parts().flat_map(Self::elements).collect(),
        };
        elements.sort_unstable();
        elements.dedup();
        elements
    }

    /// How many parts it has, with those of the derived values that it refers to; `derived` holds theirs.
    pub fn size(&self, derived: &[u64]) -> u64 {
        let inside = match self {
            Self::Derived(index, _) => derived.get(*index).copied().unwrap_or(0),
            _ => 0,
        };
        self.parts().fold(inside.saturating_add(1), |sum, x| sum.saturating_add(x.size(derived)))
    }

    /// Its text; `argument` and `derived` name what their indices stand for.
    pub fn text(&self, argument: &dyn Fn(usize) -> String, derived: &dyn Fn(usize) -> String) -> String {
        let text = |expr: &Self| expr.text(argument, derived);
        // An operand in parentheses if it binds less strongly than that.
        let operand = |expr: &Self, strength: u8| match expr {
            Self::Binary(op, ..) if op.sign().1 < strength => format!("({})", text(expr)),
            Self::Number(number) if matches!(**number, Self::Binary(..)) => format!("({})", text(number)),
            Self::If(..) => format!("({})", text(expr)),
            _ => text(expr),
        };
        match self {
            Self::Int(value) => value.to_string(),
            Self::Bool(value) => value.to_string(),
            Self::DType(name) => format!("'{name}'"),
            Self::Argument(at, _) => argument(*at),
            Self::Derived(at, _) => derived(*at),
            Self::Of(function, at) => format!("{}({})", function.name(), argument(*at)),
            Self::DTypes(parameter) => format!("dtypes({parameter})"),
            Self::Apply(function, x) => format!("{}({})", function.name(), text(x)),
            Self::Contains(set, item) => format!("{}.contains({})", text(set), text(item)),
            Self::Table(function, table, dtypes) => {
                let [row, column] = dtypes.as_ref();
                format!("{}('{table}', {}, {})", function.name(), text(row), text(column))
            }
            Self::Fold(parts) => {
                let [shape, dims, keep] = parts.as_ref();
                format!("fold({}, {}, {})", text(shape), text(dims), text(keep))
            }
            Self::AnyZero(parts) => {
                let [shape, dims] = parts.as_ref();
                format!("any_zero({}, {})", text(shape), text(dims))
            }
            Self::On(products) => format!("on('{}')", products.join("', '")),
            Self::Neg(x) => format!("-{}", operand(x, u8::MAX)),
            Self::Not(x) => format!("!{}", operand(x, u8::MAX)),
            Self::Number(number) => text(number),
            Self::Binary(op, x, y) if op.is_named() => {
                format!("{}({}, {})", op.sign().0, text(x), text(y))
            }
            Self::Binary(op, x, y) => {
                let (sign, strength) = op.sign();
                // Operators of one strength group to the left, but comparisons do not chain.
                let left = strength + u8::from(op.compares());
                format!("{} {sign} {}", operand(x, left), operand(y, strength + 1))
            }
            Self::If(condition, yes, no) => {
                format!("if {} {{ {} }} else {{ {} }}", text(condition), text(yes), text(no))
            }
        }
    }
}
