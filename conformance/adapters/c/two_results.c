/* cummax of s32, with its two results: cc -shared -fPIC two_results.c -o libtwo_results.so */
#include "ascertain.h"

static int32_t cummax(const ascertain_call *call, ascertain_reply *reply) {
    const ascertain_tensor *x = ascertain_get_tensor(call, "self");
    const ascertain_tensor *values = ascertain_get_tensor(call, "valuesOut"), *indices = ascertain_get_tensor(call, "indicesOut");
    int64_t dim = ascertain_get_int(call, "dim", 0), reach = x->ndim > 0 ? x->ndim : 1, step = 1;
    if (dim < -reach || dim >= reach) return ascertain_reject(reply, 161002, "dim is out of range");
    if (!ascertain_same_shape(x, values) || !ascertain_same_shape(x, indices))
        return ascertain_reject(reply, 161002, "a result has another shape than self");
    if (ascertain_type_of(x->dtype) != ASCERTAIN_S32 || ascertain_type_of(values->dtype) != ASCERTAIN_S32 ||
        ascertain_type_of(indices->dtype) != ASCERTAIN_S64)
        return ascertain_say(reply, ASCERTAIN_UNSUPPORTED, "only s32, with indices of s64");
    for (int64_t k = dim < 0 ? dim + reach + 1 : dim + 1; k < x->ndim; k++) step *= x->shape[k];
    int64_t length = x->ndim > 0 ? x->shape[dim < 0 ? dim + reach : dim] : 1;
    for (int64_t i = 0, n = ascertain_count(x); i < n; i++) {
        int64_t at = i / step % length;
        int32_t value = *(const int32_t *)ascertain_at(x, i);
        /* Of equal values the last one counts. */
        int is_new = at == 0 || value >= *(const int32_t *)ascertain_at(values, i - step);
        *(int32_t *)ascertain_at(values, i) = is_new ? value : *(const int32_t *)ascertain_at(values, i - step);
        *(int64_t *)ascertain_at(indices, i) = is_new ? at : *(const int64_t *)ascertain_at(indices, i - step);
    }
    return ASCERTAIN_OK;
}

static const ascertain_operator operators[] = {{"cummax", "s32 s64", "strided", NULL, 8, cummax}};
static const ascertain_backend backend = {
    ASCERTAIN_ABI, sizeof backend, "two results", "1", NULL, NULL, NULL, operators, 1, NULL, NULL};
const ascertain_backend *ascertain_backend_v1(void) { return &backend; }
