//! The kinds of facts that can change, how they can, and what that means for a version number.

/// Defines enumerations whose values have names for programs.
macro_rules! enumerations {
    ($($(#[$says:meta])+ pub enum $name:ident { $($(#[$about:meta])* $value:ident = $word:literal,)+ })+) => { $(
        $(#[$says])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$about])* $value,)+ }

        impl $name {
            /// Its name for programs.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }
        }
    )+ };
}

/// Defines the kinds of facts: each with its name for programs, its heading, and whether a specification with another fact of
/// this kind answers cases otherwise.
macro_rules! kinds {
    ($($kind:ident = $word:literal, $title:literal, $decides:literal;)+) => {
        /// Kinds of facts.
        #[expect(missing_docs, reason = "the names say what they are; `FactKind::title` gives headings")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum FactKind { $($kind,)+ }

        impl FactKind {
            /// Its name for programs.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $word),+ }
            }

            /// The heading under which such changes are listed.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$kind => $title),+ }
            }

            /// Whether a specification with another fact of this kind answers cases otherwise. Other facts are behind
            /// requirements, which people write.
            pub const fn decides_cases(self) -> bool {
                match self { $(Self::$kind => $decides),+ }
            }
        }
    };
}

kinds! {
    Document = "document", "Documents and editions", true;
    Edition = "edition", "Documents and editions", true;
    Table = "table", "Tables", true;
    Cell = "cell", "Tables", true;
    Axis = "axis", "Tables", true;
    Layout = "layout", "Tables", true;
    Rule = "rule", "Rules in prose", true;
    Mark = "mark", "Tables", true;
    Names = "names", "Tables", true;
    Type = "type", "Types", true;
    Alias = "alias", "Types", true;
    Other = "other-type", "Types", true;
    DType = "dtype", "Numbers and names", true;
    Status = "status", "Numbers and names", false;
    Format = "format", "Numbers and names", false;
    MaxRank = "max-rank", "The operator", false;
    Deterministic = "deterministic", "The operator", false;
    Product = "product", "Products", true;
    Function = "function", "Functions and parameters", false;
    Parameter = "parameter", "Functions and parameters", false;
    CType = "c-type", "Functions and parameters", true;
    Direction = "direction", "Functions and parameters", false;
    DTypes = "dtypes", "Functions and parameters", true;
    Formats = "formats", "Functions and parameters", false;
    Empty = "empty", "Functions and parameters", false;
    Strided = "strided", "Functions and parameters", false;
    Range = "range", "Functions and parameters", false;
    Ranks = "ranks", "Functions and parameters", false;
    ProductDTypes = "product-dtypes", "Functions and parameters", true;
    Nulls = "nulls", "Functions and parameters", false;
    Prose = "prose", "Sentences", true;
    Derived = "derived", "Requirements", true;
    Requirement = "requirement", "Requirements", true;
    Place = "place", "Places", true;
}

enumerations! {
    /// How a fact changed.
    pub enum ChangeType {
        /// The earlier version does not have it.
        Added = "added",
        /// The later version does not have it.
        Removed = "removed",
        /// The same under another name.
        Renamed = "renamed",
        /// It accepts more.
        Widened = "widened",
        /// It accepts less.
        Narrowed = "narrowed",
        /// The same in another order.
        Reordered = "reordered",
        /// Any other change.
        Changed = "changed",
    }

    /// The part of a version number that has to change; see the [module](super).
    pub enum Bump {
        /// No result changes.
        Patch = "patch",
        /// Something was added.
        Minor = "minor",
        /// Something was removed or changed.
        Major = "major",
    }
}

impl FactKind {
    /// Whether a sentence may state a fact of this kind about `subject`: by what it is `about`, the same parameter, all parameters
    /// or a status code of its function, and by its words, if they are known.
    pub(super) fn is_told_by(self, subject: &str, about: &str, words: Option<&str>) -> bool {
        let (function, parameter) = subject.split_once('.').unwrap_or((subject, ""));
        let of_function = about.strip_prefix(function).and_then(|rest| rest.strip_prefix(", "));
        let of_parameter = of_function.is_some_and(|about| about == parameter || about == "parameters");
        let lists = |words: &str| ["支持", "support"].iter().any(|word| words.contains(word));
        // Dtypes stand in a column of their own, and sentences below the table say for which products.
        let may_list = words.map_or(self == Self::ProductDTypes || of_function == Some(parameter), lists);
        match self {
            Self::Nulls => of_function.is_some_and(|about| about.ends_with("NULLPTR")),
            Self::DTypes | Self::ProductDTypes => of_parameter && may_list,
            Self::Empty | Self::Strided | Self::Range | Self::Ranks => of_parameter,
            Self::MaxRank | Self::Deterministic => about == "constraints",
            _ => false,
        }
    }

    /// Whether it is about how facts are printed, so that no result depends on it.
    pub(crate) const fn is_of_layout(self) -> bool {
        matches!(self, Self::Names | Self::Mark | Self::Layout | Self::Rule)
    }
}

impl ChangeType {
    /// What such a change means for the version number, unless more is known.
    pub(super) const fn bump(self) -> Bump {
        match self {
            Self::Added | Self::Widened => Bump::Minor,
            Self::Reordered => Bump::Patch,
            Self::Removed | Self::Renamed | Self::Narrowed | Self::Changed => Bump::Major,
        }
    }
}
