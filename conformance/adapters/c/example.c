/* The cumulative product of s64 and f64, a whole backend: cc -shared -fPIC example.c -o libexample.so */
#include "ascertain.h"

static double real(const void *x, ascertain_type type) {
    return type == ASCERTAIN_F64 ? *(const double *)x : (double)*(const int64_t *)x;
}

static uint64_t integer(const void *x, ascertain_type type) {
    if (type == ASCERTAIN_S64) return *(const uint64_t *)x;
    double value = *(const double *)x;
    return value >= -0x1p63 && value < 0x1p63 ? (uint64_t)(int64_t)value : 0;
}

static int32_t cumprod(const ascertain_call *call, ascertain_reply *reply) {
    const ascertain_tensor *x = ascertain_get_tensor(call, "input"), *y = call->target;
    ascertain_type from = ascertain_type_of(x->dtype), to = ascertain_get_type(call, "dtype", from);
    int64_t dim = ascertain_get_int(call, "dim", 0), reach = x->ndim > 0 ? x->ndim : 1, step = 1;
    if (dim < -reach || dim >= reach) return ascertain_reject(reply, 161002, "dim is out of range");
    if (!ascertain_same_shape(x, y)) return ascertain_reject(reply, 161002, "out has another shape than input");
    if (ascertain_type_of(y->dtype) != to) return ascertain_reject(reply, 161002, "out has another dtype than asked");
    if (ascertain_get_int(call, "inplace", 0) && ascertain_count(x) == 0)
        return ascertain_reject(reply, 161002, "an empty tensor in place");
    if ((from != ASCERTAIN_S64 && from != ASCERTAIN_F64) || (to != ASCERTAIN_S64 && to != ASCERTAIN_F64))
        return ascertain_reject(reply, 161002, "only s64 and f64");
    for (int64_t k = dim < 0 ? dim + reach + 1 : dim + 1; k < x->ndim; k++) step *= x->shape[k];
    int64_t length = x->ndim > 0 ? x->shape[dim < 0 ? dim + reach : dim] : 1;
    for (int64_t i = 0, n = ascertain_count(x); i < n; i++) {
        const void *factor = ascertain_at(x, i), *before = i / step % length ? ascertain_at(y, i - step) : NULL;
        if (to == ASCERTAIN_F64)
            *(double *)ascertain_at(y, i) = real(factor, from) * (before ? *(const double *)before : 1.0);
        else
            *(uint64_t *)ascertain_at(y, i) = integer(factor, from) * (before ? *(const uint64_t *)before : 1);
    }
    return ASCERTAIN_OK;
}

static const ascertain_operator operators[] = {{"cumprod", "s64 f64", "inplace strided", "order=sequential", 8, cumprod}};
static const ascertain_backend backend = {
    ASCERTAIN_ABI, sizeof backend, "example", "1", NULL, NULL, NULL, operators, 1, NULL, NULL};
const ascertain_backend *ascertain_backend_v1(void) { return &backend; }
