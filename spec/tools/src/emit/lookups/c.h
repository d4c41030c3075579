/* The dtype called `name` in a scheme, or ASCERTAIN_NONE. */
ASCERTAIN_UNUSED static inline ascertain_dtype ascertain_dtype_from_name(const char *scheme, const char *name) {
    for (size_t i = 0; i < ASCERTAIN_DTYPES_COUNT; i++) {
        const ascertain_dtype_info *info = &ascertain_dtypes[i];
        for (size_t j = 0; j < info->names_count; j++) {
            if (strcmp(info->names[j].scheme, scheme) == 0 && strcmp(info->names[j].name, name) == 0) {
                return info->dtype;
            }
        }
    }
    return ASCERTAIN_NONE;
}

/* The dtype with this value of aclDataType, or ASCERTAIN_NONE. */
ASCERTAIN_UNUSED static inline ascertain_dtype ascertain_dtype_from_number(int number) {
    for (size_t i = 0; i < ASCERTAIN_DTYPES_COUNT; i++) {
        if (ascertain_dtypes[i].number == number) {
            return ascertain_dtypes[i].dtype;
        }
    }
    return ASCERTAIN_NONE;
}

/* Facts about a dtype; NULL if it is not a dtype. */
ASCERTAIN_UNUSED static inline const ascertain_dtype_info *ascertain_dtype_find(ascertain_dtype dtype) {
    for (size_t i = 0; i < ASCERTAIN_DTYPES_COUNT; i++) {
        if (ascertain_dtypes[i].dtype == dtype) {
            return &ascertain_dtypes[i];
        }
    }
    return NULL;
}

/* Name of a dtype in a scheme; NULL if it has none there. */
ASCERTAIN_UNUSED static inline const char *ascertain_dtype_name(ascertain_dtype dtype, const char *scheme) {
    const ascertain_dtype_info *info = ascertain_dtype_find(dtype);
    for (size_t i = 0; info != NULL && i < info->names_count; i++) {
        if (strcmp(info->names[i].scheme, scheme) == 0) {
            return info->names[i].name;
        }
    }
    return NULL;
}

/* The status code with this number, or NULL. */
ASCERTAIN_UNUSED static inline const ascertain_status_info *ascertain_status_find(int number) {
    for (size_t i = 0; i < ASCERTAIN_STATUSES_COUNT; i++) {
        if (ascertain_statuses[i].number == number) {
            return &ascertain_statuses[i];
        }
    }
    return NULL;
}

/* The table with this id, or NULL. */
ASCERTAIN_UNUSED static inline const ascertain_table *ascertain_table_find(const char *id) {
    for (size_t i = 0; i < ASCERTAIN_TABLES_COUNT; i++) {
        if (strcmp(ascertain_tables[i].id, id) == 0) {
            return &ascertain_tables[i];
        }
    }
    return NULL;
}

/* A table in an edition, the default one for NULL; NULL if there is none. */
ASCERTAIN_UNUSED static inline const ascertain_table_edition *ascertain_table_in(const ascertain_table *table,
                                                                                const char *edition) {
    const char *wanted = edition == NULL ? table->default_edition : edition;
    for (size_t i = 0; i < table->editions_count; i++) {
        if (strcmp(table->editions[i].edition, wanted) == 0) {
            return &table->editions[i];
        }
    }
    return NULL;
}

/* The position of a key on an axis, or -1. A key is an ascertain_dtype, or an ascertain_number on an axis of numbers. */
ASCERTAIN_UNUSED static inline int ascertain_axis_position(const ascertain_axis *axis, int key) {
    for (size_t i = 0; i < axis->dtypes_count; i++) {
        if ((int)axis->dtypes[i] == key) {
            return (int)i;
        }
    }
    for (size_t i = 0; i < axis->numbers_count; i++) {
        if ((int)axis->numbers[i] == key) {
            return (int)i;
        }
    }
    return -1;
}

/* The position of a cell in an edition's lists; -1 if the table has no such row or column. */
ASCERTAIN_UNUSED static inline int ascertain_cell(const ascertain_table *table, int row, int column) {
    int r = ascertain_axis_position(&table->rows, row);
    int c = ascertain_axis_position(&table->columns, column);
    int width = (int)(table->columns.dtypes_count + table->columns.numbers_count);
    return r < 0 || c < 0 ? -1 : r * width + c;
}

/* What a pair promotes to in an edition, the default one for NULL. ASCERTAIN_NONE means no promotion, or an
   edition, row or column that the table does not have. */
ASCERTAIN_UNUSED static inline ascertain_dtype ascertain_promote(const ascertain_table *table, const char *edition,
                                                                int row, int column) {
    const ascertain_table_edition *in = ascertain_table_in(table, edition);
    int cell = ascertain_cell(table, row, column);
    return in == NULL || cell < 0 ? ASCERTAIN_NONE : in->results[cell];
}

/* The operator with this name, or NULL. */
ASCERTAIN_UNUSED static inline const ascertain_operator *ascertain_operator_find(const char *name) {
    for (size_t i = 0; i < ASCERTAIN_OPERATORS_COUNT; i++) {
        if (strcmp(ascertain_operators[i].name, name) == 0) {
            return &ascertain_operators[i];
        }
    }
    return NULL;
}

/* An operator's contract in an edition, the default one for NULL; NULL if there is none. */
ASCERTAIN_UNUSED static inline const ascertain_contract *ascertain_contract_in(const ascertain_operator *of,
                                                                              const char *edition) {
    const char *wanted = edition == NULL ? of->default_edition : edition;
    for (size_t i = 0; i < of->contracts_count; i++) {
        if (strcmp(of->contracts[i].edition, wanted) == 0) {
            return &of->contracts[i];
        }
    }
    return NULL;
}
