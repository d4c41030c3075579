/* ascertain.h: the interface of a shared library, in C or C++, that `ascertain` tests.
 *
 *     cc -shared -fPIC -O2 -I conformance/adapters/c mine.c -o libmine.so
 *     ascertain run --backend lib:./libmine.so
 *
 * The library exports one function, `ascertain_backend_v1`. It returns a struct that lists what the library supports,
 * with the functions to call. The library is loaded in a process of its own: a crash or an endless loop costs only the
 * case that caused it, not the run.
 *
 * The harness owns all memory. Inputs, outputs and results are its buffers. Each ends less than 64 bytes before memory
 * without access, and has such memory before it too: reading or writing there ends the process. A call that changes a
 * byte between a buffer and that memory, a read-only input, or a struct, shape or strides of the question fails, whatever
 * it returns. Do not use anything that the harness passes after the call returns: the harness watches that memory for
 * some time, and a thread that still writes to it is a failure. Everything that the backend returns (names, tables) must stay valid while
 * the library is loaded. Calls come one at a time, from one thread.
 *
 * C11 or C++11. The layout of everything below is fixed within version 1. Later revisions append to structs; their
 * `size` tells which revision they are from. */
#ifndef ASCERTAIN_H
#define ASCERTAIN_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, for `ascertain_backend.abi`. */
#define ASCERTAIN_ABI 1u

/* Exports `ascertain_backend_v1`. */
#if defined(_WIN32)
#define ASCERTAIN_EXPORT __declspec(dllexport)
#else
#define ASCERTAIN_EXPORT __attribute__((visibility("default")))
#endif

/* ---- Tensors, laid out as in DLPack ------------------------------------------------------------------------------ */

/* DLDataType: `code` is one of DLPack's type codes, `bits` the width of an element (of both parts of a complex number),
 * `lanes` is 1. All zero means no dtype. */
typedef struct ascertain_dtype {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes;
} ascertain_dtype;

/* DLDevice: always the CPU, {1, 0}. */
typedef struct ascertain_device {
    int32_t device_type;
    int32_t device_id;
} ascertain_device;

/* DLTensor: can be cast to one. The address of an element is
 *
 *     (char *)data + byte_offset + sum(index[k] * strides[k]) * bits / 8
 *
 * `data` is aligned to 64 bytes. `strides` count elements, may be negative or 0, and are never null. Elements are in the
 * machine's byte order; a bool is one byte, 0 or 1; a complex number is its real part, then its imaginary part. */
typedef struct ascertain_tensor {
    void *data;
    ascertain_device device;
    int32_t ndim;
    ascertain_dtype dtype;
    int64_t *shape;
    int64_t *strides;
    uint64_t byte_offset;
} ascertain_tensor;

/* A dtype as one number, for `switch`: code * 256 + bits. The names are the short names of dtypes. */
typedef uint32_t ascertain_type;

enum {
    ASCERTAIN_NONE = 0,
    ASCERTAIN_S8 = 0x008,   ASCERTAIN_S16 = 0x010,  ASCERTAIN_S32 = 0x020,  ASCERTAIN_S64 = 0x040,  /* kDLInt */
    ASCERTAIN_U8 = 0x108,   ASCERTAIN_U16 = 0x110,  ASCERTAIN_U32 = 0x120,  ASCERTAIN_U64 = 0x140,  /* kDLUInt */
    ASCERTAIN_F16 = 0x210,  ASCERTAIN_F32 = 0x220,  ASCERTAIN_F64 = 0x240,                          /* kDLFloat */
    ASCERTAIN_BF16 = 0x410,                                                                         /* kDLBfloat */
    ASCERTAIN_C32 = 0x520,  ASCERTAIN_C64 = 0x540,  ASCERTAIN_C128 = 0x580,                         /* kDLComplex */
    ASCERTAIN_BOOL = 0x608                                                                          /* kDLBool */
};

/* ---- Questions --------------------------------------------------------------------------------------------------- */

/* The kind of an argument. */
enum {
    ASCERTAIN_ABSENT, ASCERTAIN_NULL, ASCERTAIN_TENSOR, ASCERTAIN_INT, ASCERTAIN_DTYPE, ASCERTAIN_FLAG,
    ASCERTAIN_INTS /* a list of integers; only operators that have one are asked with it */
};

/* One argument of an operator. */
typedef struct ascertain_argument {
    const char *name;         /* as `ascertain explain OPERATOR` prints it: "input" */
    int32_t kind;             /* which of the following is set; ASCERTAIN_NULL means a null pointer */
    ascertain_dtype dtype;    /* ASCERTAIN_DTYPE */
    int64_t integer;          /* ASCERTAIN_INT; ASCERTAIN_FLAG: 0 or 1 */
    ascertain_tensor *tensor; /* ASCERTAIN_TENSOR; ASCERTAIN_INTS: a vector of s64 */
} ascertain_argument;

/* One call of an operator. */
typedef struct ascertain_call {
    const char *name;                    /* name of the operator: "cumprod" */
    size_t count;                        /* number of arguments, including absent ones */
    const ascertain_argument *arguments; /* in the operator's order */
    ascertain_tensor *target;            /* the tensor for the result: `out`, or `input` of an in-place call; null if
                                            the result is a new tensor, from `ascertain_reply.result`. An operator with
                                            several results, as cummax, writes each to the argument of its name */
} ascertain_call;

/* One promotion. */
typedef struct ascertain_promotion {
    const char *table;                        /* "aclnn.tensor-tensor" */
    const char *row, *column;                 /* operands: "f16"; for Python numbers "bool", "int", "float" */
    ascertain_dtype row_dtype, column_dtype;  /* their dtypes; no dtype for Python numbers */
    int32_t row_rank, column_rank;            /* their numbers of dimensions, mostly 1; 0 for an operand without */
} ascertain_promotion;

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* The outcome of a call: the return values of the functions below. */
enum {
    ASCERTAIN_OK = 0,          /* the result is in the target, in `result`, or in `dtype` for promotions */
    ASCERTAIN_REJECTED = 1,    /* the implementation refuses the arguments; set `message`, and `status` if it has codes */
    ASCERTAIN_UNSUPPORTED = 2, /* the implementation does not have this; `message` says why. Never counts as a pass */
    ASCERTAIN_FAILED = 3       /* the machine failed, not the implementation; `message` says how */
};

/* The rest of an answer. All zero before the call, except `result`. */
typedef struct ascertain_reply {
    int64_t status;       /* ASCERTAIN_REJECTED: the implementation's status code, if `has_status` is not 0 */
    int32_t has_status;
    ascertain_dtype dtype; /* the result of a promotion */
    char dtype_name[32];  /* the result of a promotion, if it is a dtype that no document has: its name */
    char message[256];    /* a message for people, ending in 0 */

    /* Allocates a result that is a new tensor: row-major memory of the harness, aligned to 64 bytes. Returns null if the
     * size is impossible. A second call frees the memory of the first. */
    void *(*result)(struct ascertain_reply *reply, ascertain_dtype dtype, int32_t ndim, const int64_t *shape);
    void *harness; /* for the harness */
} ascertain_reply;

/* ---- The backend ------------------------------------------------------------------------------------------------- */

/* An operator that the backend has. Lists are words separated by spaces. */
typedef struct ascertain_operator {
    const char *name;     /* "cumprod" */
    const char *dtypes;   /* supported dtypes of tensors: "f32 f16 s64" */
    const char *flags;    /* what it supports besides plain tensors: "inplace", "strided"; and
                             what it does not have: "no-out", "no-dtype"; may be null */
    const char *declares; /* its arithmetic, which is then checked bit for bit: "order=sequential accumulator.f16=f32".
                             "order=permuted" allows factors to change places; without an order they stay in index
                             order, grouped in any way. May be null. PROTOCOL.md lists the possible values */
    int32_t max_rank;     /* largest number of dimensions; 0 for no limit */
    int32_t (*run)(const ascertain_call *call, ascertain_reply *reply);
} ascertain_operator;

/* The backend. */
typedef struct ascertain_backend {
    uint32_t abi;           /* ASCERTAIN_ABI */
    uint32_t size;          /* sizeof(ascertain_backend) */
    const char *name;       /* name of the implementation, for reports */
    const char *version;
    const char *interfaces; /* "aclnn" if null pointers and enum numbers can be passed; otherwise null */
    const char *tables;     /* ids of promotion tables: "aclnn.tensor-tensor"; may be null */
    int32_t (*promote)(const ascertain_promotion *ask, ascertain_reply *reply); /* null without tables */
    const ascertain_operator *operators;
    size_t operator_count;
    int32_t (*start)(ascertain_reply *reply); /* called once before everything else; may be null */
    void (*stop)(void);                       /* called once after everything else; may be null */
} ascertain_backend;

/* The function that the library defines. */
ASCERTAIN_EXPORT const ascertain_backend *ascertain_backend_v1(void);

/* ---- Optional helper functions ----------------------------------------------------------------------------------- */

static inline ascertain_type ascertain_type_of(ascertain_dtype dtype) {
    return (ascertain_type)dtype.code << 8 | dtype.bits;
}

static inline ascertain_dtype ascertain_dtype_of(ascertain_type type) {
    ascertain_dtype dtype;
    dtype.code = (uint8_t)(type >> 8);
    dtype.bits = (uint8_t)type;
    dtype.lanes = 1;
    return dtype;
}

/* The argument called `name`; null if the operator has no such argument. */
static inline const ascertain_argument *ascertain_get(const ascertain_call *call, const char *name) {
    for (size_t i = 0; i < call->count; i++)
        if (strcmp(call->arguments[i].name, name) == 0) return &call->arguments[i];
    return NULL;
}

/* The tensor called `name`; null if it is absent. */
static inline ascertain_tensor *ascertain_get_tensor(const ascertain_call *call, const char *name) {
    const ascertain_argument *argument = ascertain_get(call, name);
    return argument && argument->kind == ASCERTAIN_TENSOR ? argument->tensor : NULL;
}

/* The integer or flag called `name`, or `otherwise`. */
static inline int64_t ascertain_get_int(const ascertain_call *call, const char *name, int64_t otherwise) {
    const ascertain_argument *argument = ascertain_get(call, name);
    int given = argument && (argument->kind == ASCERTAIN_INT || argument->kind == ASCERTAIN_FLAG);
    return given ? argument->integer : otherwise;
}

/* The dtype called `name`, or `otherwise`. */
static inline ascertain_type ascertain_get_type(const ascertain_call *call, const char *name, ascertain_type otherwise) {
    const ascertain_argument *argument = ascertain_get(call, name);
    return argument && argument->kind == ASCERTAIN_DTYPE ? ascertain_type_of(argument->dtype) : otherwise;
}

/* The number of elements. */
static inline int64_t ascertain_count(const ascertain_tensor *tensor) {
    int64_t count = 1;
    for (int32_t k = 0; k < tensor->ndim; k++) count *= tensor->shape[k];
    return count;
}

/* Whether two shapes are equal. */
static inline int ascertain_same_shape(const ascertain_tensor *a, const ascertain_tensor *b) {
    if (a->ndim != b->ndim) return 0;
    for (int32_t k = 0; k < a->ndim; k++)
        if (a->shape[k] != b->shape[k]) return 0;
    return 1;
}

/* The element at position `i` in row-major order, for any strides. */
static inline void *ascertain_at(const ascertain_tensor *tensor, int64_t i) {
    int64_t at = 0;
    for (int32_t k = tensor->ndim; k-- > 0; i /= tensor->shape[k]) at += i % tensor->shape[k] * tensor->strides[k];
    return (char *)tensor->data + (int64_t)tensor->byte_offset + at * (tensor->dtype.bits / 8);
}

/* Sets the message and returns `answer`: `return ascertain_say(reply, ASCERTAIN_UNSUPPORTED, "no bf16");` */
static inline int32_t ascertain_say(ascertain_reply *reply, int32_t answer, const char *message) {
    snprintf(reply->message, sizeof reply->message, "%s", message);
    return answer;
}

/* Rejects with a status code. */
static inline int32_t ascertain_reject(ascertain_reply *reply, int64_t status, const char *message) {
    reply->status = status;
    reply->has_status = 1;
    return ascertain_say(reply, ASCERTAIN_REJECTED, message);
}

#ifdef __cplusplus
}
#endif

#endif
