#: A key of an axis.
Key = Union[DType, Number]

_INFO: Final = {info.dtype: info for info in DTYPES}
_NAMES: Final = {(n.scheme, n.name): info.dtype for info in DTYPES for n in info.names}
_NUMBERS: Final = {info.number: info.dtype for info in DTYPES}
_STATUSES: Final = {status.number: status for status in STATUSES}
_TABLES: Final = {table.id: table for table in TABLES}
_OPERATORS: Final = {operator.name: operator for operator in OPERATORS}


def info(dtype: DType) -> DTypeInfo:
    """Facts about a dtype."""
    return _INFO[dtype]


def dtype_from_name(scheme: str, name: str) -> Optional[DType]:
    """The dtype called `name` in a scheme."""
    return _NAMES.get((scheme, name))


def dtype_from_number(number: int) -> Optional[DType]:
    """The dtype with this value of aclDataType."""
    return _NUMBERS.get(number)


def name_in(dtype: DType, scheme: str) -> Optional[str]:
    """Name of a dtype in a scheme, if it has one there."""
    return next((n.name for n in info(dtype).names if n.scheme == scheme), None)


def status_from_number(number: int) -> Optional[StatusInfo]:
    """The status code with this number."""
    return _STATUSES.get(number)


def table(id: str) -> Table:
    """The table with this id; KeyError if there is none."""
    return _TABLES[id]


def operator(name: str) -> Operator:
    """The operator with this name; KeyError if there is none."""
    return _OPERATORS[name]


def contract(operator: Operator, edition: Optional[str] = None) -> Contract:
    """An operator's contract in an edition, the default one if none is named; KeyError if there is none."""
    wanted = operator.default_edition if edition is None else edition
    for found in operator.contracts:
        if found.edition == wanted:
            return found
    raise KeyError(wanted)


def keys(axis: Axis) -> tuple[Key, ...]:
    """The keys of an axis."""
    return axis.dtypes or axis.numbers


def in_edition(table: Table, edition: Optional[str] = None) -> TableEdition:
    """A table in an edition, the default one if none is named; KeyError if there is none."""
    wanted = table.default_edition if edition is None else edition
    for found in table.editions:
        if found.edition == wanted:
            return found
    raise KeyError(wanted)


def cell(table: Table, row: Key, column: Key) -> int:
    """The position of a cell in an edition's lists; KeyError if the table has no such row or column."""
    rows, columns = keys(table.rows), keys(table.columns)
    if row not in rows or column not in columns:
        raise KeyError((row, column))
    return rows.index(row) * len(columns) + columns.index(column)


def promote(table: Table, row: Key, column: Key, edition: Optional[str] = None) -> Optional[DType]:
    """What a pair promotes to, None for no promotion; KeyError for an edition, row or column that does not exist."""
    return in_edition(table, edition).results[cell(table, row, column)]
