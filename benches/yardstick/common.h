// What the programs in C++ share: a table with open addressing, the least number that is missing, and the time they took.
#pragma once
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>
using u8 = uint8_t; using u16 = uint16_t; using u32 = uint32_t; using u64 = uint64_t;
struct Table {
  struct Slot { u64 key; int value; };
  std::vector<Slot> slots = std::vector<Slot>(1 << 12, Slot{0, -1});
  size_t used = 0;
  static u64 mix(u64 x) { x *= 0x9e3779b97f4a7c15ull; return x ^ x >> 32; }
  int find(u64 k) const {
    size_t m = slots.size() - 1;
    for (size_t i = mix(k) & m;; i = (i + 1) & m) {
      if (slots[i].value < 0) return -1;
      if (slots[i].key == k) return slots[i].value;
    }
  }
  void place(u64 k, int v) {
    size_t m = slots.size() - 1, i = mix(k) & m;
    while (slots[i].value >= 0) i = (i + 1) & m;
    slots[i] = {k, v};
  }
  void put(u64 k, int v) {
    if (2 * ++used > slots.size()) {
      std::vector<Slot> old(slots.size() * 2, Slot{0, -1});
      old.swap(slots);
      for (auto& s : old) if (s.value >= 0) place(s.key, s.value);
    }
    place(k, v);
  }
};
struct Stamps {
  std::vector<u32> seen = std::vector<u32>(65537, 0);
  u32 now = 0;
  void begin() { now++; }
  void add(int v) { seen[v] = now; }
  int mex() const { int v = 0; while (seen[v] == now) v++; return v; }
};
inline int done(long value) { printf("%ld cpu=%.6f\n", value, (double)clock() / CLOCKS_PER_SEC); return 0; }
