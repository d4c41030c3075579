/*
 * Names, numbers and prototypes as CANN documents them, so that sources written for CANN compile unchanged.
 * A part of ascertain, https://github.com/ascertain-suite/ascertain; MIT or Apache-2.0.
 */
#ifndef ASCERTAIN_ACLNN_ACL_META_H
#define ASCERTAIN_ACLNN_ACL_META_H

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t aclnnStatus;

typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclOpExecutor aclOpExecutor;

/* Strides and offset count elements: the element at an index lies offset + sum(index * stride) elements from
 * tensorData, within a storage of storageDims elements. A null stride is that of a tensor without gaps. */
aclTensor *aclCreateTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                           int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                           void *tensorData);
aclnnStatus aclDestroyTensor(const aclTensor *tensor);

aclScalar *aclCreateScalar(void *value, aclDataType dataType);
aclnnStatus aclDestroyScalar(const aclScalar *scalar);

aclIntArray *aclCreateIntArray(const int64_t *value, uint64_t size);
aclnnStatus aclDestroyIntArray(const aclIntArray *array);

#ifdef __cplusplus
}
#endif

#endif
