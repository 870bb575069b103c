#include "common.h"
int main(int, char** g) {
  int n = atoi(g[1]); std::vector<u8> t(1ull << n);
  for (u64 s = 0; s < t.size(); s++) {
    u64 seen = 0;
    for (u64 l = s; l; l &= l - 1) seen |= 1ull << t[s & ~(l & -l)];
    for (u64 l = s & s >> 1; l; l &= l - 1) seen |= 1ull << t[s & ~(3 * (l & -l))];
    t[s] = std::countr_one(seen);
  }
  return done(t.back());
}
