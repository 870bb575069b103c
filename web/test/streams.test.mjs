// The module, sorted for packing and put together again.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { apart, together } from "../src/engine/streams.js";

const MODULE = path.join(import.meta.dirname, "..", "pkg", "page.wasm");
const skip = fs.existsSync(MODULE) ? false : "the module is not built";

/** A module with one function `f`: its declarations and instructions are given, and its type has no parameters. */
function module(...body) {
  const section = (id, ...bytes) => [id, bytes.length, ...bytes];
  return new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ...section(1, 1, 0x60, 0, 1, 0x7f), ...section(3, 1, 0), ...section(5, 1, 0, 1),
    ...section(7, 1, 1, 102, 0, 0), ...section(10, 1, body.length, ...body)]);
}

const run = async (bytes) => (await WebAssembly.instantiate(bytes)).instance.exports.f();

test("a sorted module is the same again", { skip }, () => {
  const sorted = apart(fs.readFileSync(MODULE));
  const again = together(sorted);
  assert.ok(WebAssembly.validate(again));
  assert.equal(Buffer.compare(sorted, apart(again)), 0);
});

test("instructions of each kind come back where they were", async () => {
  const locals = [1, 2, 0x7f];
  const nested = module(...locals, 0x41, 5, 0x21, 0, 0x02, 0x40, 0x02, 0x40, 0x20, 0, 0x0e, 1, 0, 1, 0x0b, 0x0b, 0x20, 0, 0x41, 0x80, 1, 0x6a, 0x0b);
  assert.equal(await run(nested), 133);
  assert.deepEqual(together(apart(nested)), nested);
  // A hint that says less than is so becomes one that says all of it.
  const hinted = (align) => module(0, 0x41, 0, 0x41, 7, 0x36, align, 4, 0x41, 0, 0x28, align, 4, 0x0b);
  assert.deepEqual(together(apart(hinted(0))), hinted(2));
  assert.equal(await run(together(apart(hinted(0)))), 7);
  // Vectors: a constant of sixteen bytes, of which one lane is read.
  const vector = module(0, 0xfd, 0x0c, ...Array.from({ length: 16 }, (_, i) => i), 0xfd, 0x15, 9, 0x0b);
  assert.equal(await run(together(apart(vector))), 9);
});

test("what is no such module is refused, and not read on for ever", () => {
  assert.throws(() => apart(module(0, 0x1f, 0x0b)), /not expected: 31/);
  const whole = apart(module(0, 0x41, 7, 0x0b));
  for (let length = 0; length < whole.length; length++) assert.throws(() => together(whole.subarray(0, length)), /breaks off/, String(length));
});
