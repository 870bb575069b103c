// The module by itself, in node: the catalogue, the tour, and the server for editors.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

const pkg = process.env.FAIRGAME_PKG ?? path.join(import.meta.dirname, "..", "pkg");
const skip = fs.existsSync(path.join(pkg, "fairgame_web_bg.wasm")) ? false : "the module is not built";

async function program() {
  const glue = await import(path.join(pkg, "fairgame_web.js"));
  glue.initSync({ module: new WebAssembly.Module(fs.readFileSync(path.join(pkg, "fairgame_web_bg.wasm"))) });
  return glue;
}

test("the tour and the catalogue are there", { skip }, async () => {
  const desk = new (await program()).Desk(64);
  const [tour, all] = [JSON.parse(desk.tour()), JSON.parse(desk.catalogue(""))];
  assert.equal(tour.length, 10);
  assert(tour.every((step) => step.says && step.typed.trim()));
  assert(all.length > 50 && all.every((line) => line.title));
  assert.equal(JSON.parse(desk.catalogue("kayles"))[0].name, "kayles");
  assert.match(desk.entry("kayles"), /game Kayles/);
});

test("a message to the server comes back as JSON", { skip }, async () => {
  const server = new (await program()).EditorServer();
  const says = (method, params) => server.receive(JSON.stringify({ jsonrpc: "2.0", method, params }));
  const opened = { uri: "vscode-vfs://somewhere/pile.game", version: 1, text: 'use "other.game"\nshow Pile(3)' };
  const other = { uri: "vscode-vfs://somewhere/other.game", text: "game Pile(n: nat) move take(k in 1..n) to Pile(n - k)" };
  assert(says("textDocument/didOpen", { textDocument: opened }).includes("cannot-use"));
  const said = JSON.parse(says("fairgame/files", { files: [other] }));
  assert.equal(said[0].jsonrpc, "2.0");
  assert.deepEqual(said[0].params.diagnostics, []);
  while (server.has_work()) server.work();
  assert.equal(server.receive("nonsense"), "[]");
});
