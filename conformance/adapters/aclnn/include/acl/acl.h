/*
 * Names, numbers and prototypes as CANN documents them, so that sources written for CANN compile unchanged.
 * A part of ascertain, https://github.com/ascertain-suite/ascertain; MIT or Apache-2.0.
 */
#ifndef ASCERTAIN_ACL_H
#define ASCERTAIN_ACL_H

#include "acl/acl_base.h"
#include "acl/acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

aclError aclInit(const char *configPath);
aclError aclFinalize(void);

#ifdef __cplusplus
}
#endif

#endif
