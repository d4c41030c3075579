//! Operators: their arguments, and their contract in every edition.

use super::{At, Basis, Citation, DTypes, Elementwise, Predicate, Requirement, Spec};
use crate::model::describe::{Described, FieldType, Value, enumeration, record};
use crate::model::root::{Constant, InRoot};
use ascertain_language::expr::Type;

enumeration! {
    /// What joins two elements of a line.
    pub enum Join {
        /// Their sum.
        Sum = "sum",
        /// Their product.
        Product = "product",
        /// The lesser.
        Least = "min",
        /// The greater.
        Greatest = "max",
        /// Their sum, divided by how many elements it is of.
        Mean = "mean",
    }

    /// What an argument holds. An absent flag means no.
    pub enum ArgumentKind {
        /// A tensor.
        Tensor = "tensor",
        /// A number with a dtype: a tensor without dimensions, in the host's memory.
        Scalar = "scalar",
        /// An integer.
        Int = "int",
        /// A list of integers.
        Ints = "ints",
        /// A dtype.
        DType = "dtype",
        /// Yes or no; absent means no.
        Flag = "flag",
    }

    /// The type of a derived value.
    pub enum ValueType {
        /// 64-bit integer.
        Int = "int",
        /// Yes or no.
        Bool = "bool",
        /// A dtype.
        DType = "dtype",
        /// A shape.
        Shape = "shape",
    }

    /// Whether something is read, written or both.
    pub enum Direction {
        /// Read.
        In = "in",
        /// Written.
        Out = "out",
        /// Both.
        InOut = "inout",
    }
}

impl ArgumentKind {
    /// The type of its value in predicates; a tensor is not a value there.
    #[must_use]
    pub fn in_predicates(self) -> Option<Type> {
        match self {
            Self::Tensor | Self::Scalar => None,
            Self::Int => Some(Type::Int),
            Self::Ints => Some(Type::Ints),
            Self::DType => Some(Type::DType),
            Self::Flag => Some(Type::Bool),
        }
    }
}

impl ValueType {
    /// The same type in predicates.
    pub(crate) fn in_predicates(self) -> Type {
        match self {
            Self::Int => Type::Int,
            Self::Bool => Type::Bool,
            Self::DType => Type::DType,
            Self::Shape => Type::Shape,
        }
    }
}

record! {
    /// An operator.
    #[derive(Clone, Debug)]
    pub struct OperatorSpec as "Operator" {
        /// Its name, which is also the command of the process protocol.
        pub name: String,
        /// Id of the document that describes it.
        pub document: String,
        /// The area under which coverage counts its cases.
        pub area: String,
        /// The default edition.
        pub default_edition: String,
        /// Its arguments; predicates name these.
        pub arguments: Vec<Argument>,
        /// Its contract in each edition, in the order of the document's editions.
        pub contracts: Vec<Contract>,
        /// Where the specification says so.
        pub at: At,
    }

    /// An argument that an implementation is asked with; predicates name these.
    #[derive(Clone, Debug)]
    pub struct Argument {
        /// Its name.
        pub name: String,
        /// What it holds.
        pub kind: ArgumentKind,
        /// Read or written.
        pub direction: Direction,
        /// Whether it may be absent.
        pub optional: bool,
        /// The only interface that can pass it, if not all can.
        pub via: Option<String>,
        /// What it is for.
        pub says: String,
        /// Where the specification says so.
        pub at: At,
    }

    /// What one edition of a document says about an operator.
    #[derive(Clone, Debug)]
    pub struct Contract {
        /// Name of the edition.
        pub edition: String,
        /// What the operator does.
        pub says: String,
        /// Naming scheme of the dtypes that the document lists for it, if it lists any.
        pub names: Option<String>,
        /// Its formula.
        pub formula: String,
        /// Where the document says so.
        pub cite: Citation,
        /// The most dimensions of all its tensors, if stated.
        pub max_rank: Option<u32>,
        /// Where the document says so.
        pub max_rank_cite: Option<Citation>,
        /// Whether results repeat bit for bit, if stated.
        pub deterministic: Option<bool>,
        /// Where the document says so.
        pub deterministic_cite: Option<Citation>,
        /// Hardware products that support it, and that do not.
        pub products: Vec<Product>,
        /// Messages that the document prints.
        pub messages: Vec<Message>,
        /// Functions of the interface.
        pub functions: Vec<Function>,
        /// Variants; the first whose condition holds is chosen.
        pub variants: Vec<Variant>,
        /// Values that are computed from the arguments, for predicates and kernels.
        pub derived: Vec<Derived>,
        /// What its results are, where the specification has a formula.
        pub formulas: Vec<Formula>,
        /// Requirements that hold in this edition.
        pub requirements: Vec<Requirement>,
        /// Where the specification says so.
        pub at: At,
    }

    /// Whether a hardware product supports the operator.
    #[derive(Clone, Debug)]
    pub struct Product {
        /// The product, as printed.
        pub name: String,
        /// Whether the operator runs on it.
        pub supported: bool,
        /// Who says so.
        pub basis: Basis,
        /// Why, if it is a reading.
        pub reason: Option<String>,
        /// Where the document says so.
        pub cite: Citation,
        /// Where the specification says so.
        pub at: At,
    }

    /// A message that a document prints.
    #[derive(Clone, Debug)]
    pub struct Message {
        /// The message.
        pub text: String,
        /// When it appears.
        pub says: String,
        /// Where the document says so.
        pub cite: Citation,
        /// Where the specification says so.
        pub at: At,
    }

    /// A function of an interface.
    #[derive(Clone, Debug)]
    pub struct Function {
        /// Its name.
        pub name: String,
        /// 1 checks the arguments and sizes the workspace, 2 runs.
        pub phase: u32,
        /// The variant of the operator that it is for.
        pub variant: String,
        /// The function of phase two that follows this one.
        pub then: Option<String>,
        /// Its return type.
        pub returns: String,
        /// Where the document names that type, if its prototype does not.
        pub returned: Option<Citation>,
        /// Where the document says so.
        pub cite: Citation,
        /// Its parameters, in order.
        pub parameters: Vec<Parameter>,
        /// Names of the parameters of which the document says that a null pointer is refused.
        pub nulls: Vec<Stated<String>>,
        /// Where the specification says so.
        pub at: At,
    }

    /// A parameter of a function.
    #[derive(Clone, Debug)]
    pub struct Parameter {
        /// Its name.
        pub name: String,
        /// Its type, as printed.
        pub c: String,
        /// Read or written.
        pub direction: Direction,
        /// What it is.
        pub says: String,
        /// Dtypes that it may have on some product; empty if none are listed.
        pub dtypes: DTypes,
        /// Names of types that it may have that are not dtypes.
        pub unnamed: Vec<String>,
        /// Formats that it may have; empty if none are listed.
        pub formats: Vec<String>,
        /// Whether it may be a tensor without elements, if stated.
        pub empty: Option<bool>,
        /// Whether it may be a view with gaps, if stated.
        pub strided: Option<bool>,
        /// Its range, as a predicate, if stated.
        pub range: Option<String>,
        /// The fewest dimensions, if stated.
        pub min_rank: Option<u32>,
        /// The most dimensions, if stated.
        pub max_rank: Option<u32>,
        /// Dtypes that it may have on some products only.
        pub product_dtypes: Vec<ProductDTypes>,
        /// Where the document says so.
        pub cite: Citation,
        /// Where the specification says so.
        pub at: At,
    }

    /// Dtypes that a parameter may have on some hardware products.
    #[derive(Clone, Debug)]
    pub struct ProductDTypes {
        /// The products, as printed.
        pub products: Vec<String>,
        /// The dtypes.
        pub dtypes: DTypes,
        /// Names of types that are not dtypes.
        pub unnamed: Vec<String>,
        /// Where the document says so.
        pub cite: Citation,
    }

    /// A variant of an operator.
    #[derive(Clone, Debug)]
    pub struct Variant {
        /// Its name.
        pub name: String,
        /// The condition that chooses it, as a predicate; the first that holds.
        pub when: Predicate,
    }

    /// What each element of a result is.
    #[derive(Clone, Debug)]
    pub struct Formula {
        /// The argument that the result goes to.
        pub result: String,
        /// The element, from those of the arguments at its place; their shapes are broadcast.
        pub each: Elementwise,
        /// How they are joined along dimensions, if they are.
        pub joined: Option<Joined>,
        /// The dtype to compute in, as a predicate.
        pub compute: Predicate,
        /// The requirement that a wrong value breaks.
        pub requirement: String,
        /// The requirement that leaves open what the formula does not say: how exact a graded function is, which of equal elements
        /// an index means.
        pub open: Option<String>,
        /// The result whose element's index in the line this is, if it is one.
        pub index_of: Option<String>,
        /// Elements for which a page does not vouch.
        pub outside: Vec<Outside>,
        /// Where the specification says so.
        pub at: At,
    }

    /// How elements are joined: in a scan each with all before it along a dimension, in a fold all along some dimensions.
    #[derive(Clone, Debug)]
    pub struct Joined {
        /// What joins two.
        pub by: Join,
        /// The dimension, or a list of them, negative ones counted from the last; of an empty list, all of them. A scalar is a line
        /// of one element.
        pub along: Predicate,
        /// Whether it is a fold.
        pub folds: bool,
        /// Whether the dimensions of a fold stay, each of length 1, as a predicate; without it they go.
        pub keeps: Option<Predicate>,
    }

    /// Elements that a requirement leaves open: whatever a result has at such a place, or behind it in its line, is right.
    #[derive(Clone, Debug)]
    pub struct Outside {
        /// The requirement.
        pub requirement: String,
        /// Yes or no for each place, from the elements of the arguments there.
        pub elements: Elementwise,
    }

    /// A value that predicates use like an argument.
    #[derive(Clone, Debug)]
    pub struct Derived {
        /// Its name.
        pub name: String,
        /// Its type.
        pub kind: ValueType,
        /// What it is for.
        pub says: String,
        /// How it is computed, as a predicate.
        pub is: Predicate,
        /// Where the specification says so.
        pub at: At,
    }
}

/// Something that a document states, and where. Other languages and the root crate have only what it states.
#[derive(Clone, Debug)]
pub struct Stated<T> {
    /// What it states.
    pub is: T,
    /// Where.
    pub cite: Citation,
}

impl<T: InRoot> InRoot for Stated<T> {
    fn constant(&self) -> Constant<'_> {
        self.is.constant()
    }
}

impl<T: Described> Described for Stated<T> {
    const TYPE: FieldType = T::TYPE;

    fn value(&self, spec: &Spec) -> Value {
        self.is.value(spec)
    }
}
