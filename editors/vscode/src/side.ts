// The side view: answers, pictures and play of the rules beside it, with the components of the page.

import * as vscode from "vscode";
import { base64 } from "./module";
import { html } from "./view/html";

/** What the view is asked to do with the text. */
export interface Wanted {
  answer?: boolean;
  ask?: string;
  graph?: string;
  play?: string;
}

/** Milliseconds without a key, until the view reads the text again. */
const QUIET = 300;

export class Side implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private text: vscode.TextDocument | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: unknown[] = [];
  private isReady = false;
  private readonly watching: vscode.Disposable[];

  constructor(private readonly context: vscode.ExtensionContext, private readonly link: (uri: vscode.Uri) => Promise<string | undefined>) {
    this.watching = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => document === this.text && this.soon()),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (this.panel && editor && editor.document.languageId === "fairgame" && editor.document !== this.text) void this.show(editor.document);
      }),
    ];
  }

  /** Shows a text, and does something with it. */
  async show(text: vscode.TextDocument, wanted: Wanted = {}): Promise<void> {
    this.text = text;
    const panel = (this.panel ??= await this.open());
    panel.title = `Answers: ${text.uri.path.split("/").pop()}`;
    panel.reveal(undefined, true);
    await this.send(wanted);
  }

  private soon(): void {
    clearTimeout(this.timer);
    if (this.panel) this.timer = setTimeout(() => void this.send({}), QUIET);
  }

  private async send(wanted: Wanted): Promise<void> {
    const text = this.text;
    if (!text) return;
    const content = text.getText();
    // What other files say travels as a link.
    const link = /^\s*use\s+["“][^"”]*\.game["”]/m.test(content) ? await this.link(text.uri) : undefined;
    this.post({ text: content, link, ...wanted });
  }

  private post(message: unknown): void {
    if (this.isReady) void this.panel?.webview.postMessage(message);
    else this.waiting.push(message);
  }

  private async open(): Promise<vscode.WebviewPanel> {
    const dist = vscode.Uri.joinPath(this.context.extensionUri, "dist");
    const panel = vscode.window.createWebviewPanel("fairgame.side", "fairgame", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {
      enableScripts: true,
      retainContextWhenHidden: true,
      localResourceRoots: [dist],
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.isReady = false;
      this.waiting = [];
    });
    panel.webview.onDidReceiveMessage((message: { ready?: boolean; show?: Piece }) => this.hear(message));
    const at = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    const [module, worker] = await Promise.all([base64(this.context, "view.bin"), base64(this.context, "worker-view.js")]);
    panel.webview.html = html({ source: panel.webview.cspSource, script: at("view.js"), style: at("view.css"), module, worker });
    return panel;
  }

  private async hear(message: { ready?: boolean; show?: Piece }): Promise<void> {
    if (message.ready) {
      this.isReady = true;
      this.waiting.splice(0).forEach((m) => this.post(m));
    }
    if (message.show && this.text) await this.goTo(this.text, message.show);
  }

  private async goTo(text: vscode.TextDocument, { from, to }: Piece): Promise<void> {
    const selection = new vscode.Range(from.line, from.at, to.line, to.at);
    const column = vscode.window.visibleTextEditors.find((e) => e.document === text)?.viewColumn ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(text, { selection, viewColumn: column });
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watching.forEach((w) => w.dispose());
    this.panel?.dispose();
  }
}

interface Piece { from: { line: number; at: number }; to: { line: number; at: number } }
