/*
 * Names, numbers and prototypes as CANN documents them, so that sources written for CANN compile unchanged.
 * A part of ascertain, https://github.com/ascertain-suite/ascertain; MIT or Apache-2.0.
 */
#ifndef ASCERTAIN_ACL_BASE_H
#define ASCERTAIN_ACL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t aclError;

#define ACL_SUCCESS 0
/* Of the runtime's codes, those that this library returns. */
#define ACL_ERROR_INVALID_PARAM 100000
#define ACL_ERROR_UNINITIALIZE 100001
#define ACL_ERROR_REPEAT_INITIALIZE 100002
#define ACL_ERROR_RT_PARAM_INVALID 107000
#define ACL_ERROR_RT_INVALID_DEVICEID 107001
#define ACL_ERROR_RT_CONTEXT_NULL 107002
#define ACL_ERROR_RT_STREAM_CONTEXT 107003
#define ACL_ERROR_RT_MEMORY_ALLOCATION 207001
#define ACL_ERROR_INTERNAL_ERROR 500000

typedef void *aclrtStream;

/* Element types. What no document of this project gives a meaning can be named, and is refused. */
typedef enum {
    ACL_DT_UNDEFINED = -1,
    ACL_STRING = 13,
    ACL_INT4 = 29,
    ACL_UINT1 = 30,
    /* generated: dtypes */
    ACL_FLOAT = 0,
    ACL_FLOAT16 = 1,
    ACL_INT8 = 2,
    ACL_INT32 = 3,
    ACL_UINT8 = 4,
    ACL_INT16 = 6,
    ACL_UINT16 = 7,
    ACL_UINT32 = 8,
    ACL_INT64 = 9,
    ACL_UINT64 = 10,
    ACL_DOUBLE = 11,
    ACL_BOOL = 12,
    ACL_COMPLEX64 = 16,
    ACL_COMPLEX128 = 17,
    ACL_BF16 = 27,
    ACL_COMPLEX32 = 33
    /* end of dtypes */
} aclDataType;

typedef enum {
    /* generated: formats */
    ACL_FORMAT_UNDEFINED = -1,
    ACL_FORMAT_NCHW = 0,
    ACL_FORMAT_NHWC = 1,
    ACL_FORMAT_ND = 2
    /* end of formats */
} aclFormat;

/* The sentence that goes with the last code of this thread that was not 0; "" where there was none. */
const char *aclGetRecentErrMsg(void);

#ifdef __cplusplus
}
#endif

#endif
