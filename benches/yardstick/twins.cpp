#include "common.h"
int main(int, char** g) {
  size_t n = atoi(g[1]) + 1, step[4] = {n * n * n, n * n, n, 1};
  std::vector<u16> t(n * n * n * n); Stamps s;
  for (size_t at = 0; at < t.size(); at++) {
    int p[4]; s.begin();
    for (int i = 0; i < 4; i++) p[i] = at / step[i] % n;
    for (int i = 0; i < 4; i++) for (int k = 1; k <= p[i]; k++) s.add(t[at - k * step[i]]);
    for (int i = 0; i < 4; i++) for (int j = i + 1; j < 4; j++)
      for (int k = 1; k <= p[i] && k <= p[j]; k++) s.add(t[at - k * (step[i] + step[j])]);
    t[at] = s.mex();
  }
  return done(t.back());
}
