// The module of WebAssembly that comes with the extension, packed.

import * as vscode from "vscode";

const file = (context: vscode.ExtensionContext, name: string) => vscode.Uri.joinPath(context.extensionUri, "dist", name);

/** A file of the extension, as it is. */
export const bytes = async (context: vscode.ExtensionContext, name: string): Promise<Uint8Array> =>
  vscode.workspace.fs.readFile(file(context, name));

/** The module, ready for workers. */
export async function theModule(context: vscode.ExtensionContext): Promise<WebAssembly.Module> {
  const packed = new Blob([(await bytes(context, "fairgame.bin")) as BlobPart]).stream();
  const unpacked = packed.pipeThrough(new DecompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

/** A file as it can stand inside a page. */
export async function base64(context: vscode.ExtensionContext, name: string): Promise<string> {
  const all = await bytes(context, name);
  const pieces: string[] = [];
  for (let at = 0; at < all.length; at += 0x8000) pieces.push(String.fromCharCode(...all.subarray(at, at + 0x8000)));
  return btoa(pieces.join(""));
}
