// Several dtypes, strides, offsets and dims, each compared with the products computed here. It prints one line a case
// and ends with 1 when one differs.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_cumprod.h"

namespace {

int failures = 0;

void check(const char *what, int32_t code)
{
    if (code != ACL_SUCCESS) {
        std::fprintf(stderr, "%s: %d: %s\n", what, code, aclGetRecentErrMsg());
        std::exit(1);
    }
}

// A view: shape and strides in elements, over a storage.
struct View {
    std::vector<int64_t> shape;
    std::vector<int64_t> strides;
    int64_t offset;
    int64_t storage;

    // Where the element lies that is the `i`th in row-major order.
    int64_t at(int64_t i) const
    {
        int64_t place = offset;
        for (size_t k = shape.size(); k-- > 0;) {
            place += i % shape[k] * strides[k];
            i /= shape[k];
        }
        return place;
    }

    int64_t count() const
    {
        int64_t n = 1;
        for (int64_t length : shape) {
            n *= length;
        }
        return n;
    }
};

template <typename T>
struct Device {
    void *memory = nullptr;
    aclTensor *tensor = nullptr;
    size_t bytes;

    Device(const View &view, aclDataType dtype, const std::vector<T> &storage) : bytes(storage.size() * sizeof(T))
    {
        check("aclrtMalloc", aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
        check("aclrtMemcpy", aclrtMemcpy(memory, bytes, storage.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
        tensor = aclCreateTensor(view.shape.data(), view.shape.size(), dtype, view.strides.data(), view.offset,
                                 ACL_FORMAT_ND, &view.storage, 1, memory);
        check("aclCreateTensor", tensor == nullptr ? 1 : ACL_SUCCESS);
    }

    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;

    ~Device()
    {
        check("aclDestroyTensor", aclDestroyTensor(tensor));
        check("aclrtFree", aclrtFree(memory));
    }

    std::vector<T> read() const
    {
        std::vector<T> values(bytes / sizeof(T));
        check("aclrtMemcpy", aclrtMemcpy(values.data(), bytes, memory, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
        return values;
    }
};

// Products of `storage`'s view along `dim`, in place in a copy of it. Factors are small, so no step rounds.
template <typename T>
std::vector<T> products(const View &view, std::vector<T> storage, int64_t dim)
{
    const int64_t rank = static_cast<int64_t>(view.shape.size());
    const size_t along = static_cast<size_t>(dim < 0 ? dim + rank : dim);
    int64_t inner = 1;
    for (size_t k = along + 1; k < view.shape.size(); ++k) {
        inner *= view.shape[k];
    }
    for (int64_t i = 0; i < view.count(); ++i) {
        if (i / inner % view.shape[along] > 0) {
            T &element = storage[static_cast<size_t>(view.at(i))];
            element = static_cast<T>(element * storage[static_cast<size_t>(view.at(i - inner))]);
        }
    }
    return storage;
}

void execute(uint64_t size, aclOpExecutor *executor, aclrtStream stream,
             aclnnStatus (*phase)(void *, uint64_t, aclOpExecutor *, aclrtStream))
{
    void *workspace = nullptr;
    if (size > 0) {
        check("aclrtMalloc", aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    check("phase two", phase(workspace, size, executor, stream));
    check("aclrtSynchronizeStream", aclrtSynchronizeStream(stream));
    if (workspace != nullptr) {
        check("aclrtFree", aclrtFree(workspace));
    }
}

template <typename T>
void compare(const char *name, const char *how, const std::vector<T> &want, const std::vector<T> &got)
{
    const bool same = std::memcmp(want.data(), got.data(), want.size() * sizeof(T)) == 0;
    std::printf("%s, %s: %s\n", name, how, same ? "as computed here" : "DIFFERENT");
    failures += same ? 0 : 1;
}

// The whole storage is compared, so that what lies in the gaps must stay as it was.
template <typename T>
void ask(const char *name, aclDataType dtype, const View &view, int32_t dim, aclrtStream stream)
{
    std::vector<T> storage;
    for (int64_t i = 0; i < view.storage; ++i) {
        storage.push_back(static_cast<T>(1 + i % 3));
    }
    const std::vector<T> want = products(view, storage, dim);
    Device<T> input(view, dtype, storage);
    Device<T> out(view, dtype, storage);
    aclScalar *along = aclCreateScalar(&dim, ACL_INT32);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    check("aclnnCumprodGetWorkspaceSize",
          aclnnCumprodGetWorkspaceSize(input.tensor, along, dtype, out.tensor, &size, &executor));
    execute(size, executor, stream, aclnnCumprod);
    compare(name, "out of place", want, out.read());
    check("aclnnInplaceCumprodGetWorkspaceSize",
          aclnnInplaceCumprodGetWorkspaceSize(input.tensor, along, &size, &executor));
    execute(size, executor, stream, aclnnInplaceCumprod);
    compare(name, "in place", want, input.read());
    check("aclDestroyScalar", aclDestroyScalar(along));
}

// s32 in, f32 out: input is converted before the product.
void convert(aclrtStream stream)
{
    const View view = {{2, 2}, {2, 1}, 0, 4};
    Device<int32_t> input(view, ACL_INT32, {2, 3, 4, 5});
    Device<float> out(view, ACL_FLOAT, {0, 0, 0, 0});
    int32_t dim = -1;
    aclScalar *along = aclCreateScalar(&dim, ACL_INT32);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    check("aclnnCumprodGetWorkspaceSize",
          aclnnCumprodGetWorkspaceSize(input.tensor, along, ACL_FLOAT, out.tensor, &size, &executor));
    execute(size, executor, stream, aclnnCumprod);
    compare<float>("int32 as float", "out of place", {2, 6, 4, 20}, out.read());
    check("aclDestroyScalar", aclDestroyScalar(along));
}

} // namespace

int main()
{
    aclrtStream stream = nullptr;
    check("aclInit", aclInit(nullptr));
    check("aclrtSetDevice", aclrtSetDevice(0));
    check("aclrtCreateStream", aclrtCreateStream(&stream));
    const View plain = {{2, 3}, {3, 1}, 0, 6};
    const View part = {{6, 5}, {10, 1}, 22, 100};
    const View spread = {{4, 3}, {20, 2}, 22, 100};
    const View turned = {{2, 3, 2}, {1, 4, 2}, 0, 12};
    ask<float>("float, plain, dim 1", ACL_FLOAT, plain, 1, stream);
    ask<double>("double, a part of a matrix, dim 0", ACL_DOUBLE, part, 0, stream);
    ask<float>("float, a part of a matrix, dim -1", ACL_FLOAT, part, -1, stream);
    ask<int64_t>("int64, every second column of every second row, dim 0", ACL_INT64, spread, 0, stream);
    ask<int32_t>("int32, every second column of every second row, dim 1", ACL_INT32, spread, 1, stream);
    ask<int8_t>("int8, transposed, dim 0", ACL_INT8, turned, 0, stream);
    ask<uint16_t>("uint16, transposed, dim 1", ACL_UINT16, turned, 1, stream);
    ask<uint64_t>("uint64, transposed, dim -1", ACL_UINT64, turned, -1, stream);
    convert(stream);
    check("aclrtDestroyStream", aclrtDestroyStream(stream));
    check("aclrtResetDevice", aclrtResetDevice(0));
    check("aclFinalize", aclFinalize());
    return failures == 0 ? 0 : 1;
}
