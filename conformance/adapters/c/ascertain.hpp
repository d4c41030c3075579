// ascertain.hpp: ascertain.h for C++17. Header only. Uses exceptions instead of return values; none reaches C code.
//
//     c++ -std=c++17 -shared -fPIC -O2 -I conformance/adapters/c mine.cpp -o libmine.so
//     ascertain run --backend lib:./libmine.so
//
// A backend is a set of functions, exported by ASCERTAIN_BACKEND. See example.cpp.
#ifndef ASCERTAIN_HPP
#define ASCERTAIN_HPP

#include "ascertain.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ascertain {

// Throw this if the implementation refuses its arguments, with a status code if it has one.
struct rejected : std::runtime_error {
    explicit rejected(const std::string &why) : std::runtime_error(why) {}
    rejected(std::int64_t code, const std::string &why) : std::runtime_error(why), status(code) {}
    std::optional<std::int64_t> status;
};

// Throw this if the implementation does not have this. It never counts as a pass. Any other exception is reported as a
// failure of the machine.
struct unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Calls `f` with a zero of the C++ type of a dtype: `visit(type, [](auto zero) { using T = decltype(zero); ... })`.
// There is no C++ type for f16, bf16 and c32.
template <class F>
void visit(ascertain_type type, F &&f) {
    switch (type) {
        case ASCERTAIN_S8: return f(std::int8_t{});
        case ASCERTAIN_S16: return f(std::int16_t{});
        case ASCERTAIN_S32: return f(std::int32_t{});
        case ASCERTAIN_S64: return f(std::int64_t{});
        case ASCERTAIN_U8: return f(std::uint8_t{});
        case ASCERTAIN_U16: return f(std::uint16_t{});
        case ASCERTAIN_U32: return f(std::uint32_t{});
        case ASCERTAIN_U64: return f(std::uint64_t{});
        case ASCERTAIN_F32: return f(float{});
        case ASCERTAIN_F64: return f(double{});
        default: throw unsupported("no C++ type for the dtype with code * 256 + bits = " + std::to_string(type));
    }
}

// The elements of a tensor by their position in row-major order, for any strides.
template <class T>
class elements {
public:
    explicit elements(const ascertain_tensor &tensor) : tensor_(&tensor) {}
    T &operator[](std::int64_t i) const { return *static_cast<T *>(ascertain_at(tensor_, i)); }
    std::int64_t size() const { return ascertain_count(tensor_); }

private:
    const ascertain_tensor *tensor_;
};

// A tensor of the harness. Valid until the call returns.
class tensor {
public:
    explicit tensor(const ascertain_tensor &raw) : raw_(&raw) {}
    const ascertain_tensor &raw() const { return *raw_; }
    ascertain_type type() const { return ascertain_type_of(raw_->dtype); }
    std::int64_t rank() const { return raw_->ndim; }
    std::int64_t size() const { return ascertain_count(raw_); }
    std::vector<std::int64_t> shape() const { return {raw_->shape, raw_->shape + raw_->ndim}; }
    void *data() const { return static_cast<char *>(raw_->data) + raw_->byte_offset; }
    template <class T>
    elements<T> as() const { return elements<T>(*raw_); }

private:
    const ascertain_tensor *raw_;
};

// One call of an operator, and its answer.
class call {
public:
    call(const ascertain_call &raw, ascertain_reply &reply) : raw_(&raw), reply_(&reply) {}
    bool has(const char *name) const { return ascertain_get_tensor(raw_, name) != nullptr; }
    tensor operator[](const char *name) const { return given(ascertain_get_tensor(raw_, name), name); }
    std::int64_t integer(const char *name, std::int64_t otherwise = 0) const {
        return ascertain_get_int(raw_, name, otherwise);
    }
    bool flag(const char *name) const { return integer(name) != 0; }
    ascertain_type type(const char *name, ascertain_type otherwise) const {
        return ascertain_get_type(raw_, name, otherwise);
    }
    // The tensor for the result: `out`, or `input` of an in-place call.
    tensor target() const { return given(raw_->target, "out"); }
    // Allocates a result that is a new tensor, row-major.
    void *result(ascertain_type type, const std::vector<std::int64_t> &shape) const {
        const auto rank = static_cast<std::int32_t>(shape.size());
        void *room = reply_->result(reply_, ascertain_dtype_of(type), rank, shape.data());
        if (room == nullptr) throw std::runtime_error("cannot allocate the result");
        return room;
    }
    const ascertain_call &raw() const { return *raw_; }

private:
    static tensor given(const ascertain_tensor *raw, const char *name) {
        if (raw == nullptr) throw rejected(std::string(name) + " is missing");
        return tensor(*raw);
    }
    const ascertain_call *raw_;
    ascertain_reply *reply_;
};

// What a backend says about an operator. Lists are words separated by spaces.
struct offer {
    std::string name, dtypes, flags{}, declares{};
    std::int32_t max_rank = 0;
};

// An implementation: its operators, and its promotions if it has any. The last backend exposed is the one in use.
class backend {
public:
    using run = std::function<void(const call &)>;
    // Returns the dtype of the result; throws `rejected` if there is no promotion.
    using promote = std::function<ascertain_dtype(const ascertain_promotion &)>;

    backend(std::string name, std::string version) : name_(std::move(name)), version_(std::move(version)) {}

    backend &&op(offer what, run how) && {
        operators_.push_back({std::move(what), std::move(how)});
        return std::move(*this);
    }
    backend &&tables(std::string ids, promote how) && {
        tables_ = std::move(ids);
        promote_ = std::move(how);
        return std::move(*this);
    }

    // The struct for the harness. It points into this backend, which must stay alive.
    const ascertain_backend *expose() {
        exposed() = this;
        for (const auto &[what, how] : operators_)
            raw_operators_.push_back({what.name.c_str(), what.dtypes.c_str(), what.flags.c_str(),
                                      what.declares.c_str(), what.max_rank, &backend::run_one});
        raw_ = {ASCERTAIN_ABI, sizeof raw_, name_.c_str(), version_.c_str(), nullptr, tables_.c_str(),
                promote_ ? &backend::promote_one : nullptr, raw_operators_.data(), raw_operators_.size(), nullptr,
                nullptr};
        return &raw_;
    }

private:
    static backend *&exposed() {
        static backend *one = nullptr;
        return one;
    }

    static std::int32_t run_one(const ascertain_call *raw, ascertain_reply *reply) {
        return answered(reply, [&] {
            for (const auto &[what, how] : exposed()->operators_)
                if (what.name == raw->name) return how(call(*raw, *reply));
            throw unsupported(std::string("no operator ") + raw->name);
        });
    }

    static std::int32_t promote_one(const ascertain_promotion *ask, ascertain_reply *reply) {
        return answered(reply, [&] { reply->dtype = exposed()->promote_(*ask); });
    }

    template <class F>
    static std::int32_t answered(ascertain_reply *reply, F &&answer) noexcept {
        try {
            answer();
            return ASCERTAIN_OK;
        } catch (const rejected &why) {
            if (why.status) return ascertain_reject(reply, *why.status, why.what());
            return ascertain_say(reply, ASCERTAIN_REJECTED, why.what());
        } catch (const unsupported &why) {
            return ascertain_say(reply, ASCERTAIN_UNSUPPORTED, why.what());
        } catch (const std::exception &why) {
            return ascertain_say(reply, ASCERTAIN_FAILED, why.what());
        } catch (...) {
            return ascertain_say(reply, ASCERTAIN_FAILED, "an exception that is not a std::exception");
        }
    }

    std::string name_, version_, tables_;
    std::vector<std::pair<offer, run>> operators_;
    promote promote_;
    std::vector<ascertain_operator> raw_operators_;
    ascertain_backend raw_{};
};

}  // namespace ascertain

// Exports a backend: ASCERTAIN_BACKEND(ascertain::backend("mine", "1").op({"cumprod", "f32 f64"}, cumprod))
#define ASCERTAIN_BACKEND(...)                                            \
    extern "C" const ascertain_backend *ascertain_backend_v1(void) {      \
        static ascertain::backend backend = __VA_ARGS__;                  \
        static const ascertain_backend *const exposed = backend.expose(); \
        return exposed;                                                   \
    }

#endif
