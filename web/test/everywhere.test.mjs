// Offline, as one file, inside other pages, on narrow screens, large letters, light and dark; and what axe-core finds.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "../tools/server.mjs";
import { browse, card, DIST, picture, ready, until, visit, write } from "./browser.mjs";

const AXE = path.join(import.meta.dirname, "..", "node_modules", "axe-core", "axe.min.js");

async function accessible(page, what) {
  await page.evaluate(fs.readFileSync(AXE, "utf8"));
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const said = found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).join("; ")}`);
  assert.deepEqual(said, [], what);
}

async function played(page) {
  await card(page, "show").getByText("value    *2").waitFor();
  await card(page, "table").locator("tbody").waitFor();
}

for (const dark of [false, true]) {
  browse(`nothing is found by axe-core, ${dark ? "dark" : "light"}`, { dark }, async ({ page, url }) => {
    await visit(page, url);
    await played(page);
    await page.locator(".verdict").waitFor();
    await card(page, "show").getByRole("button", { name: "Why?" }).click();
    await page.locator(".why").waitFor();
    await card(page, "show").getByRole("button", { name: "Picture" }).click();
    await page.locator("img.picture").waitFor();
    await card(page, "show").getByRole("button", { name: "Play", exact: true }).click();
    await page.locator("[role=grid]").waitFor();
    await picture(page, dark ? "play-dark" : "play-light");
    await accessible(page, "the page");
    await page.locator("#games").click();
    await page.locator("#found li").first().waitFor();
    await accessible(page, "the games");
    await picture(page, dark ? "games-dark" : "games-light");
    await page.locator("#dialog .close").click();
    await page.locator("#share").click();
    await page.locator("img.qr").waitFor();
    await accessible(page, "the link");
    await page.locator("#dialog .close").click();
    await page.locator("#exercise").click();
    await accessible(page, "the exercise");
    await page.locator("#dialog .close").click();
    // Two tables, and a text that is longer than its pane.
    await write(page, `game S(n: nat)\n  move down(k in 1..3 where k <= n) to S(n - k)\ntable S(n) for n in 0..9\ntable S(a) + S(b) for a in 0..5, b in 0..5\n${"# more\n".repeat(60)}`);
    await page.locator(".card table").nth(1).waitFor();
    await accessible(page, "two tables");
  });
}

browse("on a narrow screen there are tabs", { width: 360, height: 720 }, async ({ page, url }) => {
  await visit(page, url);
  await page.locator("#rules").waitFor();
  assert.equal(await page.locator("#answers").isVisible(), false);
  await page.getByRole("tab", { name: "Answers" }).click();
  await played(page);
  await picture(page, "narrow-answers");
  await card(page, "show").getByRole("button", { name: "Play", exact: true }).click();
  assert.equal(await page.getByRole("tab", { name: "Play" }).getAttribute("aria-selected"), "true");
  await page.locator("[role=grid]").waitFor();
  await picture(page, "narrow-play");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Play" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#rules").waitFor();
  await accessible(page, "narrow");
  await picture(page, "narrow-rules");
});

// 400% of a window 1280 wide.
browse("at 400% nothing is cut off", { width: 320, height: 256, dark: true }, async ({ page, url }) => {
  await visit(page, url);
  for (const tab of ["Rules", "Answers", "Play"]) {
    await page.getByRole("tab", { name: tab }).click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 1, `${tab} is ${wide} too wide`);
  }
  await picture(page, "zoomed");
});

browse("without a network it is there as before", async ({ page, url, server }) => {
  await visit(page, url);
  await played(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await until("the page is kept", () => page.evaluate(() => navigator.serviceWorker.controller !== null));
  const large = server.asked.filter((file) => file.endsWith(".bin"));
  assert.equal(large.length, 1, "the module is loaded once");
  server.close();
  await page.reload();
  await ready(page);
  await played(page);
});

browse("one file from a stick is all of it", async ({ page }) => {
  await page.goto(pathToFileURL(path.join(DIST, "fairgame.html")).href);
  await ready(page);
  await played(page);
  await page.locator(".verdict.proved").waitFor();
});

browse("no third party is asked, and no style or script is let in", async ({ page, url, wrong }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await visit(page, url);
  await played(page);
  assert.deepEqual(asked.filter((a) => !a.startsWith(url) && !a.startsWith("blob:")), []);
  const let_in = await page.evaluate(() => new Promise((done) => {
    document.addEventListener("securitypolicyviolation", () => done(false));
    const script = document.createElement("script");
    try {
      script.textContent = "window.owned = true";
      document.head.append(script);
    } catch {
      return done(false);
    }
    done(Boolean(window.owned));
  }));
  assert.equal(let_in, false);
  // The console says so, too.
  wrong.length = 0;
});

browse("inside another page a text may be there to be read only", async ({ page, url }) => {
  await page.goto(`${url}?embed&readonly`);
  await page.evaluate(() => window.postMessage({ fairgame: 'use "heaps"\nshow Nim(2) + Nim(4)\n' }, "*"));
  await page.locator(".card", { hasText: "value    *6" }).waitFor();
  assert.equal(await page.locator(".cm-content").getAttribute("contenteditable"), "false");
  await page.locator(".cm-content").click();
  await page.keyboard.type("nothing of this");
  assert.doesNotMatch(await page.locator(".cm-content").innerText(), /nothing of this/);
  assert.equal(await page.locator("#reset").isVisible(), false);
});

browse("inside another page", async ({ page, url }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fairgame-book-"));
  fs.writeFileSync(path.join(folder, "index.html"), `<!doctype html><html lang="en"><title>Book</title><link rel="icon" href="data:,">
    <script src="${url}fair-game.js"></script>
    <fair-game>
      use "heaps"
      show Nim(2) + Nim(4)
    </fair-game>`);
  const book = await serve(folder);
  try {
    await page.goto(book.url);
    const frame = page.frameLocator("iframe");
    await frame.locator(".card", { hasText: "value    *6" }).waitFor();
    await frame.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Backspace");
    await page.keyboard.insertText("show 1");
    await frame.locator(".statement", { hasText: "show 1" }).waitFor();
    await frame.getByRole("button", { name: "Reset" }).click();
    await frame.locator(".card", { hasText: "value    *6" }).waitFor();
  } finally {
    book.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
