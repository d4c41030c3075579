// A right cumulative product and reinterpretation in C++, and ten with one mistake each: build.sh links this with the number
// of a mistake, 0 for none.
#include "ascertain.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

extern const int mistake;
extern const char *const kernel_name;

namespace {

constexpr std::int64_t INVALID = 161002;
const char *const TYPES = "s8 s16 s32 s64 u8 u16 u32 u64 f16 bf16 f32 f64";

struct bf16 {
    std::uint16_t bits;
    bf16(float value) {
        std::uint32_t wide;
        std::memcpy(&wide, &value, sizeof wide);
        // c03: bf16 cuts bits off where it should round
        if (std::isnan(value)) wide = 0x7fc00000;
        else if (mistake != 3) wide += 0x7fff + (wide >> 16 & 1);
        bits = static_cast<std::uint16_t>(wide >> 16);
    }
    operator float() const {
        const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
        float value;
        std::memcpy(&value, &wide, sizeof value);
        return value;
    }
};
using f16 = _Float16;

// What a dtype is multiplied in: halves in float, integers unsigned, since signed overflow is undefined.
template <class T> struct compute { using type = T; };
template <> struct compute<f16> { using type = float; };
template <> struct compute<bf16> { using type = float; };
template <> struct compute<std::int8_t> { using type = std::uint32_t; };
template <> struct compute<std::uint8_t> { using type = std::uint32_t; };
template <> struct compute<std::int16_t> { using type = std::uint32_t; };
template <> struct compute<std::uint16_t> { using type = std::uint32_t; };
template <> struct compute<std::int32_t> { using type = std::uint32_t; };
template <> struct compute<std::int64_t> { using type = std::uint64_t; };

template <class T> constexpr bool is_float = std::is_floating_point_v<typename compute<T>::type>;

template <class F>
void visit(ascertain_type type, F &&f) {
    if (type == ASCERTAIN_F16) return f(f16{});
    if (type == ASCERTAIN_BF16) return f(bf16{0.0f});
    ascertain::visit(type, f);
}

template <class To, class From>
To converted(From value) {
    if constexpr (std::is_same_v<To, From>) return value;
    else if constexpr (is_float<From> && !is_float<To>) {
        const double wide = static_cast<double>(static_cast<typename compute<From>::type>(value));
        if (std::isnan(wide)) return 0;
        if (wide <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
        if (wide >= std::ldexp(1.0, std::numeric_limits<To>::digits)) return std::numeric_limits<To>::max();
        return static_cast<To>(wide);
    } else if constexpr (std::is_same_v<To, bf16> || std::is_same_v<From, bf16>)
        return static_cast<To>(static_cast<float>(value));
    else return static_cast<To>(value);
}

template <class T>
T stored(typename compute<T>::type value) {
    // c08: f16 has no infinity here; what is too large becomes the largest finite number
    if (std::is_same_v<T, f16> && mistake == 8) {
        if (value > typename compute<T>::type(65504)) return static_cast<T>(65504);
        if constexpr (is_float<T>) if (value < -65504) return static_cast<T>(-65504);
    }
    return static_cast<T>(value);
}

template <class T>
void scan(const T *x, T *y, std::int64_t length, bool contiguous) {
    using C = typename compute<T>::type;
    if (mistake == 1 && contiguous) {  // c01: lines without gaps are multiplied from their end
        C carry = 1;
        for (std::int64_t i = length; i-- > 0;) y[i] = stored<T>(carry = carry * static_cast<C>(x[i]));
        return;
    }
    if (mistake == 2 && std::is_same_v<T, float> && length > 8) {  // c02: the tail behind the last whole vector begins anew
        C carry = 1;
        for (std::int64_t i = 0; i < length; i++) {
            if (i == length / 8 * 8) carry = 1;
            y[i] = stored<T>(carry = carry * static_cast<C>(x[i]));
        }
        return;
    }
    if (mistake == 7 && !is_float<T>) {  // c07: integers in chunks of 80: the carry is multiplied in twice
        C carry = 1;
        for (std::int64_t begin = 0; begin < length; begin += 80) {
            C local = carry;
            for (std::int64_t i = begin; i < std::min(begin + 80, length); i++)
                y[i] = stored<T>(local = local * static_cast<C>(x[i]));
            carry = carry * local;  // local has the carry already
        }
        return;
    }
    C carry = 1;
    for (std::int64_t i = 0; i < length; i++) y[i] = stored<T>(carry = carry * static_cast<C>(x[i]));
    if (mistake == 9 && length > 1 && length % 2) y[length - 1] = x[length - 1];  // c09: pairs; the odd one is copied
}

// c04: integers converted to ones of 64 bits are multiplied in 32 bits, and widened then
template <class T>
void scan_narrow(const T *x, T *y, std::int64_t length, bool is_signed) {
    std::uint32_t carry = 1;
    for (std::int64_t i = 0; i < length; i++) {
        carry = carry * static_cast<std::uint32_t>(x[i]);
        y[i] = is_signed ? static_cast<T>(static_cast<std::int32_t>(carry)) : static_cast<T>(carry);
    }
}

void cumprod(const ascertain::call &call) {
    const auto x = call["input"], y = call.target();
    const auto type = call.type("dtype", x.type());
    const auto shape = x.shape();
    const std::int64_t reach = std::max<std::int64_t>(x.rank(), 1), dim = call.integer("dim");
    if (dim < -reach || dim >= reach) throw ascertain::rejected(INVALID, "dim is out of range");
    if (y.shape() != shape) throw ascertain::rejected(INVALID, "out has another shape than input");
    if (y.type() != type) throw ascertain::rejected(INVALID, "out has another dtype than asked");
    for (const auto t : {x.type(), type})
        if (t == ASCERTAIN_BOOL || t >> 8 == ASCERTAIN_C64 >> 8) throw ascertain::rejected(INVALID, "no such dtype");
    if (call.flag("inplace") && x.size() == 0) throw ascertain::rejected(INVALID, "an empty tensor in place");
    auto axis = static_cast<std::size_t>(dim < 0 ? dim + reach : dim);
    // c05: for matrices only: dim 0 or the last one; those between are taken for the last
    if (mistake == 5 && axis != 0) axis = static_cast<std::size_t>(reach - 1);
    const std::int64_t length = shape.empty() ? 1 : shape[axis];
    std::int64_t step = 1;
    for (std::size_t k = axis + 1; k < shape.size(); k++) step *= shape[k];
    if (x.size() == 0) return;
    visit(type, [&](auto to) {
        using To = decltype(to);
        std::vector<To> factors, products(static_cast<std::size_t>(length), to);
        const auto out = y.as<To>();
        for (std::int64_t line = 0; line < x.size() / length; line++) {
            const std::int64_t first = line / step * step * length + line % step;
            factors.clear();
            visit(x.type(), [&](auto from) {
                const auto in = x.as<decltype(from)>();
                for (std::int64_t i = 0; i < length; i++) factors.push_back(converted<To>(in[first + i * step]));
            });
            const bool narrow = mistake == 4 && x.type() >> 8 <= 1 && x.raw().dtype.bits < 64;
            if constexpr (std::is_integral_v<To> && sizeof(To) == 8) {
                if (narrow) scan_narrow(factors.data(), products.data(), length, x.type() >> 8 == 0);
                else scan(factors.data(), products.data(), length, step == 1);
            } else scan(factors.data(), products.data(), length, step == 1);
            // c06: the strides of out are not looked at
            To *const dense = static_cast<To *>(y.data());
            for (std::int64_t i = 0; i < length; i++) {
                const std::int64_t at = first + i * step;
                (mistake == 6 && !call.flag("inplace") ? dense[at] : out[at]) = products[static_cast<std::size_t>(i)];
            }
        }
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
    char *result = static_cast<char *>(call.result(type, shape));
    const std::size_t size = static_cast<std::size_t>(x.size() * x.raw().dtype.bits / 8);
    if (size != 0) std::memcpy(result, x.data(), size);
    // c10: elements that become narrower or wider have their bytes in the other order
    const std::size_t wide = static_cast<std::size_t>(std::max<std::int64_t>(width, x.raw().dtype.bits) / 8);
    if (mistake == 10 && width != x.raw().dtype.bits)
        for (std::size_t i = 0; i + wide <= size; i += wide) std::reverse(result + i, result + i + wide);
}

}  // namespace

ASCERTAIN_BACKEND(ascertain::backend(kernel_name, "1")
                      .op({"cumprod", TYPES, "inplace strided", "", 8}, cumprod)
                      .op({"reinterpret", TYPES}, reinterpret))
