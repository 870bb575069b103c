// What is typed: read, answered, mended, explained, drawn, saved.

import assert from "node:assert/strict";
import fs from "node:fs";
import { browse, card, picture, until, visit, write } from "./browser.mjs";

const NIM = 'use "heaps"\nshow Nim(3) + Nim(5)\ntable Nim(n) for n in 0..4\n';

browse("a text is read, and its small statements are answered", async ({ page, url }) => {
  await visit(page, url);
  await card(page, "show").getByText("value    *2").waitFor();
  await page.locator(".verdict.proved").waitFor();
  assert.match(await page.locator(".verdict").innerText(), /proved: n gets smaller with every move/);
  assert.equal(await card(page, "table").locator("tbody tr").count(), 13);
  await picture(page, "wide-light");
});

browse("a mistake has a squiggle with its hint, and a button that mends it", async ({ page, url }) => {
  await visit(page, url);
  await write(page, 'use "heaps"\nshow Nmi(3)\n');
  await page.locator("#state.bad", { hasText: "Did you mean `Nim`?" }).waitFor();
  await page.locator(".cm-lintRange-error").hover();
  await page.locator(".cm-diagnosticAction").click();
  await page.locator("#state", { hasText: "No mistake is known." }).waitFor();
  await card(page, "show Nim(3)").getByText("value    *3").waitFor();
});

browse("names are completed, and an endless play is told", async ({ page, url }) => {
  await visit(page, url);
  await write(page, "game Turn(side: 0..1)\n  move turn to Turn(1 - side)\n");
  await page.locator(".verdict.wrong").waitFor();
  await page.keyboard.type("show Tu");
  await page.locator(".cm-completionLabel", { hasText: "Turn" }).first().waitFor();
});

browse("why a value is what it is, by a click on it", async ({ page, url }) => {
  await visit(page, url);
  await write(page, NIM);
  await card(page, "table Nim").locator("tr:last-child .value").last().click();
  await page.locator(".why pre.said", { hasText: "Nim(4)" }).waitFor();
  await card(page, "show Nim").getByRole("button", { name: "Why?" }).click();
  await page.locator(".why", { hasText: "nim-sum" }).waitFor();
});

browse("why a position inside words is what it is, by a click on it", async ({ page, url }) => {
  await visit(page, url);
  // Rules that take room are left out of the words; the question has them.
  await write(page, "game Pile(n: nat, S: set of nat)\n  move take(k in S where k <= n) to Pile(n - k, S)\nshow Pile(7, {1, 2, 3, 10, 20, 30})\n");
  const answer = card(page, "show Pile(7, {1, 2, 3, 10, 20, 30})");
  await answer.locator(".words .value", { hasText: "Pile(4)" }).first().click();
  const why = answer.locator(".why", { hasText: "Why Pile(4, {1, 2, 3, 10, 20, 30})?" });
  await why.waitFor();
  // Its own reasons can be asked for their reasons.
  await why.locator(".words .value", { hasText: /^Pile\([123]\)$/ }).first().click();
  await answer.locator(".why h4", { hasText: /Why Pile\([123], \{1, 2, 3, 10, 20, 30\}\)/ }).waitFor();
});

browse("short rules stand in the words, and a click asks the same position", async ({ page, url }) => {
  await visit(page, url);
  await write(page, "game Pile(n: nat, most: nat)\n  move take(k in 1..most where k <= n) to Pile(n - k, most)\nshow Pile(7, 3)\n");
  const answer = card(page, "show Pile(7, 3)");
  await answer.locator(".words .value", { hasText: "Pile(4, 3)" }).first().click();
  await answer.locator(".why h4", { hasText: "Why Pile(4, 3)?" }).waitFor();
});

browse("answers are drawn, sorted and saved", async ({ page, url }) => {
  await visit(page, url);
  await write(page, NIM);
  const table = card(page, "table Nim");
  await table.getByRole("button", { name: "Picture" }).click();
  const image = table.locator("img.picture");
  await until("the picture is drawn", () => image.evaluate((i) => i.complete && i.naturalWidth > 50));
  const head = table.getByRole("columnheader", { name: "Nim(n)" });
  await head.getByRole("button").click();
  await head.getByRole("button").click();
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  assert.equal(await table.locator("tbody td").first().innerText(), "4");
  await card(page, "show Nim").getByRole("button", { name: "Picture" }).click();
  await until("the graph is drawn", () => card(page, "show Nim").locator("img").evaluate((i) => i.complete && i.naturalWidth > 50));
  await table.locator("summary").click();
  for (const [name, begins] of [["CSV", "n,Nim(n)"], ["b-file", "0 0"], ["LaTeX", "\\begin"], ["Markdown", "|"], ["SVG", "<svg"], ["PNG", "\u0089PNG"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), table.getByRole("button", { name, exact: true }).click()]);
    assert.ok(fs.readFileSync(await download.path(), "latin1").startsWith(begins), name);
  }
});

browse("a line is asked, and a wrong one says so", async ({ page, url }) => {
  await visit(page, url);
  await card(page, "expect").locator(".said").waitFor();
  await page.locator("#line").fill("Kayles(3) + Kayles(3)");
  await page.keyboard.press("Enter");
  await card(page, "Kayles(3) + Kayles(3)").locator(".said", { hasText: new RegExp("outcome +P") }).waitFor();
  await page.locator("#line").fill("Kayle(3)");
  await page.keyboard.press("Enter");
  await card(page, "Kayle(3)").getByText("Did you mean").waitFor();
});
