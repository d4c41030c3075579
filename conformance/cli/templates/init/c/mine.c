/* Answers the questions of ascertain with the function `lines` below. Put your implementation in its place. */
#include "ascertain.h"

/* The cumulative product of each line. Element `i` of line (a, b) is x[(a * length + i) * inner + b]. */
static void lines(const double *x, double *y, int64_t outer, int64_t length, int64_t inner) {
    for (int64_t i = 0, count = outer * length * inner; i < count; i++)
        y[i] = i < inner ? x[i] : x[i] * y[i - inner];
}

static int32_t cumprod(const ascertain_call *call, ascertain_reply *reply) {
    const ascertain_tensor *x = ascertain_get_tensor(call, "input"), *y = call->target;
    ascertain_type type = ascertain_type_of(x->dtype);
    int64_t rank = x->ndim > 0 ? x->ndim : 1, dim = ascertain_get_int(call, "dim", 0);
    if (dim < -rank || dim >= rank) return ascertain_reject(reply, 161002, "dim is out of range");
    if (type != ASCERTAIN_F64) return ascertain_reject(reply, 161002, "a dtype other than f64");
    int64_t outer = 1, length = 1, inner = 1;
    if (dim < 0) dim += rank;
    for (int64_t axis = 0; axis < x->ndim; axis++)
        *(axis < dim ? &outer : axis > dim ? &inner : &length) *= x->shape[axis];
    if (ascertain_count(x) > 0)
        lines((const double *)ascertain_at(x, 0), (double *)ascertain_at(y, 0), outer, length, inner);
    return ASCERTAIN_OK;
}

static const ascertain_operator operators[] = {{"cumprod", "f64", "no-out no-dtype", "", 8, cumprod}};
static const ascertain_backend backend = {
    ASCERTAIN_ABI, sizeof backend, "mine", "1", NULL, NULL, NULL, operators, 1, NULL, NULL};
const ascertain_backend *ascertain_backend_v1(void) { return &backend; }
