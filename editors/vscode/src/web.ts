// The extension in a browser: the server is a worker.

import * as vscode from "vscode";
import type { MessageTransports } from "vscode-languageclient";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/browser";
import { type Begun, setUp } from "./extension";
import { theModule } from "./module";
import { type Port, transports } from "./transport";

function worker(context: vscode.ExtensionContext): Port {
  const own = new Worker(vscode.Uri.joinPath(context.extensionUri, "dist", "worker-web.js").toString(true));
  return {
    post: (data) => own.postMessage(data),
    hear: (take) => own.addEventListener("message", ({ data }) => take(data)),
    lost: (take) => own.addEventListener("error", (event) => take(event.message || "the worker has fallen over")),
    end: () => own.terminate(),
  };
}

/** A client that starts its worker again after it has fallen over. */
class Client extends LanguageClient {
  constructor(private readonly begun: () => MessageTransports, options: LanguageClientOptions) {
    // The worker of the class above is not used: there is a new one at each start.
    super("fairgame", "fairgame", options, undefined as unknown as Worker);
  }

  protected override async createMessageTransports(): Promise<MessageTransports> {
    return this.begun();
  }
}

async function begin(context: vscode.ExtensionContext, options: LanguageClientOptions): Promise<Begun> {
  const module = await theModule(context);
  const client = new Client(() => transports(worker(context), module), options);
  return { client, served: "the server that comes along, in this browser", bundled: true };
}

export const { activate, deactivate } = setUp(begin);
