// Operators with other arguments than aclnnCumprod: a scalar, a list of dimensions, two results. It prints
//
//     add: 21 42 63
//     cummax: 1 3 3 at 0 1 1
//     sum: 7
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cummax.h"
#include "aclnnop/aclnn_reduce_sum.h"

namespace {

// Ends the program with what went wrong.
void check(const char *what, int32_t code)
{
    if (code != ACL_SUCCESS) {
        std::fprintf(stderr, "%s: %d: %s\n", what, code, aclGetRecentErrMsg());
        std::exit(1);
    }
}

// A tensor of ACL_INT32 on the device.
struct DeviceTensor {
    size_t length;
    void *memory = nullptr;
    aclTensor *tensor = nullptr;

    DeviceTensor(const std::vector<int32_t> &values, uint64_t rank) : length(values.size())
    {
        const size_t bytes = length * sizeof(int32_t);
        const int64_t dims = static_cast<int64_t>(length);
        check("aclrtMalloc", aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
        check("aclrtMemcpy", aclrtMemcpy(memory, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
        tensor = aclCreateTensor(&dims, rank, ACL_INT32, nullptr, 0, ACL_FORMAT_ND, &dims, 1, memory);
        check("aclCreateTensor", tensor == nullptr ? 1 : ACL_SUCCESS);
    }

    DeviceTensor(const DeviceTensor &) = delete;
    DeviceTensor &operator=(const DeviceTensor &) = delete;

    ~DeviceTensor()
    {
        check("aclDestroyTensor", aclDestroyTensor(tensor));
        check("aclrtFree", aclrtFree(memory));
    }

    void print(const char *title) const
    {
        std::vector<int32_t> values(length);
        const size_t bytes = length * sizeof(int32_t);
        check("aclrtMemcpy", aclrtMemcpy(values.data(), bytes, memory, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
        std::printf("%s", title);
        for (int32_t value : values) {
            std::printf(" %d", value);
        }
    }
};

// Phase two of any operator, with the workspace that phase one asked for.
using PhaseTwo = aclnnStatus (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);

void run(PhaseTwo phase_two, uint64_t size, aclOpExecutor *executor, aclrtStream stream)
{
    void *workspace = nullptr;
    if (size > 0) {
        check("aclrtMalloc", aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    check("phase two", phase_two(workspace, size, executor, stream));
    check("aclrtSynchronizeStream", aclrtSynchronizeStream(stream));
    if (workspace != nullptr) {
        check("aclrtFree", aclrtFree(workspace));
    }
}

void add(aclrtStream stream)
{
    DeviceTensor self({1, 2, 3}, 1), other({10, 20, 30}, 1), out({0, 0, 0}, 1);
    int32_t factor = 2;
    aclScalar *alpha = aclCreateScalar(&factor, ACL_INT32);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    check("aclnnAddGetWorkspaceSize",
          aclnnAddGetWorkspaceSize(self.tensor, other.tensor, alpha, out.tensor, &size, &executor));
    run(aclnnAdd, size, executor, stream);
    check("aclDestroyScalar", aclDestroyScalar(alpha));
    out.print("add:");
    std::printf("\n");
}

void cummax(aclrtStream stream)
{
    DeviceTensor self({1, 3, 2}, 1), values({0, 0, 0}, 1), indices({0, 0, 0}, 1);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    check("aclnnCummaxGetWorkspaceSize",
          aclnnCummaxGetWorkspaceSize(self.tensor, 0, values.tensor, indices.tensor, &size, &executor));
    run(aclnnCummax, size, executor, stream);
    values.print("cummax:");
    indices.print(" at");
    std::printf("\n");
}

void sum(aclrtStream stream)
{
    DeviceTensor self({1, 4, 2}, 1), out({0}, 0);
    const int64_t along = 0;
    aclIntArray *dims = aclCreateIntArray(&along, 1);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    check("aclnnReduceSumGetWorkspaceSize",
          aclnnReduceSumGetWorkspaceSize(self.tensor, dims, false, ACL_INT32, out.tensor, &size, &executor));
    run(aclnnReduceSum, size, executor, stream);
    check("aclDestroyIntArray", aclDestroyIntArray(dims));
    out.print("sum:");
    std::printf("\n");
}

} // namespace

int main()
{
    aclrtStream stream = nullptr;
    check("aclInit", aclInit(nullptr));
    check("aclrtSetDevice", aclrtSetDevice(0));
    check("aclrtCreateStream", aclrtCreateStream(&stream));
    add(stream);
    cummax(stream);
    sum(stream);
    check("aclrtDestroyStream", aclrtDestroyStream(stream));
    check("aclrtResetDevice", aclrtResetDevice(0));
    check("aclFinalize", aclFinalize());
    return 0;
}
