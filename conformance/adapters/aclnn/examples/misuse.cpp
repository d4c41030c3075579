// What a caller can do wrong, one thing after the other, with the code and the message that each gives. None of it
// ends the program: it ends with 1 when something was not noticed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include "acl/acl.h"
#include "aclnnop/aclnn_cumprod.h"

namespace {

int unnoticed = 0;

// A mistake: it must give the code.
void wrong(const char *what, int32_t wanted, int32_t code)
{
    std::printf("%s\n    %d %s\n", what, code, code == 0 ? "" : aclGetRecentErrMsg());
    if (code != wanted) {
        std::printf("    WANTED %d\n", wanted);
        ++unnoticed;
    }
}

// A description that cannot be gives null.
void wrong_tensor(const char *what, const void *tensor)
{
    std::printf("%s\n    null %s\n", what, tensor == nullptr ? aclGetRecentErrMsg() : "NOT NOTICED");
    unnoticed += tensor == nullptr ? 0 : 1;
}

void right(int32_t code)
{
    if (code != ACL_SUCCESS) {
        std::fprintf(stderr, "%d: %s\n", code, aclGetRecentErrMsg());
        std::exit(1);
    }
}

aclTensor *vector(void *memory, int64_t length, int64_t storage, aclDataType dtype = ACL_FLOAT,
                  aclFormat format = ACL_FORMAT_ND)
{
    return aclCreateTensor(&length, 1, dtype, nullptr, 0, format, &storage, 1, memory);
}

aclScalar *scalar(int32_t value)
{
    return aclCreateScalar(&value, ACL_INT32);
}

void *device(size_t bytes)
{
    void *memory = nullptr;
    right(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    return memory;
}

void before_and_after(aclrtStream stream)
{
    void *memory = nullptr;
    wrong("aclrtMalloc before aclInit", ACL_ERROR_UNINITIALIZE, aclrtMalloc(&memory, 4, ACL_MEM_MALLOC_HUGE_FIRST));
    right(aclInit(nullptr));
    wrong("aclInit twice", ACL_ERROR_REPEAT_INITIALIZE, aclInit(nullptr));
    wrong("a stream without a device", ACL_ERROR_RT_CONTEXT_NULL, aclrtCreateStream(&stream));
    wrong("a device that is not there", ACL_ERROR_RT_INVALID_DEVICEID, aclrtSetDevice(7));
    right(aclrtSetDevice(0));
}

void memory_and_copies()
{
    float host[4] = {1, 2, 3, 4};
    void *memory = device(16);
    wrong("a copy larger than its room", ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemcpy(memory, 8, host, 16, ACL_MEMCPY_HOST_TO_DEVICE));
    wrong("a copy larger than device memory", ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemcpy(memory, 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE));
    wrong("a copy of the wrong kind", ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemcpy(memory, 16, host, 16, ACL_MEMCPY_DEVICE_TO_HOST));
    wrong("a copy of device memory as host memory", ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemcpy(memory, 16, host, 16, ACL_MEMCPY_HOST_TO_HOST));
    wrong("a copy from null", ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemcpy(memory, 16, nullptr, 16, ACL_MEMCPY_HOST_TO_DEVICE));
    wrong("freeing host memory", ACL_ERROR_RT_PARAM_INVALID, aclrtFree(host));
    wrong("freeing the middle of a block", ACL_ERROR_RT_PARAM_INVALID, aclrtFree(static_cast<char *>(memory) + 4));
    right(aclrtFree(memory));
    wrong("freeing twice", ACL_ERROR_RT_PARAM_INVALID, aclrtFree(memory));
    wrong("a copy to freed memory", ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemcpy(memory, 16, host, 16, ACL_MEMCPY_HOST_TO_DEVICE));
}

void phase_one()
{
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    void *memory = device(64);
    aclTensor *input = vector(memory, 3, 3);
    aclTensor *out = vector(memory, 4, 4);
    aclTensor *text = vector(memory, 3, 3, ACL_STRING);
    aclTensor *picture = vector(memory, 3, 3, ACL_FLOAT, ACL_FORMAT_NCHW);
    aclTensor *large = vector(memory, 17, 17);
    float host[3] = {1, 2, 3};
    aclTensor *elsewhere = vector(host, 3, 3);
    aclScalar *first = scalar(0);
    aclScalar *beyond = scalar(1);
    const auto ask = [&](aclTensor *in, aclScalar *dim, aclDataType dtype, aclTensor *to) {
        return aclnnCumprodGetWorkspaceSize(in, dim, dtype, to, &size, &executor);
    };
    wrong_tensor("a view outside its storage", vector(memory, 4, 3));
    wrong("a null input", ACLNN_ERR_PARAM_NULLPTR, ask(nullptr, first, ACL_FLOAT, input));
    wrong("a null dim", ACLNN_ERR_PARAM_NULLPTR, ask(input, nullptr, ACL_FLOAT, input));
    wrong("a null out", ACLNN_ERR_PARAM_NULLPTR, ask(input, first, ACL_FLOAT, nullptr));
    wrong("a null place for the executor", ACLNN_ERR_PARAM_NULLPTR,
          aclnnCumprodGetWorkspaceSize(input, first, ACL_FLOAT, input, &size, nullptr));
    wrong("a dim that is not there", ACLNN_ERR_PARAM_INVALID, ask(input, beyond, ACL_FLOAT, input));
    wrong("an out of another shape", ACLNN_ERR_PARAM_INVALID, ask(input, first, ACL_FLOAT, out));
    wrong("a dtype unlike out's", ACLNN_ERR_PARAM_INVALID, ask(input, first, ACL_INT32, input));
    wrong("a dtype that is none", ACLNN_ERR_PARAM_INVALID, ask(input, first, static_cast<aclDataType>(99), input));
    wrong("an input of strings", ACLNN_ERR_PARAM_INVALID, ask(text, first, ACL_FLOAT, input));
    wrong("an input in format NCHW", ACLNN_ERR_PARAM_INVALID, ask(picture, first, ACL_FLOAT, input));
    wrong("an input beyond its memory", ACLNN_ERR_PARAM_INVALID, ask(large, first, ACL_FLOAT, large));
    wrong("an input in host memory", ACLNN_ERR_PARAM_INVALID, ask(elsewhere, first, ACL_FLOAT, input));
    wrong("a scalar for a tensor", ACLNN_ERR_PARAM_INVALID,
          ask(reinterpret_cast<aclTensor *>(first), first, ACL_FLOAT, input));
    right(aclDestroyTensor(out));
    wrong("a tensor destroyed twice", ACLNN_ERR_PARAM_INVALID, aclDestroyTensor(out));
    wrong("a tensor used after it was destroyed", ACLNN_ERR_PARAM_INVALID, ask(out, first, ACL_FLOAT, input));
    wrong("a tensor destroyed as a scalar", ACLNN_ERR_PARAM_INVALID,
          aclDestroyScalar(reinterpret_cast<const aclScalar *>(input)));
    right(aclrtFree(memory));
    wrong("an input in freed memory", ACLNN_ERR_PARAM_INVALID, ask(input, first, ACL_FLOAT, input));
    for (aclTensor *tensor : {input, text, picture, large, elsewhere}) {
        right(aclDestroyTensor(tensor));
    }
    right(aclDestroyScalar(first));
    right(aclDestroyScalar(beyond));
}

void phase_two(aclrtStream stream)
{
    uint64_t size = 0;
    void *memory = device(64);
    void *freed = device(64);
    right(aclrtFree(freed));
    aclTensor *input = vector(memory, 3, 3);
    aclScalar *dim = scalar(0);
    aclrtStream gone = nullptr;
    right(aclrtCreateStream(&gone));
    right(aclrtDestroyStream(gone));
    const auto plan = [&] {
        aclOpExecutor *executor = nullptr;
        right(aclnnInplaceCumprodGetWorkspaceSize(input, dim, &size, &executor));
        return executor;
    };
    aclOpExecutor *executor = plan();
    wrong("a null executor", ACLNN_ERR_PARAM_NULLPTR, aclnnInplaceCumprod(nullptr, 0, nullptr, stream));
    wrong("a null workspace with a size", ACLNN_ERR_PARAM_NULLPTR, aclnnInplaceCumprod(nullptr, 64, executor, stream));
    wrong("a workspace in freed memory", ACLNN_ERR_PARAM_INVALID, aclnnInplaceCumprod(freed, 64, executor, stream));
    wrong("an executor of the other function", ACLNN_ERR_PARAM_INVALID, aclnnCumprod(memory, 64, executor, stream));
    wrong("a stream that was destroyed", ACLNN_ERR_RUNTIME_ERROR, aclnnInplaceCumprod(memory, 64, executor, gone));
    wrong("a stream destroyed twice", ACL_ERROR_RT_STREAM_CONTEXT, aclrtDestroyStream(gone));
    void *workspace = size > 0 ? device(size) : nullptr;
    right(aclnnInplaceCumprod(workspace, size, executor, stream));
    right(aclrtSynchronizeStream(stream));
    wrong("an executor run twice", ACLNN_ERR_PARAM_INVALID, aclnnInplaceCumprod(workspace, size, executor, stream));
    wrong("an executor destroyed after it was run", ACLNN_ERR_PARAM_INVALID, aclDestroyAclOpExecutor(executor));
    executor = plan();
    right(aclSetAclOpExecutorRepeatable(executor));
    right(aclnnInplaceCumprod(workspace, size, executor, stream));
    right(aclnnInplaceCumprod(workspace, size, executor, stream));
    right(aclrtSynchronizeStream(stream));
    right(aclDestroyAclOpExecutor(executor));
    wrong("an executor destroyed twice", ACLNN_ERR_PARAM_INVALID, aclDestroyAclOpExecutor(executor));
    executor = plan();
    right(aclDestroyTensor(input));
    wrong("an executor whose tensor was destroyed", ACLNN_ERR_PARAM_INVALID,
          aclnnInplaceCumprod(workspace, size, executor, stream));
    right(aclDestroyAclOpExecutor(executor));
    right(aclDestroyScalar(dim));
    if (workspace != nullptr) {
        right(aclrtFree(workspace));
    }
    right(aclrtFree(memory));
}

// With ASCERTAIN_ACLNN_STRICT_STREAM=1, for callers who forget to wait.
void without_waiting(aclrtStream stream)
{
    void *memory = device(12);
    float host[3] = {1, 2, 3};
    right(aclrtMemcpy(memory, 12, host, 12, ACL_MEMCPY_HOST_TO_DEVICE));
    aclTensor *input = vector(memory, 3, 3);
    aclScalar *dim = scalar(0);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    right(aclnnInplaceCumprodGetWorkspaceSize(input, dim, &size, &executor));
    void *workspace = size > 0 ? device(size) : nullptr;
    right(aclnnInplaceCumprod(workspace, size, executor, stream));
    wrong("a result copied before it is there", ACL_ERROR_RT_PARAM_INVALID,
          aclrtMemcpy(host, 12, memory, 12, ACL_MEMCPY_DEVICE_TO_HOST));
    wrong("memory freed before its work is done", ACL_ERROR_RT_PARAM_INVALID, aclrtFree(memory));
    wrong("a tensor destroyed before its work is done", ACLNN_ERR_PARAM_INVALID, aclDestroyTensor(input));
    wrong("a stream destroyed before its work is done", ACL_ERROR_RT_STREAM_CONTEXT, aclrtDestroyStream(stream));
    right(aclrtSynchronizeStream(stream));
    right(aclrtMemcpy(host, 12, memory, 12, ACL_MEMCPY_DEVICE_TO_HOST));
    std::printf("after aclrtSynchronizeStream\n    %g %g %g\n", static_cast<double>(host[0]),
                static_cast<double>(host[1]), static_cast<double>(host[2]));
    right(aclDestroyTensor(input));
    right(aclDestroyScalar(dim));
    if (workspace != nullptr) {
        right(aclrtFree(workspace));
    }
    right(aclrtFree(memory));
}

} // namespace

int main()
{
    aclrtStream stream = nullptr;
    before_and_after(stream);
    right(aclrtCreateStream(&stream));
    memory_and_copies();
    phase_one();
    phase_two(stream);
    const char *strict = std::getenv("ASCERTAIN_ACLNN_STRICT_STREAM");
    if (strict != nullptr && strict[0] == '1') {
        without_waiting(stream);
    }
    right(aclrtDestroyStream(stream));
    // Left behind on purpose: ASCERTAIN_ACLNN_LEAKS=fail has aclFinalize list both.
    void *lost = device(5);
    aclTensor *kept = vector(lost, 1, 1);
    (void)kept;
    const char *leaks = std::getenv("ASCERTAIN_ACLNN_LEAKS");
    const bool told = leaks != nullptr && leaks[0] == 'f';
    right(aclrtResetDevice(0));
    wrong("what was not given back", told ? ACL_ERROR_INTERNAL_ERROR : ACL_SUCCESS, aclFinalize());
    wrong("aclFinalize twice", ACL_ERROR_UNINITIALIZE, aclFinalize());
    std::printf("%s\n", unnoticed == 0 ? "each was noticed" : "SOME WERE NOT NOTICED");
    return unnoticed == 0 ? 0 : 1;
}
