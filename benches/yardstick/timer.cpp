#include "common.h"
int main(int, char** g) {
  int A = atoi(g[1]) + 1, B = atoi(g[2]) + 1, L = atoi(g[3]) + 1;
  std::vector<u16> t((size_t)2 * L * A * B); Stamps s;
  auto at = [&](int q, int l, int a, int b) -> u16& { return t[(((size_t)q * L + l) * A + a) * B + b]; };
  for (int q = 0; q < 2; q++) for (int l = 0; l < L; l++) for (int a = 0; a < A; a++) for (int b = 0; b < B; b++) {
    s.begin();
    for (int k = 1; k <= a && k <= l; k++) s.add(at(q, l, a - k, b));
    for (int k = 1; k <= b && k <= l; k++) s.add(at(q, l, a, b - k));
    for (int k = 1; k <= l; k++) s.add(at(q, l - k, a, b));
    if (q && l) s.add(at(0, l, a, b));
    at(q, l, a, b) = s.mex();
  }
  return done(t.back());
}
