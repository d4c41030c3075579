"""Prints everything that `languages.rs` compares, with the module's own look-ups."""

import sys
from typing import Optional, Union

import ascertain_tables as t


def text(value: Optional[Union[str, int]]) -> str:
    return "-" if value is None else str(int(value) if isinstance(value, bool) else value)


def place(cite: t.Citation) -> str:
    return f"{cite.document}|{cite.edition}|{cite.place}|{cite.unit.value}|{cite.first}|{cite.last}"


def requirements(of: str, edition: str, found: tuple[t.Requirement, ...]) -> None:
    for r in found:
        said = [r.id, r.level.value, r.basis.value, r.says, r.when, r.require, r.status, r.status_number, place(r.cite)]
        print(f"requirement {of} {edition}|" + "|".join(map(text, said)))


def table(found: t.Table) -> None:
    print(f"table {found.id} {t.in_edition(found).edition}")
    for edition in found.editions:
        for row in t.keys(found.rows):
            for column in t.keys(found.columns):
                at = t.cell(found, row, column)
                result = t.promote(found, row, column, edition.edition)
                rule = edition.derived[at]
                words = [
                    found.id,
                    edition.edition,
                    row.value,
                    column.value,
                    "-" if result is None else result.value,
                    "-" if rule is None else edition.rules[rule].id,
                    place(edition.places[edition.cited[at]]),
                ]
                print("cell", *words)
    requirements(found.id, "-", found.requirements)


def parameter(edition: str, function: str, p: t.Parameter) -> None:
    dtypes = "".join(f"{d.value}," for d in p.dtypes)
    formats = "".join(f"{f}," for f in p.formats)
    said = [p.name, p.c, p.direction.value, dtypes, formats, p.empty, p.strided, p.range, p.min_rank, p.max_rank]
    said += [f"{of.products[0]} {len(of.dtypes)}" for of in p.product_dtypes]
    print(f"parameter {edition} {function}|" + "|".join(map(text, said)))


def found(dtype: Optional[t.DType]) -> str:
    return "-" if dtype is None else dtype.value


def main() -> None:
    for d in t.DTYPES:
        names = "".join(
            f" {n.scheme}={t.name_in(d.dtype, n.scheme)}={found(t.dtype_from_name(n.scheme, n.name))}" for n in d.names
        )
        number = found(t.dtype_from_number(d.number))
        print(f"dtype {d.dtype.value} {t.info(d.dtype).class_.value} {d.bits} {d.number} {number}{names}")
    for s in t.STATUSES:
        assert t.status_from_number(s.number) is s and t.Status[s.name].value == s.number
        print("status", s.name, s.number, s.says)
    for f in t.FORMATS:
        assert t.Format[f.name].value == f.number
        print("format", f.name, f.number)
    for each in t.TABLES:
        table(t.table(each.id))
    for operator in t.OPERATORS:
        print("operator", operator.name, t.contract(t.operator(operator.name)).edition)
        for c in operator.contracts:
            for function in t.contract(operator, c.edition).functions:
                for null in function.nulls:
                    print(f"null {function.name} {null}")
                for p in function.parameters:
                    parameter(c.edition, function.name, p)
            requirements(operator.name, c.edition, c.requirements)
    for e in t.ERRATA:
        for r in e.readings:
            print(f"erratum {e.id}|{e.says}|{r.says}")
    unknown: list[tuple[t.Key, Optional[str]]] = [(t.Number.INT, None), (t.DType.F32, "no such edition")]
    for column, edition in unknown:
        try:
            t.promote(t.ACLNN_TENSOR_TENSOR, t.DType.F32, column, edition)
        except KeyError:
            continue
        sys.exit("a cell that is not there was answered")


main()
