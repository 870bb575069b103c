// The side view by itself, in a browser: what it shows of a text, its graph, its answers, a play; and what it asks of the editor.

import assert from "node:assert/strict";
import { build } from "esbuild";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { serve } from "./code.mjs";
import { browser, PATIENCE, why } from "./browser.mjs";

const here = path.dirname(import.meta.dirname);
const dist = (name) => fs.readFileSync(path.join(here, "dist", name)).toString("base64");

/** The page that the editor would show, with an editor that only listens. */
async function page(url) {
  const made = await build({ entryPoints: [path.join(here, "src", "view", "html.ts")], bundle: true, write: false, format: "esm" });
  const { html } = await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString("base64")}`);
  const origin = new URL(url).origin;
  const at = (name) => `${origin}/extension/dist/${name}`;
  return html({ source: origin, script: at("view.js"), style: at("view.css"), module: dist("view.bin"), worker: dist("worker-view.js") });
}

test("the side view", { skip: why(), timeout: 5 * PATIENCE }, async () => {
  const server = await serve();
  const { context, close } = await browser();
  const wrong = [];
  try {
    const view = context.pages()[0] ?? (await context.newPage());
    view.setDefaultTimeout(PATIENCE);
    view.on("pageerror", (error) => wrong.push(String(error)));
    await view.addInitScript(() => {
      window.heard = [];
      window.acquireVsCodeApi = () => ({ postMessage: (message) => window.heard.push(message) });
    });
    const content = await page(server.url);
    await view.route("**/view", (route) => route.fulfill({ contentType: "text/html", body: content }));
    await view.goto(`${server.url}view`);
    await view.waitForFunction(() => window.heard.some((m) => m.ready));
    const text = "game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)\nshow Nim(3)\ntable Nim(n) for n in 0..4\n";
    const tell = (message) => view.evaluate((m) => window.postMessage(m, "*"), { text, ...message });
    await tell({ graph: "Nim(3)" });
    await view.waitForSelector("#graph img");
    await tell({ answer: true });
    await view.waitForSelector("#cards table td");
    assert.equal(await view.locator("#cards .card").count(), 2);
    await view.click("#cards .statement");
    await view.waitForFunction(() => window.heard.some((m) => m.show?.from.line === 2));
    await tell({ play: "Nim(5)" });
    await view.waitForSelector("#table .moves button");
    if (process.env.SHOT) await view.screenshot({ path: process.env.SHOT, fullPage: true });
    assert.deepEqual(wrong, []);
  } finally {
    await close();
    server.close();
  }
});
