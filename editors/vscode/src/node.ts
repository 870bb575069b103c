// The extension on a desktop: the program of this machine serves where it is found, else the one that comes along.

import { spawnSync } from "node:child_process";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, TransportKind } from "vscode-languageclient/node";
import { type Begun, setUp, setting } from "./extension";
import { theModule } from "./module";
import { type Port, transports } from "./transport";

/** Whether a program of that name answers, and knows what an editor says. */
const isThere = (program: string): boolean => spawnSync(program, ["lsp", "--help"], { timeout: 5000 }).status === 0;

function thread(context: vscode.ExtensionContext): Port {
  const worker = new Worker(vscode.Uri.joinPath(context.extensionUri, "dist", "worker-node.js").fsPath, {
    resourceLimits: { stackSizeMb: 64 },
  });
  return {
    post: (data) => worker.postMessage(data),
    hear: (take) => void worker.on("message", take),
    lost: (take) => void worker.on("error", (why) => take(String(why))).on("exit", () => take("the server has ended")),
    end: () => void worker.terminate(),
  };
}

async function begin(context: vscode.ExtensionContext, options: LanguageClientOptions): Promise<Begun> {
  const command = setting("program") || "fairgame";
  if (setting("server") !== "bundled" && isThere(command)) {
    const run = { command, args: ["lsp"], transport: TransportKind.stdio };
    return { client: new LanguageClient("fairgame", "fairgame", { run, debug: run }, options), served: `the program ${command}`, bundled: false };
  }
  const module = await theModule(context);
  const client = new LanguageClient("fairgame", "fairgame", async () => transports(thread(context), module), options);
  return { client, served: "the server that comes along", bundled: true };
}

export const { activate, deactivate } = setUp(begin);
