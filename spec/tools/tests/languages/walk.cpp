// Prints everything that `languages.rs` compares, with the header's own look-ups.
#include "ascertain_tables.hpp"

#include <iostream>
#include <string_view>

using namespace ascertain;

// The look-ups are constant expressions.
static_assert(promote(aclnn_tensor_tensor, DType::F32, DType::S8) == DType::F32);
static_assert(!promote(aclnn_tensor_tensor, DType::F32, DType::U16));
static_assert(!promote(aclnn_tensor_tensor, DType::F32, DType::F32, "no such edition"));
static_assert(!promote(aclnn_tensor_tensor, DType::F32, Number::Int));
static_assert(promote(mindspore_number_tensor, DType::S8, Number::Int) == DType::S8);
static_assert(dtype_from_name("acl", "ACL_BF16") == DType::Bf16 && dtype_from_number(27) == DType::Bf16);
static_assert(static_cast<int>(Status::ACLNN_ERR_PARAM_INVALID) == 161002 && static_cast<int>(Format::ND) == 2);
static_assert(find_status(161001)->name == "ACLNN_ERR_PARAM_NULLPTR" && find_status(-1) == nullptr);
static_assert(contract(*find_operator("cumprod"))->functions[0].parameters[0].name == "input");
static_assert(find_table("no such table") == nullptr && find_operator("no such operator") == nullptr);

static std::ostream& out = std::cout;

static std::ostream& operator<<(std::ostream& stream, DType dtype) {
    return stream << name(dtype);
}

template <typename T>
static std::ostream& operator<<(std::ostream& stream, const std::optional<T>& value) {
    return value ? stream << *value : stream << '-';
}

static std::ostream& operator<<(std::ostream& stream, const Citation& cite) {
    return stream << cite.document << '|' << cite.edition << '|' << cite.place << '|' << name(cite.unit) << '|' << cite.first
                  << '|' << cite.last;
}

static void requirements(std::string_view of, std::string_view edition, const List<Requirement>& list) {
    for (const Requirement& r : list) {
        out << "requirement " << of << ' ' << edition << '|' << r.id << '|' << name(r.level) << '|' << name(r.basis)
            << '|' << r.says << '|'
            << r.when << '|' << r.require << '|' << r.status << '|' << r.status_number << '|' << r.cite << '\n';
    }
}

template <typename Row, typename Column>
static void one_cell(const Table& t, const TableEdition& in, Row row, Column column) {
    const std::size_t at = *cell(t, row, column);
    const std::optional<int> rule = in.derived[at];
    out << "cell " << t.id << ' ' << in.edition << ' ' << name(row) << ' ' << name(column) << ' '
        << promote(t, row, column, in.edition) << ' ' << (rule ? in.rules[static_cast<std::size_t>(*rule)].id : "-") << ' '
        << in.places[static_cast<std::size_t>(in.cited[at])] << '\n';
}

static void cells(const Table& t, const TableEdition& in) {
    for (const DType row : t.rows.dtypes) {
        for (const DType column : t.columns.dtypes) one_cell(t, in, row, column);
        for (const Number column : t.columns.numbers) one_cell(t, in, row, column);
    }
    for (const Number row : t.rows.numbers) {
        for (const DType column : t.columns.dtypes) one_cell(t, in, row, column);
        for (const Number column : t.columns.numbers) one_cell(t, in, row, column);
    }
}

static void parameter(std::string_view edition, std::string_view function, const Parameter& p) {
    out << "parameter " << edition << ' ' << function << '|' << p.name << '|' << p.c << '|' << name(p.direction) << '|';
    for (const DType dtype : p.dtypes) out << dtype << ',';
    out << '|';
    for (const std::string_view format : p.formats) out << format << ',';
    out << '|' << p.empty << '|' << p.strided << '|' << p.range << '|' << p.min_rank << '|' << p.max_rank;
    for (const ProductDTypes& of : p.product_dtypes) out << '|' << of.products[0] << ' ' << of.dtypes.size();
    out << '\n';
}

int main() {
    for (const DTypeInfo& d : dtypes) {
        out << "dtype " << d.dtype << ' ' << name(info(d.dtype).class_) << ' ' << d.bits << ' ' << d.number << ' '
            << dtype_from_number(d.number);
        for (const SchemeName& n : d.names) {
            out << ' ' << n.scheme << '=' << *name_in(d.dtype, n.scheme) << '=' << dtype_from_name(n.scheme, n.name);
        }
        out << '\n';
    }
    for (const StatusInfo& s : statuses) out << "status " << s.name << ' ' << s.number << ' ' << s.says << '\n';
    for (const FormatInfo& f : formats) out << "format " << f.name << ' ' << f.number << '\n';
    for (const Table& t : tables) {
        out << "table " << t.id << ' ' << in_edition(t)->edition << '\n';
        for (const TableEdition& e : t.editions) cells(t, *in_edition(t, e.edition));
        requirements(t.id, "-", t.requirements);
    }
    for (const Operator& o : operators) {
        out << "operator " << o.name << ' ' << contract(o)->edition << '\n';
        for (const Contract& c : o.contracts) {
            for (const Function& f : contract(o, c.edition)->functions) {
                for (const std::string_view null : f.nulls) out << "null " << f.name << ' ' << null << '\n';
                for (const Parameter& p : f.parameters) parameter(c.edition, f.name, p);
            }
            requirements(o.name, c.edition, c.requirements);
        }
    }
    for (const Erratum& e : errata) {
        for (const Reading& r : e.readings) out << "erratum " << e.id << '|' << e.says << '|' << r.says << '\n';
    }
}
