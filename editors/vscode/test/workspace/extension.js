// A folder that exists in memory alone: what an extension sees that has no disk.
const vscode = require("vscode");

const files = new Map(Object.entries({
  "/games/main.game": `use "lib.game"
show Pile(5)
game Nim(n: nat)
  move take(k in 1..n) to Nim(n-k)
show Nimm(3)
table Nim(n) for n in 0..6
`,
  "/games/lib.game": "game Pile(n: nat)\n  move take(k in 1..2 where k <= n) to Pile(n - k)\n",
}));
const changed = new vscode.EventEmitter();
const isFolder = (path) => path === "/" || path === "/games";
const found = (uri) => {
  if (!files.has(uri.path)) throw vscode.FileSystemError.FileNotFound(uri);
  return files.get(uri.path);
};

exports.activate = (context) => {
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => ({ dispose() {} }),
    stat: (uri) =>
      isFolder(uri.path)
        ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 }
        : { type: vscode.FileType.File, ctime: 0, mtime: 0, size: found(uri).length },
    readDirectory: (uri) =>
      uri.path === "/games" ? [...files.keys()].map((path) => [path.slice("/games/".length), vscode.FileType.File]) : [["games", vscode.FileType.Directory]],
    readFile: (uri) => new TextEncoder().encode(found(uri)),
    writeFile(uri, content) {
      files.set(uri.path, new TextDecoder().decode(content));
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    createDirectory() {},
    delete: (uri) => files.delete(uri.path),
    rename() {},
  };
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("memory", provider, { isCaseSensitive: true }));
};
