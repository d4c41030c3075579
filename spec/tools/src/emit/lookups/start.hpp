#ifndef ASCERTAIN_TABLES_HPP
#define ASCERTAIN_TABLES_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace ascertain {

/// A constant list of values of one type.
template <typename T>
class List {
  public:
    constexpr List() = default;
    template <std::size_t N>
    constexpr List(const std::array<T, N>& items) : first(items.data()), count(N) {}

    constexpr const T* begin() const { return first; }
    constexpr const T* end() const { return first + count; }
    constexpr std::size_t size() const { return count; }
    constexpr bool empty() const { return count == 0; }
    constexpr const T& operator[](std::size_t at) const { return first[at]; }

  private:
    const T* first = nullptr;
    std::size_t count = 0;
};
