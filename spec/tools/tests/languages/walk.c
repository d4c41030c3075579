/* Prints everything that `languages.rs` compares, with the header's own look-ups. */
#include "ascertain_tables.h"

#include <stdio.h>

int everything_from_elsewhere(void);

static const char *text(const char *value) {
    return value == NULL ? "-" : value;
}

static const char *short_name(ascertain_dtype dtype) {
    return text(ascertain_dtype_name(dtype, "short"));
}

static void number(int value) {
    if (value < 0) {
        printf("-");
    } else {
        printf("%d", value);
    }
}

static void place(const ascertain_citation *cite) {
    printf("%s|%s|%s|%s|%d|%d", cite->document, cite->edition, cite->place, ascertain_unit_name(cite->unit), cite->first,
           cite->last);
}

static int key(const ascertain_axis *axis, size_t at) {
    return axis->dtypes_count > 0 ? (int)axis->dtypes[at] : (int)axis->numbers[at];
}

static const char *key_name(const ascertain_axis *axis, size_t at) {
    return axis->dtypes_count > 0 ? short_name(axis->dtypes[at]) : ascertain_number_name(axis->numbers[at]);
}

static void requirements(const char *of, const char *edition, const ascertain_requirement *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const ascertain_requirement *r = &list[i];
        printf("requirement %s %s|%s|%s|%s|%s|%s|%s|%s|", of, edition, r->id, ascertain_level_name(r->level),
               ascertain_basis_name(r->basis), r->says,
               text(r->when), text(r->require), text(r->status));
        number(r->status_number);
        printf("|");
        place(&r->cite);
        printf("\n");
    }
}

static void table(const ascertain_table *t) {
    printf("table %s %s\n", t->id, ascertain_table_in(t, NULL)->edition);
    size_t rows = t->rows.dtypes_count + t->rows.numbers_count;
    size_t columns = t->columns.dtypes_count + t->columns.numbers_count;
    for (size_t e = 0; e < t->editions_count; e++) {
        const ascertain_table_edition *in = ascertain_table_in(t, t->editions[e].edition);
        for (size_t r = 0; r < rows; r++) {
            for (size_t c = 0; c < columns; c++) {
                int row = key(&t->rows, r), column = key(&t->columns, c), at = ascertain_cell(t, row, column);
                printf("cell %s %s %s %s ", t->id, in->edition, key_name(&t->rows, r), key_name(&t->columns, c));
                printf("%s ", short_name(ascertain_promote(t, in->edition, row, column)));
                printf("%s ", in->derived[at] < 0 ? "-" : in->rules[in->derived[at]].id);
                place(&in->places[in->cited[at]]);
                printf("\n");
            }
        }
    }
    requirements(t->id, "-", t->requirements, t->requirements_count);
}

static void parameter(const char *edition, const char *function, const ascertain_parameter *p) {
    printf("parameter %s %s|%s|%s|%s|", edition, function, p->name, p->c, ascertain_direction_name(p->direction));
    for (size_t i = 0; i < p->dtypes_count; i++) {
        printf("%s,", short_name(p->dtypes[i]));
    }
    printf("|");
    for (size_t i = 0; i < p->formats_count; i++) {
        printf("%s,", p->formats[i]);
    }
    printf("|");
    number(p->empty);
    printf("|");
    number(p->strided);
    printf("|%s|", text(p->range));
    number(p->min_rank);
    printf("|");
    number(p->max_rank);
    for (size_t i = 0; i < p->product_dtypes_count; i++) {
        printf("|%s %zu", p->product_dtypes[i].products[0], p->product_dtypes[i].dtypes_count);
    }
    printf("\n");
}

int main(void) {
    for (size_t i = 0; i < ASCERTAIN_DTYPES_COUNT; i++) {
        const ascertain_dtype_info *d = &ascertain_dtypes[i];
        printf("dtype %s %s %d %d %s", short_name(d->dtype), ascertain_class_name(d->class_), d->bits, d->number,
               short_name(ascertain_dtype_from_number(d->number)));
        for (size_t j = 0; j < d->names_count; j++) {
            ascertain_dtype found = ascertain_dtype_from_name(d->names[j].scheme, d->names[j].name);
            printf(" %s=%s=%s", d->names[j].scheme, d->names[j].name, short_name(found));
        }
        printf("\n");
    }
    for (size_t i = 0; i < ASCERTAIN_STATUSES_COUNT; i++) {
        const ascertain_status_info *s = ascertain_status_find(ascertain_statuses[i].number);
        printf("status %s %d %s\n", s->name, s->number, s->says);
    }
    for (size_t i = 0; i < ASCERTAIN_FORMATS_COUNT; i++) {
        printf("format %s %d\n", ascertain_formats[i].name, ascertain_formats[i].number);
    }
    for (size_t i = 0; i < ASCERTAIN_TABLES_COUNT; i++) {
        table(ascertain_table_find(ascertain_tables[i].id));
    }
    for (size_t i = 0; i < ASCERTAIN_OPERATORS_COUNT; i++) {
        const ascertain_operator *o = ascertain_operator_find(ascertain_operators[i].name);
        printf("operator %s %s\n", o->name, ascertain_contract_in(o, NULL)->edition);
        for (size_t j = 0; j < o->contracts_count; j++) {
            const ascertain_contract *c = ascertain_contract_in(o, o->contracts[j].edition);
            for (size_t f = 0; f < c->functions_count; f++) {
                for (size_t n = 0; n < c->functions[f].nulls_count; n++) {
                    printf("null %s %s\n", c->functions[f].name, c->functions[f].nulls[n]);
                }
                for (size_t p = 0; p < c->functions[f].parameters_count; p++) {
                    parameter(c->edition, c->functions[f].name, &c->functions[f].parameters[p]);
                }
            }
            requirements(o->name, c->edition, c->requirements, c->requirements_count);
        }
    }
    for (size_t i = 0; i < ASCERTAIN_ERRATA_COUNT; i++) {
        const ascertain_erratum *e = &ascertain_errata[i];
        for (size_t j = 0; j < e->readings_count; j++) {
            printf("erratum %s|%s|%s\n", e->id, e->says, e->readings[j].says);
        }
    }
    return everything_from_elsewhere();
}
