// Files that are in no tab, for a server that sees none: `use "other.game"` finds them all the same.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

const FILES = "**/*.game";
/** More are not sent, and folders are not looked into any deeper. */
const MOST = 300;
const DEPTH = 4;

interface File { uri: string; text: string | null }

async function read(uri: vscode.Uri): Promise<File> {
  try {
    return { uri: uri.toString(), text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
  } catch {
    return { uri: uri.toString(), text: null };
  }
}

/** Sends all of the folders that are open. */
export async function sendFiles(client: BaseLanguageClient): Promise<void> {
  const found: vscode.Uri[] = [];
  for (const folder of vscode.workspace.workspaceFolders ?? []) await gamesIn(folder.uri, DEPTH, found);
  await send(client, found);
}

/** By the folders themselves: not every place that files come from can be searched. */
async function gamesIn(folder: vscode.Uri, depth: number, found: vscode.Uri[]): Promise<void> {
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  for (const [name, type] of entries) {
    if (found.length >= MOST || name.startsWith(".") || name === "node_modules") continue;
    const uri = vscode.Uri.joinPath(folder, name);
    if (type & vscode.FileType.Directory && depth > 0) await gamesIn(uri, depth - 1, found);
    else if (name.endsWith(".game")) found.push(uri);
  }
}

async function send(client: BaseLanguageClient | undefined, uris: vscode.Uri[]): Promise<void> {
  const files = await Promise.all(uris.map(read));
  if (files.length) await client?.sendNotification("fairgame/files", { files });
}

/** Sends what changes. */
export function watchFiles(client: () => BaseLanguageClient | undefined): vscode.Disposable[] {
  const watcher = vscode.workspace.createFileSystemWatcher(FILES);
  const changed = (uri: vscode.Uri) => void send(client(), [uri]);
  return [watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed)];
}
