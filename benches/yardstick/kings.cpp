#include "common.h"
static Table t; static u64 beside[64];
static int value(u64 s) {
  int v = t.find(s); if (v >= 0) return v;
  u64 seen = 0;
  for (u64 l = s; l; l &= l - 1) seen |= 1ull << value(s & ~beside[std::countr_zero(l)]);
  v = std::countr_one(seen); t.put(s, v); return v;
}
int main(int, char** a) {
  int rows = atoi(a[1]), cols = atoi(a[2]);
  for (int p = 0; p < rows * cols; p++) for (int q = 0; q < rows * cols; q++)
    if (abs(p / cols - q / cols) <= 1 && abs(p % cols - q % cols) <= 1) beside[p] |= 1ull << q;
  return done(value((1ull << rows * cols) - 1));
}
