// The extension: starts `fairgame lsp` where it is found, shows what the buttons ask for, and texts of the library.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { spawnSync } = require("node:child_process");

let client;
let output;

function program() {
  return vscode.workspace.getConfiguration("fairgame").get("program") || "fairgame";
}

function isThere(command) {
  return spawnSync(command, ["--version"], { timeout: 5000 }).error === undefined;
}

async function start() {
  const command = program();
  if (!isThere(command)) {
    const choice = await vscode.window.showInformationMessage(
      `The program ${command} was not found: there are colours, and nothing is checked.`,
      "Say where it is",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "fairgame.program");
    return;
  }
  const run = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("fairgame", "fairgame", { run, debug: run }, {
    documentSelector: [{ language: "fairgame" }],
    initializationOptions: { showsLibrary: true, hasCommands: true },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.game") },
    middleware: { executeCommand: shown },
  });
  await client.start();
}

// What the server answers to a command is text to read.
async function shown(command, args, next) {
  const text = await next(command, args);
  if (typeof text === "string") {
    output.clear();
    output.append(text);
    output.show(true);
  }
  return text;
}

// Buttons that the program carries out in a terminal.
function inTerminal(words) {
  return async (uri, game) => {
    const path = vscode.Uri.parse(uri).fsPath;
    const terminal = vscode.window.createTerminal({ name: `fairgame ${game}`, shellPath: program(), shellArgs: words(path, game) });
    terminal.show();
  };
}

async function runFile() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  await editor.document.save();
  const done = spawnSync(program(), ["run", "--color", "never", editor.document.uri.fsPath], { encoding: "utf8", timeout: 120000 });
  output.clear();
  output.append((done.stdout || "") + (done.stderr || ""));
  output.show(true);
}

async function graph(uri, game) {
  const path = vscode.Uri.parse(uri).fsPath;
  const done = spawnSync(program(), ["graph", path, game, "--svg", "-"], { encoding: "utf8", timeout: 30000 });
  const panel = vscode.window.createWebviewPanel("fairgame.graph", game, vscode.ViewColumn.Beside, {});
  const escaped = (done.stderr || "").replace(/&/g, "&amp;").replace(/</g, "&lt;");
  panel.webview.html = done.status === 0 ? done.stdout : `<pre>${escaped}</pre>`;
}

const library = {
  provideTextDocumentContent: (uri) => client && client.sendRequest("fairgame/text", { uri: uri.toString(true) }),
};

exports.activate = async function (context) {
  output = vscode.window.createOutputChannel("fairgame", "fairgame");
  context.subscriptions.push(
    output,
    vscode.workspace.registerTextDocumentContentProvider("fairgame", library),
    vscode.commands.registerCommand("fairgame.runFile", runFile),
    vscode.commands.registerCommand("fairgame.play", inTerminal((path) => ["play", path])),
    vscode.commands.registerCommand("fairgame.graph", graph),
    vscode.commands.registerCommand("fairgame.restart", async () => {
      await exports.deactivate();
      await start();
    }),
  );
  await start();
};

exports.deactivate = async function () {
  const running = client;
  client = undefined;
  if (running) await running.stop();
};
