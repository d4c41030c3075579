/// A key of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A dtype.
    DType(DType),
    /// A kind of Python number.
    Number(Number),
}

impl Key {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DType(dtype) => dtype.name(),
            Self::Number(number) => number.name(),
        }
    }
}

impl DType {
    /// Facts about it.
    #[must_use]
    pub const fn info(self) -> &'static DTypeInfo {
        &DTYPES[self as usize]
    }

    /// The dtype called `name` in a scheme.
    #[must_use]
    pub const fn from_name(scheme: &str, name: &str) -> Option<Self> {
        let mut i = 0;
        while i < DTYPES.len() {
            if let Some(found) = DTYPES[i].dtype.name_in(scheme) {
                if same(found, name) {
                    return Some(DTYPES[i].dtype);
                }
            }
            i += 1;
        }
        None
    }

    /// The dtype with this value of `aclDataType`.
    #[must_use]
    pub const fn from_number(number: i32) -> Option<Self> {
        let mut i = 0;
        while i < DTYPES.len() {
            if DTYPES[i].number == number {
                return Some(DTYPES[i].dtype);
            }
            i += 1;
        }
        None
    }

    /// Its name in a scheme, if it has one there.
    #[must_use]
    pub const fn name_in(self, scheme: &str) -> Option<&'static str> {
        let names = self.info().names;
        let mut i = 0;
        while i < names.len() {
            if same(names[i].scheme, scheme) {
                return Some(names[i].name);
            }
            i += 1;
        }
        None
    }
}

impl Axis {
    /// Number of its keys.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.dtypes.len() + self.numbers.len()
    }

    /// The key at a position.
    #[must_use]
    pub const fn key(&self, at: usize) -> Option<Key> {
        if at < self.dtypes.len() {
            Some(Key::DType(self.dtypes[at]))
        } else if at < self.count() {
            Some(Key::Number(self.numbers[at - self.dtypes.len()]))
        } else {
            None
        }
    }

    /// The position of a key.
    #[must_use]
    pub const fn position(&self, key: Key) -> Option<usize> {
        let mut at = 0;
        while let Some(found) = self.key(at) {
            let same = match (found, key) {
                (Key::DType(a), Key::DType(b)) => a as u8 == b as u8,
                (Key::Number(a), Key::Number(b)) => a as u8 == b as u8,
                _ => false,
            };
            if same {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}

impl Table {
    /// The table with this id.
    #[must_use]
    pub const fn find(id: &str) -> Option<&'static Self> {
        let mut i = 0;
        while i < TABLES.len() {
            if same(TABLES[i].id, id) {
                return Some(&TABLES[i]);
            }
            i += 1;
        }
        None
    }

    /// The table in an edition.
    #[must_use]
    pub const fn edition(&self, name: &str) -> Option<&'static TableEdition> {
        let editions = self.editions;
        let mut i = 0;
        while i < editions.len() {
            if same(editions[i].edition, name) {
                return Some(&editions[i]);
            }
            i += 1;
        }
        None
    }

    /// The position of a cell in an edition's lists; none if the table has no such row or column.
    #[must_use]
    pub const fn cell(&self, row: Key, column: Key) -> Option<usize> {
        match (self.rows.position(row), self.columns.position(column)) {
            (Some(row), Some(column)) => Some(row * self.columns.count() + column),
            _ => None,
        }
    }

    /// What a pair of dtypes promotes to in the default edition; none if they do not promote, or the table
    /// does not have the pair.
    #[must_use]
    pub const fn promote(&self, row: DType, column: DType) -> Option<DType> {
        let cell = self.cell(Key::DType(row), Key::DType(column));
        match (self.edition(self.default_edition), cell) {
            (Some(edition), Some(cell)) => edition.results[cell],
            _ => None,
        }
    }
}

impl Operator {
    /// The operator with this name.
    #[must_use]
    pub const fn find(name: &str) -> Option<&'static Self> {
        let mut i = 0;
        while i < OPERATORS.len() {
            if same(OPERATORS[i].name, name) {
                return Some(&OPERATORS[i]);
            }
            i += 1;
        }
        None
    }

    /// Its contract in an edition.
    #[must_use]
    pub const fn contract(&self, edition: &str) -> Option<&'static Contract> {
        let contracts = self.contracts;
        let mut i = 0;
        while i < contracts.len() {
            if same(contracts[i].edition, edition) {
                return Some(&contracts[i]);
            }
            i += 1;
        }
        None
    }
}

/// Whether two texts are equal; works in constant expressions.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
