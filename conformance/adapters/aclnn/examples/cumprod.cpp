// The cumulative product of {1, 2, 3}, out of place and then in place, with every call checked: what a program that
// uses aclnnCumprod has to do, from initialisation to giving everything back. It prints
//
//     out of place: 1 2 6
//     in place: 1 2 6
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_cumprod.h"

namespace {

// Ends the program with what went wrong.
void check(const char *what, int32_t code)
{
    if (code == ACL_SUCCESS) {
        return;
    }
    std::fprintf(stderr, "%s: %d: %s\n", what, code, aclGetRecentErrMsg());
    std::exit(1);
}

// A vector on the device, and its description.
struct DeviceVector {
    void *memory = nullptr;
    aclTensor *tensor = nullptr;

    explicit DeviceVector(const std::vector<int64_t> &values)
    {
        const size_t bytes = values.size() * sizeof(int64_t);
        const int64_t length = static_cast<int64_t>(values.size());
        const int64_t stride = 1;
        check("aclrtMalloc", aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
        check("aclrtMemcpy", aclrtMemcpy(memory, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
        tensor = aclCreateTensor(&length, 1, ACL_INT64, &stride, 0, ACL_FORMAT_ND, &length, 1, memory);
        check("aclCreateTensor", tensor == nullptr ? 1 : ACL_SUCCESS);
    }

    DeviceVector(const DeviceVector &) = delete;
    DeviceVector &operator=(const DeviceVector &) = delete;

    ~DeviceVector()
    {
        check("aclDestroyTensor", aclDestroyTensor(tensor));
        check("aclrtFree", aclrtFree(memory));
    }

    void print(const char *title, size_t length) const
    {
        std::vector<int64_t> values(length);
        const size_t bytes = length * sizeof(int64_t);
        check("aclrtMemcpy", aclrtMemcpy(values.data(), bytes, memory, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
        std::printf("%s:", title);
        for (int64_t value : values) {
            std::printf(" %lld", static_cast<long long>(value));
        }
        std::printf("\n");
    }
};

// Device memory for as long as an executor needs it; none where it needs none.
struct Workspace {
    void *memory = nullptr;

    explicit Workspace(uint64_t bytes)
    {
        if (bytes > 0) {
            check("aclrtMalloc", aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
        }
    }

    Workspace(const Workspace &) = delete;
    Workspace &operator=(const Workspace &) = delete;

    ~Workspace()
    {
        if (memory != nullptr) {
            check("aclrtFree", aclrtFree(memory));
        }
    }
};

void run(aclrtStream stream)
{
    const std::vector<int64_t> values = {1, 2, 3};
    DeviceVector input(values);
    DeviceVector out(std::vector<int64_t>(values.size(), 0));
    int32_t along = 0;
    aclScalar *dim = aclCreateScalar(&along, ACL_INT32);
    check("aclCreateScalar", dim == nullptr ? 1 : ACL_SUCCESS);

    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    check("aclnnCumprodGetWorkspaceSize",
          aclnnCumprodGetWorkspaceSize(input.tensor, dim, ACL_INT64, out.tensor, &size, &executor));
    {
        Workspace workspace(size);
        check("aclnnCumprod", aclnnCumprod(workspace.memory, size, executor, stream));
        check("aclrtSynchronizeStream", aclrtSynchronizeStream(stream));
    }
    out.print("out of place", values.size());

    check("aclnnInplaceCumprodGetWorkspaceSize",
          aclnnInplaceCumprodGetWorkspaceSize(input.tensor, dim, &size, &executor));
    {
        Workspace workspace(size);
        check("aclnnInplaceCumprod", aclnnInplaceCumprod(workspace.memory, size, executor, stream));
        check("aclrtSynchronizeStream", aclrtSynchronizeStream(stream));
    }
    input.print("in place", values.size());
    check("aclDestroyScalar", aclDestroyScalar(dim));
}

} // namespace

int main()
{
    const int32_t device = 0;
    aclrtStream stream = nullptr;
    check("aclInit", aclInit(nullptr));
    check("aclrtSetDevice", aclrtSetDevice(device));
    check("aclrtCreateStream", aclrtCreateStream(&stream));
    run(stream);
    check("aclrtDestroyStream", aclrtDestroyStream(stream));
    check("aclrtResetDevice", aclrtResetDevice(device));
    check("aclFinalize", aclFinalize());
    return 0;
}
