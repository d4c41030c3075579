// The cumulative product and the reinterpretation of all C++ number types:
// c++ -std=c++17 -shared -fPIC example.cpp -o libexample.so
#include "ascertain.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace {

constexpr std::int64_t INVALID = 161002;

// `value` converted to `To`. Where C++ leaves the result undefined: the nearest value in range, or 0 for NaN.
template <class To, class From>
To converted(From value) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        const double low = static_cast<double>(std::numeric_limits<To>::min());
        const double end = std::ldexp(1.0, std::numeric_limits<To>::digits);
        if (std::isnan(value)) return 0;
        if (value <= low) return std::numeric_limits<To>::min();
        if (value >= end) return std::numeric_limits<To>::max();
    }
    return static_cast<To>(value);
}

// Floats are rounded at every step. Integers wrap: computed unsigned, since signed overflow is undefined.
template <class T>
T times(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return a * b;
    else return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

void cumprod(const ascertain::call &call) {
    const auto x = call["input"], y = call.target();
    const auto type = call.type("dtype", x.type());
    const auto shape = x.shape();
    const std::int64_t reach = std::max<std::int64_t>(x.rank(), 1), dim = call.integer("dim");
    if (dim < -reach || dim >= reach) throw ascertain::rejected(INVALID, "dim is out of range");
    if (y.shape() != shape) throw ascertain::rejected(INVALID, "out has another shape than input");
    if (y.type() != type) throw ascertain::rejected(INVALID, "out has another dtype than asked");
    if (call.flag("inplace") && x.size() == 0) throw ascertain::rejected(INVALID, "an empty tensor in place");
    for (const auto t : {x.type(), type})
        if (t == ASCERTAIN_BOOL || t >> 8 == ASCERTAIN_C64 >> 8) throw ascertain::rejected(INVALID, "no such dtype");
    const auto axis = static_cast<std::size_t>(dim < 0 ? dim + reach : dim);
    const std::int64_t length = shape.empty() ? 1 : shape[axis];
    std::int64_t step = 1;
    for (std::size_t k = axis + 1; k < shape.size(); k++) step *= shape[k];
    ascertain::visit(x.type(), [&](auto from) {
        ascertain::visit(type, [&](auto to) {
            using To = decltype(to);
            const auto factors = x.as<decltype(from)>();
            const auto products = y.as<To>();
            for (std::int64_t i = 0; i < products.size(); i++) {
                const To factor = converted<To>(factors[i]);
                products[i] = i / step % length ? times(products[i - step], factor) : factor;
            }
        });
    });
}

void reinterpret(const ascertain::call &call) {
    const auto x = call["input"];
    const auto type = call.type("dtype", x.type());
    auto shape = x.shape();
    const bool listed = type >> 8 <= ASCERTAIN_F32 >> 8 && type != ASCERTAIN_F64;
    if (!listed) throw ascertain::rejected("dtype is none of the ten");
    if (shape.empty()) throw ascertain::rejected("a tensor without dimensions");
    const std::int64_t bits = shape.back() * x.raw().dtype.bits, width = ascertain_dtype_of(type).bits;
    if (bits % width != 0) throw ascertain::rejected("Error: Last dimension can't be divided.");
    shape.back() = bits / width;
    void *result = call.result(type, shape);
    if (bits != 0) std::memcpy(result, x.data(), static_cast<std::size_t>(x.size() * x.raw().dtype.bits / 8));
}

const char *const TYPES = "s8 s16 s32 s64 u8 u16 u32 u64 f32 f64";

}  // namespace

ASCERTAIN_BACKEND(ascertain::backend("example in C++", "1")
                      .op({"cumprod", TYPES, "inplace strided", "order=sequential", 8}, cumprod)
                      .op({"reinterpret", TYPES}, reinterpret))
