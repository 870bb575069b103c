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
