/* Answers the questions of ascertain with the functions `lines` and `sums` below. Put your implementation in their place. */
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

/* Each element of `x` plus `alpha` times that of `y`. */
static void sums(const double *x, const double *y, double alpha, double *z, int64_t count) {
    for (int64_t i = 0; i < count; i++) z[i] = x[i] + alpha * y[i];
}

/* Any other operator has the arguments of its page by name. */
static int32_t add(const ascertain_call *call, ascertain_reply *reply) {
    const ascertain_tensor *x = ascertain_get_tensor(call, "self"), *y = ascertain_get_tensor(call, "other");
    const ascertain_tensor *alpha = ascertain_get_tensor(call, "alpha"), *z = call->target;
    const ascertain_tensor *all[] = {x, y, alpha, z};
    for (int i = 0; i < 4; i++)
        if (ascertain_type_of(all[i]->dtype) != ASCERTAIN_F64)
            return ascertain_say(reply, ASCERTAIN_UNSUPPORTED, "a dtype other than f64");
    if (!ascertain_same_shape(x, y)) return ascertain_say(reply, ASCERTAIN_UNSUPPORTED, "no broadcasting");
    if (!ascertain_same_shape(x, z)) return ascertain_reject(reply, 161002, "out has another shape");
    if (ascertain_count(x) > 0)
        sums((const double *)ascertain_at(x, 0), (const double *)ascertain_at(y, 0),
             *(const double *)ascertain_at(alpha, 0), (double *)ascertain_at(z, 0), ascertain_count(x));
    return ASCERTAIN_OK;
}

static const ascertain_operator operators[] = {
    {"cumprod", "f64", "no-out no-dtype", "", 8, cumprod}, {"add", "f64", "", "", 8, add}};
static const ascertain_backend backend = {
    ASCERTAIN_ABI, sizeof backend, "mine", "1", NULL, NULL, NULL, operators, 2, NULL, NULL};
const ascertain_backend *ascertain_backend_v1(void) { return &backend; }
