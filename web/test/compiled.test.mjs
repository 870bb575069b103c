// Rules as WebAssembly: the module makes others while it runs, and what these give is what the interpreter gives. The games are
// random ones, with their values by the general evaluation of the program (tests/engines/browsers.rs).

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

const web = path.join(import.meta.dirname, "..");
const pkg = process.env.FAIRGAME_PKG ?? path.join(web, "pkg");
const skip = fs.existsSync(path.join(pkg, "fairgame_web_bg.wasm")) ? false : "the module is not built";

/** How many modules were made, beside the program itself. */
let made = 0;

async function program() {
  const glue = await import(path.join(pkg, "fairgame_web.js"));
  glue.initSync({ module: new WebAssembly.Module(fs.readFileSync(path.join(pkg, "fairgame_web_bg.wasm"))) });
  WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct(target, args) {
      made++;
      return new target(...args);
    },
  });
  return glue;
}

/** The answer to the last question of a text. */
function answer(desk, text, after) {
  desk.translate_after(after);
  const opened = JSON.parse(desk.open(text));
  assert.equal(opened.questions.length, 1, text);
  desk.ask(0);
  for (;;) {
    const step = JSON.parse(desk.step(10_000));
    if (step.done) return step.done.data;
  }
}

test("random rules mean the same as WebAssembly", { skip }, async () => {
  const { Desk } = await program();
  const games = JSON.parse(fs.readFileSync(path.join(web, "test", "games.json"), "utf8"));
  const wrong = [];
  for (const { rules, position, value } of games) {
    const desk = new Desk(512);
    const found = answer(desk, `${rules}show value(${position})\n`, 0);
    if (found.value !== value) wrong.push({ rules, position, value, found });
    desk.free();
  }
  assert.deepEqual(wrong, []);
  assert.ok(made > games.length / 2, `only ${made} modules were made for ${games.length} games`);
});

test("arrays are filled by WebAssembly, of one byte and of two", { skip }, async () => {
  const { Desk } = await program();
  const ring = "game R(row: list of bool)\n  move take(i in indices(row) where row[i] and (row[i mod size(row) + 1] or row[(i - 2) mod size(row) + 1])) to R(put(row, i, false))\n";
  const piles = "game N(piles: list of nat, turn: bool)\n  move take(i in indices(piles), k in 1..piles[i]) to N(put(piles, i, piles[i] - k), turn)\n";
  for (const [rules, position] of [[ring, "R([true for i in 1..13])"], [piles, "N([20, 9, 6], true)"], [piles, "N([300, 60], true)"]]) {
    const text = `${rules}show value(${position})\n`;
    const before = made;
    const compiled = answer(new Desk(512), text, 0);
    assert.ok(made > before, text);
    assert.equal(compiled.value, answer(new Desk(512), text, 2 ** 32 - 1).value, text);
  }
});

test("positions in bytes are followed by WebAssembly, which calls the program for sets of sets and the like", { skip }, async () => {
  const { Desk } = await program();
  const stacks = "game S(l: list of list of nat)\n  move pop(i in indices(l), k in 1..size(l[i]) where l[i][k] mod 2 == 1) to S(put(l, i, l[i][1..k-1]))\n  move swap(i in indices(l) where size(l[i]) == 2 and l[i][1] > l[i][2]) to S(put(l, i, [l[i][2]]))\n";
  const family = "game F(f: set of set of nat)\n  move strike(x in { x for s in f, x in s where size(s) > 1 }) to F({ s without x for s in f } minus {{}})\n  move drop(s in f, t in f where t != s and t minus s == {}) to F(f without s)\n";
  const notes = "game M(m: map of text to bag of nat)\n  move less(k in m, x in m[k] where x > 0) to M(put(m, k, m[k] without x with x - 1))\n  move both(k in m, j in m where k != j and m[k] == m[j]) to M(map(i to m[i] for i in m where i != k)) + M(map(k to m[k]))\n";
  for (const [rules, position] of [
    [stacks, "S([[3, 1, 40, 5, 1], [2, 1], [7, 7, 300], [1, 0, 1, 2, 5], [4, 1], [6, 5, 90]])"],
    [family, "F({{1, 2}, {2, 3}, {1, 100}, {2, 3, 4}, {100, 4, 7}, {3, 7, 90}})"],
    [notes, 'M(map("first" to bag(1, 2), "second" to bag(1, 2), "a longer name" to bag(1, 1, 3)))'],
  ]) {
    const text = `${rules}show value(${position})\n`;
    const before = made;
    const compiled = answer(new Desk(512), text, 0);
    assert.ok(made > before, text);
    assert.equal(compiled.value, answer(new Desk(512), text, 2 ** 32 - 1).value, text);
  }
});

test("who wins games with owners, and in how many moves, is kept by WebAssembly", { skip }, async () => {
  const { Desk } = await program();
  const cut = "game Cut(a: 0..300, b: 0..300)\n  left move one(k in 1..3 where k <= a) to Cut(a - k, b)\n  right move two(k in 1..2 where k <= b) to Cut(a, b - k)\n  right move three where a > 2 to Cut(a - 3, b)\n  move four where a > 0 and b > 0 and (a + b) mod 3 == 0 to Cut(a - 1, b - 1)\n";
  const text = `${cut}show Cut(300, 300)\n`;
  const before = made;
  const compiled = answer(new Desk(512), text, 0);
  assert.ok(made > before, text);
  assert.deepEqual(compiled.sides, answer(new Desk(512), text, 2 ** 32 - 1).sides, text);
});
