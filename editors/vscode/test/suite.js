// Runs inside VS Code, beside the extension: what its author would look at, asked by commands.
const vscode = require("vscode");

const MAIN = vscode.Uri.parse("memory:/games/main.game");

function check(right, what, seen) {
  if (!right) throw new Error(`NOT: ${what}: ${JSON.stringify(seen)}`);
  console.log(`ok ${what}`);
}

/** Until something holds; the runner has the clock. The server calculates when nothing was asked for 120 ms, so between questions is more. */
async function until(find) {
  for (;;) {
    const found = await find();
    if (found) return found;
    await new Promise((go) => setTimeout(go, 250));
  }
}

const ask = (command, ...args) => vscode.commands.executeCommand(command, MAIN, ...args);

async function texts(document) {
  const found = () => vscode.languages.getDiagnostics(MAIN);
  await until(() => found().some((d) => (d.code?.value ?? d.code) === "unknown-name"));
  check(found().length === 1, "one mistake, and the other file is found", found());
  const fixes = await ask("vscode.executeCodeActionProvider", found()[0].range);
  const fix = fixes.find((f) => /Nim/.test(f.title) && f.edit);
  check(fix, "what is meant is offered", fixes.map((f) => f.title));
  await vscode.workspace.applyEdit(fix.edit);
  await until(() => found().length === 0);
  check(document.getText().includes("show Nim(3)"), "it is mended", document.getText());
}

async function beside() {
  const [hover] = await until(async () => {
    const all = await ask("vscode.executeHoverProvider", new vscode.Position(2, 6));
    return all.length && all;
  });
  check(hover.contents.some((c) => c.value.includes("game Nim(n: nat)")), "hover", hover.contents);
  const all = new vscode.Range(0, 0, 6, 0);
  const hints = await until(async () => {
    const found = await ask("vscode.executeInlayHintProvider", all);
    return found.length >= 3 && found;
  });
  check(hints.every((h) => h.label.length <= 40), "hints are short", hints.map((h) => h.label));
  const lenses = await ask("vscode.executeCodeLensProvider", 20);
  const titles = lenses.map((l) => l.command?.title);
  check(["Run", "Values", "Play", "Graph"].every((t) => titles.includes(t)), "buttons", titles);
  return lenses;
}

async function changes(document) {
  const edits = await ask("vscode.executeFormatDocumentProvider", { tabSize: 2, insertSpaces: true });
  const edit = new vscode.WorkspaceEdit();
  edit.set(MAIN, edits);
  await vscode.workspace.applyEdit(edit);
  check(document.lineAt(3).text === "  move take(k in 1..n) to Nim(n - k)", "layout", document.getText());
  const at = document.positionAt(document.getText().indexOf("Pile(5)"));
  const renamed = await ask("vscode.executeDocumentRenameProvider", at, "Heap");
  check(renamed.size === 2, "a name changes in both files", renamed.entries().map(([uri]) => uri.toString()));
  const [place] = await ask("vscode.executeDefinitionProvider", at);
  check((place.uri ?? place.targetUri).path === "/games/lib.game", "the definition lies in the other file", place);
  const tokens = await ask("vscode.provideDocumentSemanticTokens");
  check(tokens.data.length > 20, "colours", tokens.data.length);
}

exports.run = async () => {
  const document = await vscode.workspace.openTextDocument(MAIN);
  await vscode.window.showTextDocument(document);
  await texts(document);
  const lenses = await beside();
  await changes(document);
  const graph = lenses.find((l) => l.command?.title === "Graph").command;
  await vscode.commands.executeCommand(graph.command, ...graph.arguments);
  check(true, "the side view is open");
};
