// The grammar of colours, as VS Code reads it: every word of the language in every example has a colour of its own.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const here = path.dirname(import.meta.dirname);
const root = path.join(here, "..", "..");
const file = path.join(here, "syntaxes", "fairgame.tmLanguage.json");

async function grammar() {
  const wasm = fs.readFileSync(path.join(here, "node_modules", "vscode-oniguruma", "release", "onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  });
  const loadGrammar = async () => textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
  return new textmate.Registry({ onigLib, loadGrammar }).loadGrammar("source.fairgame");
}

/** Each piece of a text with the innermost name of its colour. */
function pieces(of, text) {
  let stack = textmate.INITIAL;
  return text.split("\n").flatMap((line) => {
    const { tokens, ruleStack } = of.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map((t) => [line.slice(t.startIndex, t.endIndex), t.scopes.at(-1)]);
  });
}

const colours = await grammar();

test("words, names, numbers and texts have their colours", () => {
  const found = new Map(pieces(colours, 'loopy game Nim(n: nat) # pile\n  move take(k in 1..n) to Nim(n - k)\nexpect Nim("a") is misère'));
  const expected = {
    loopy: "storage.modifier", game: "storage.type", Nim: "entity.name.type", nat: "support.type", move: "keyword.other.clause",
    take: "entity.name.function.move", in: "keyword.control", "1": "constant.numeric", to: "keyword.control", expect: "keyword.control.statement",
    is: "keyword.control.statement", misère: "constant.language", a: "string.quoted.double", "# pile": "comment.line",
  };
  for (const [piece, scope] of Object.entries(expected)) assert.ok(found.get(piece)?.startsWith(scope), `${piece}: ${found.get(piece)}`);
});

test("no word of the language looks like a name in any example", () => {
  const source = fs.readFileSync(path.join(root, "src", "syntax", "token.rs"), "utf8");
  const list = /KEYWORDS: &\[&str\] = &\[([^\]]*)\]/.exec(source)?.[1] ?? "";
  const words = new Set(list.match(/\w+/g));
  assert.ok(words.size > 40);
  const files = ["examples", "stdlib"].flatMap((folder) => fs.readdirSync(path.join(root, folder), { recursive: true }).map((f) => path.join(root, folder, f)));
  for (const game of files.filter((f) => f.endsWith(".game"))) {
    for (const [piece, scope] of pieces(colours, fs.readFileSync(game, "utf8"))) {
      if (words.has(piece)) assert.doesNotMatch(scope, /^(variable|entity)/, `${piece} in ${path.relative(root, game)}`);
    }
  }
});
