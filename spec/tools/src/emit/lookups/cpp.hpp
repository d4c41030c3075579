/// Facts about a dtype.
constexpr const DTypeInfo& info(DType dtype) {
    return dtypes[static_cast<std::size_t>(dtype)];
}

/// Name of a dtype in a scheme, if it has one there.
constexpr std::optional<std::string_view> name_in(DType dtype, std::string_view scheme) {
    for (const SchemeName& found : info(dtype).names) {
        if (found.scheme == scheme) {
            return found.name;
        }
    }
    return std::nullopt;
}

/// The dtype called `name` in a scheme.
constexpr std::optional<DType> dtype_from_name(std::string_view scheme, std::string_view name) {
    for (const DTypeInfo& found : dtypes) {
        if (name_in(found.dtype, scheme) == name) {
            return found.dtype;
        }
    }
    return std::nullopt;
}

/// The dtype with this value of aclDataType.
constexpr std::optional<DType> dtype_from_number(int number) {
    for (const DTypeInfo& found : dtypes) {
        if (found.number == number) {
            return found.dtype;
        }
    }
    return std::nullopt;
}

/// The status code with this number; null if there is none.
constexpr const StatusInfo* find_status(int number) {
    for (const StatusInfo& found : statuses) {
        if (found.number == number) {
            return &found;
        }
    }
    return nullptr;
}

/// The table with this id; null if there is none.
constexpr const Table* find_table(std::string_view id) {
    for (const Table& found : tables) {
        if (found.id == id) {
            return &found;
        }
    }
    return nullptr;
}

/// A table in an edition, the default one if none is named; null if there is none.
constexpr const TableEdition* in_edition(const Table& table, std::string_view edition = {}) {
    const std::string_view wanted = edition.empty() ? table.default_edition : edition;
    for (const TableEdition& found : table.editions) {
        if (found.edition == wanted) {
            return &found;
        }
    }
    return nullptr;
}

/// The position of a key on an axis.
constexpr std::optional<std::size_t> position(const Axis& axis, DType key) {
    for (std::size_t i = 0; i < axis.dtypes.size(); i++) {
        if (axis.dtypes[i] == key) {
            return i;
        }
    }
    return std::nullopt;
}

/// The position of a key on an axis of numbers.
constexpr std::optional<std::size_t> position(const Axis& axis, Number key) {
    for (std::size_t i = 0; i < axis.numbers.size(); i++) {
        if (axis.numbers[i] == key) {
            return i;
        }
    }
    return std::nullopt;
}

/// The position of a cell in an edition's lists. A key is a DType or a Number.
template <typename Row, typename Column>
constexpr std::optional<std::size_t> cell(const Table& table, Row row, Column column) {
    const std::optional<std::size_t> r = position(table.rows, row);
    const std::optional<std::size_t> c = position(table.columns, column);
    if (!r || !c) {
        return std::nullopt;
    }
    return *r * (table.columns.dtypes.size() + table.columns.numbers.size()) + *c;
}

/// What a pair promotes to in an edition, the default one if none is named. Nothing means no promotion, or an
/// edition, row or column that the table does not have.
template <typename Row, typename Column>
constexpr std::optional<DType> promote(const Table& table, Row row, Column column, std::string_view edition = {}) {
    const TableEdition* in = in_edition(table, edition);
    const std::optional<std::size_t> at = cell(table, row, column);
    if (in == nullptr || !at) {
        return std::nullopt;
    }
    return in->results[*at];
}

/// The operator with this name; null if there is none.
constexpr const Operator* find_operator(std::string_view name) {
    for (const Operator& found : operators) {
        if (found.name == name) {
            return &found;
        }
    }
    return nullptr;
}

/// An operator's contract in an edition, the default one if none is named; null if there is none.
constexpr const Contract* contract(const Operator& of, std::string_view edition = {}) {
    const std::string_view wanted = edition.empty() ? of.default_edition : edition;
    for (const Contract& found : of.contracts) {
        if (found.edition == wanted) {
            return &found;
        }
    }
    return nullptr;
}

}  // namespace ascertain

#endif
