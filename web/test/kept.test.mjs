// Nothing is lost and nothing is mixed up: texts in several windows, plays while somebody types, answers of a solver that was replaced.

import assert from "node:assert/strict";
import { browse, card, ready, until, visit, watch, write } from "./browser.mjs";

const STEPS = "game S(n: nat)\n  move down(k in {1, 3, 4} where k <= n) to S(n - k)\n";
const texts = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("fairgame-texts") ?? "[]"));

browse("what is opened takes no room of what somebody wrote", async ({ page, url }) => {
  await visit(page, url);
  await write(page, `# mine\n${STEPS}`);
  await until("it is kept", async () => (await texts(page)).some((kept) => kept.text.startsWith("# mine")));
  for (let i = 0; i < 21; i++) {
    await page.locator("#games").click();
    await page.locator("#found li button").nth(i).click();
    await page.locator("#dialog").waitFor({ state: "hidden" });
  }
  assert.ok((await texts(page)).some((kept) => kept.text.startsWith("# mine")));
  const opened = (await texts(page))[0].text;
  await page.reload();
  await ready(page);
  assert.match(await page.locator(".cm-content").innerText(), new RegExp(opened.split("\n")[0].slice(2, 12)));
});

browse("a copy of a window has a text of its own", async ({ page, url, context, wrong }) => {
  await visit(page, url);
  await write(page, `# first\n${STEPS}`);
  await until("it is kept", async () => (await texts(page)).some((kept) => kept.text.startsWith("# first")));
  // As a browser copies a window: with all that belongs to it.
  const [copy] = await Promise.all([context.waitForEvent("page"), page.evaluate(() => void window.open(location.href))]);
  watch(copy, wrong);
  await ready(copy);
  await until("the text is there", async () => (await copy.locator(".cm-content").innerText()).includes("# first"));
  await write(copy, `# second\n${STEPS}`);
  const both = async () => ["# first", "# second"].every((name) => found.some((kept) => kept.text.startsWith(name)));
  let found = [];
  await until("both are kept", async () => ((found = await texts(page)), both()));
  await write(page, `# third\n${STEPS}`);
  await until("neither took the place of the other", async () => (await texts(page)).filter((kept) => /^# (second|third)/.test(kept.text)).length === 2);
});

browse("who comes back is told of the last text", async ({ page, url, context, wrong }) => {
  await visit(page, url);
  await write(page, `# of yesterday\n${STEPS}`);
  await until("it is kept", async () => (await texts(page)).length > 0);
  const next = await context.newPage();
  watch(next, wrong);
  await visit(next, url);
  await next.locator("#notice").getByRole("button", { name: "Open it" }).click();
  await until("it is there", async () => (await next.locator(".cm-content").innerText()).includes("# of yesterday"));
});

browse("a play goes on while somebody types", async ({ page, url }) => {
  await visit(page, url);
  await write(page, `${STEPS}show S(9)\n`);
  await page.locator("#opponent").selectOption("nobody");
  await card(page, "show S(9)").getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "down(3)" }).click();
  await page.locator("#table .standing", { hasText: "Player 2 to move" }).waitFor();
  await write(page, `# with a word of mine\n${STEPS}show S(9)\n`);
  await page.getByRole("button", { name: "down(1)" }).click();
  await page.locator("#table .standing", { hasText: "Player 1 to move" }).waitFor();
  // By other rules there is no such play, and the board stays.
  await write(page, "game S(n: nat)\n  move down(k in {2, 5} where k <= n) to S(n - k)\n");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator("#table .standing", { hasText: "By the rules as they are now" }).waitFor();
});

browse("an answer stays what it is when another solver takes over", async ({ page, url }) => {
  await visit(page, url);
  await write(page, `${STEPS}show S(9)\ntable S(n) for n in 0..6 under misere\n`);
  const shown = card(page, "show S(9)");
  await shown.getByRole("button", { name: "Why?" }).waitFor();
  for (const line of ["11", "22", "33"]) {
    await page.locator("#line").fill(line);
    await page.keyboard.press("Enter");
    await page.locator(".card", { hasText: line }).first().locator(".tools").waitFor();
  }
  await write(page, `# The solver has another text now.\n${STEPS}show S(9)\ntable S(n) for n in 0..6 under misere\n`);
  await shown.getByRole("button", { name: "Why?" }).click();
  await shown.locator(".why", { hasText: "S(9)" }).waitFor();
  // It stays while somebody types, as long as the answer does.
  const next = "# And another one.\n";
  await write(page, `${next}${STEPS}show S(9)\ntable S(n) for n in 0..6 under misere\n`);
  await shown.locator(".why", { hasText: "The text was changed since." }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    shown.locator("summary").click().then(() => shown.locator(".menu").getByRole("button", { name: "Text" }).click()),
  ]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  assert.match(Buffer.concat(chunks).toString(), /S\(9\)/);
});

browse("why in a table under misere play, and a play of it, and of another one", async ({ page, url }) => {
  await visit(page, url);
  await write(page, `${STEPS}table S(n) for n in 0..6 under misere\nshow S(5) under misere\nshow S(5)\n`);
  const table = card(page, "table S(n)");
  await table.locator("tbody tr").nth(1).getByRole("button").click();
  await table.locator(".why", { hasText: "misere" }).waitFor();
  assert.doesNotMatch(await table.locator(".why").innerText(), /N wins|value {4}\*1/);
  await card(page, "show S(5) under misere").getByRole("button", { name: "Play", exact: true }).click();
  await page.locator("#table .standing").waitFor();
  assert.equal(await page.locator("#misere").isChecked(), true);
  await page.locator(".card", { has: page.locator(".statement", { hasText: /^show S\(5\)$/ }) }).getByRole("button", { name: "Play", exact: true }).click();
  await until("it is played by the normal rule", async () => !(await page.locator("#misere").isChecked()));
});

browse("a narrow frame inside another page shows rules and answers", { width: 500, height: 600 }, async ({ page, url }) => {
  await page.goto(`${url}?embed`);
  await page.evaluate((text) => window.postMessage({ fairgame: `${text}show S(9)\n` }, "*"), STEPS);
  await page.getByRole("tab", { name: "Answers" }).click();
  await card(page, "show S(9)").getByText("value").first().waitFor();
  assert.equal(await card(page, "show S(9)").getByRole("button", { name: "Play", exact: true }).count(), 0);
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.locator(".cm-content").waitFor();
  assert.deepEqual(await texts(page), []);
});
