// What the extension does wherever it runs: it starts a server, and shows what its buttons ask for.

import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { sendFiles, watchFiles } from "./files";
import { Side } from "./side";

/** A client that is to be started, and in words what serves it. */
export interface Begun {
  client: BaseLanguageClient;
  served: string;
  /** The server sees no files of its own. */
  bundled: boolean;
}

type Begin = (context: vscode.ExtensionContext, options: LanguageClientOptions) => Promise<Begun>;

export const setting = (name: string): string => vscode.workspace.getConfiguration("fairgame").get<string>(name) ?? "";

/** Commands of the server whose answer is text to read. */
const SHOWN = ["fairgame.run", "fairgame.values", "fairgame.explain"];

/** The extension, for one kind of machine. */
export function setUp(begin: Begin) {
  let running: Extension | undefined;
  return {
    async activate(context: vscode.ExtensionContext) {
      running = new Extension(context, begin);
      running.commands();
      await running.start();
      // For tests, and for other extensions.
      return { client: () => running?.client, side: running.side };
    },
    async deactivate() {
      await running?.stop();
    },
  };
}

class Extension {
  client: BaseLanguageClient | undefined;
  readonly side: Side;
  private readonly output = vscode.window.createOutputChannel("fairgame", "fairgame");
  private readonly status = vscode.languages.createLanguageStatusItem("fairgame", { language: "fairgame" });

  constructor(private readonly context: vscode.ExtensionContext, private readonly begin: Begin) {
    this.side = new Side(context, (uri) => this.linkTo(uri));
    this.status.name = "fairgame";
    this.status.command = { command: "fairgame.restart", title: "Start again" };
    context.subscriptions.push(this.output, this.status, this.side);
  }

  async start(): Promise<void> {
    this.status.busy = true;
    try {
      const { client, served, bundled } = await this.begin(this.context, this.options());
      this.client = client;
      await client.start();
      if (bundled) await sendFiles(client);
      this.told(vscode.LanguageStatusSeverity.Information, served);
    } catch (why) {
      this.told(vscode.LanguageStatusSeverity.Error, `nothing is checked: ${(why as Error).message}`);
    }
    this.status.busy = false;
  }

  private told(severity: vscode.LanguageStatusSeverity, said: string): void {
    this.status.severity = severity;
    this.status.text = "fairgame";
    this.status.detail = said;
    this.output.appendLine(said);
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.stop().catch(() => undefined);
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [{ language: "fairgame" }],
      outputChannel: this.output,
      initializationOptions: { showsLibrary: true, hasCommands: true, hasPage: Boolean(setting("page")) },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.game") },
      middleware: { executeCommand: async (command, args, next) => this.shown(command, await next(command, args)) },
    };
  }

  /** What the server answers to some commands is text to read. */
  private shown(command: string, answer: unknown): unknown {
    if (typeof answer !== "string" || !SHOWN.includes(command)) return answer;
    this.output.clear();
    this.output.append(answer);
    this.output.show(true);
    return answer;
  }

  private ask<T>(command: string, ...args: unknown[]): Promise<T> | undefined {
    return this.client?.sendRequest<T>("workspace/executeCommand", { command, arguments: args });
  }

  private async linkTo(uri: vscode.Uri): Promise<string | undefined> {
    return this.ask<string>("fairgame.link", uri.toString())?.catch(() => undefined);
  }

  commands(): void {
    const command = (name: string, run: (...args: any[]) => unknown) =>
      this.context.subscriptions.push(vscode.commands.registerCommand(`fairgame.${name}`, run));
    command("side", () => withText((text) => this.side.show(text)));
    command("runFile", () => withText((text) => this.side.show(text, { answer: true })));
    command("ask", () => this.askLine());
    command("graph", (uri: string, _game: string, position?: string) => this.beside(uri, { graph: position }));
    command("play", (uri: string, _game: string, position?: string) => this.beside(uri, { play: position }));
    command("browser", (uri?: string) => this.openPage(uri));
    command("example", () => this.openExample());
    command("restart", async () => {
      await this.stop();
      await this.start();
    });
    const text = (uri: vscode.Uri) => this.client?.sendRequest<string>("fairgame/text", { uri: uri.toString(true) });
    this.context.subscriptions.push(
      vscode.workspace.registerTextDocumentContentProvider("fairgame", { provideTextDocumentContent: text }),
      ...watchFiles(() => this.client),
    );
  }

  private async beside(uri: string, wanted: { graph?: string; play?: string }): Promise<void> {
    await this.side.show(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)), wanted);
  }

  private async askLine(): Promise<void> {
    const line = await vscode.window.showInputBox({ prompt: "A position, a table, an expression", placeHolder: "Nim(3) + Nim(5)" });
    if (line) await withText((text) => this.side.show(text, { ask: line }));
  }

  private async openPage(given?: string): Promise<void> {
    const uri = given ? vscode.Uri.parse(given) : vscode.window.activeTextEditor?.document.uri;
    const fragment = uri && (await this.linkTo(uri));
    if (fragment) await vscode.env.openExternal(vscode.Uri.parse(`${setting("page")}#${fragment}`, true));
  }

  private async openExample(): Promise<void> {
    const all = (await this.ask<Example[]>("fairgame.examples")) ?? [];
    const items = all.map((e) => ({ label: e.name, description: e.chapter, detail: e.title, path: e.path }));
    const chosen = await vscode.window.showQuickPick(items, { placeHolder: "A game", matchOnDetail: true, matchOnDescription: true });
    if (!chosen) return;
    const uri = ["fairgame:", "examples", chosen.path].join("/");
    const content = await this.client?.sendRequest<string>("fairgame/text", { uri });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "fairgame", content }));
  }
}

interface Example { name: string; title: string; chapter: string; path: string }

/** The rules at hand. */
async function withText(run: (text: vscode.TextDocument) => unknown): Promise<void> {
  const text = vscode.window.activeTextEditor?.document;
  if (text?.languageId === "fairgame") await run(text);
  else await vscode.window.showInformationMessage("Open a text with rules first: a file that ends in .game.");
}
