/* A second translation unit with the same header. */
#include "ascertain_tables.h"

int everything_from_elsewhere(void);

int everything_from_elsewhere(void) {
    const ascertain_table *table = &ascertain_tables[ASCERTAIN_TABLE_ACLNN_TENSOR_TENSOR];
    int unknown = ascertain_promote(table, "no such edition", ASCERTAIN_F32, ASCERTAIN_F32) != ASCERTAIN_NONE ||
                  ascertain_promote(table, NULL, ASCERTAIN_F32, 99) != ASCERTAIN_NONE ||
                  ascertain_dtype_from_name("acl", "ACL_NONE") != ASCERTAIN_NONE || ascertain_status_find(-1) != NULL ||
                  ascertain_contract_in(&ascertain_operators[0], "no such edition") != NULL;
    return unknown || ASCERTAIN_STATUS_ACLNN_ERR_PARAM_INVALID != 161002 || ASCERTAIN_FORMAT_ND != 2;
}
