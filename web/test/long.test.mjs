// What takes long: it is never begun by itself, it can be stopped, and the page goes on meanwhile.

import assert from "node:assert/strict";
import { browse, card, until, visit, write } from "./browser.mjs";

// More positions than any machine solves in a minute.
const LONG = `game Long(a: nat, b: nat, c: nat, d: nat, s: set of nat)
  move x(k in 1..a) to Long(a - k, b, c, d, s)
  move y(k in 1..b where k != c) to Long(a, b - k, c, d, s)
  move z(k in 1..c where k != d) to Long(a, b, c - k, d, s)
  move w(k in 1..d where k != a) to Long(a, b, c, d - k, s)
  move v(k in s) to Long(a, b, c, d, s without k)
table Long(n, 50, 50, 50, {1, 2, 3}) for n in 0..100
`;

browse("what is long waits to be asked for, stops at once, and keeps what is known", async ({ page, url }) => {
  await visit(page, url);
  await write(page, LONG);
  await card(page, "table Long").getByRole("button", { name: "Answer all" }).waitFor();
  // While nothing is asked for, nothing runs.
  await page.locator("#stop").waitFor({ state: "hidden" });
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.longest = Math.max(window.longest, e.duration)))).observe({ type: "longtask" });
  });
  await page.locator("#run").click();
  await card(page, "table Long").locator(".progress").waitFor();
  await page.locator("#stop").waitFor();
  const frames = await page.evaluate(() => new Promise((done) => {
    let left = 30;
    const frame = () => (--left ? requestAnimationFrame(frame) : done(true));
    requestAnimationFrame(frame);
  }));
  assert.ok(frames, "the page goes on drawing");
  const took = await page.evaluate(() => new Promise((done) => {
    const begun = performance.now();
    document.getElementById("stop").click();
    const stopped = () => (document.querySelector("#cards").textContent.includes("Working") ? setTimeout(stopped) : done(performance.now() - begun));
    stopped();
  }));
  console.log(`stopped within ${took.toFixed(0)} ms; longest task of the page while solving: ${(await page.evaluate(() => window.longest)).toFixed(0)} ms`);
  await until("it says that it was stopped", async () => /[Ss]topped/.test(await card(page, "table Long").innerText()));
  // The engine is there again, with what it knew.
  await page.locator("#line").fill("Long(1, 0, 0, 0, {})");
  await page.keyboard.press("Enter");
  await page.locator(".card", { hasText: "Long(1, 0, 0, 0, {})" }).getByText("value    *1").first().waitFor();
});

browse("the computer that thinks can be stopped, and moves by what it knows", async ({ page, url }) => {
  await visit(page, url);
  await write(page, LONG);
  await page.locator("#first").selectOption("2");
  await page.locator("#position").fill("Long(50, 50, 50, 50, {1, 2, 3})");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator("#table .standing", { hasText: "The computer thinks." }).waitFor();
  await page.locator("#stop").click();
  await page.locator("#table .standing", { hasText: "You to move" }).waitFor();
  await page.locator("#stop").waitFor({ state: "hidden" });
});

browse("a page that was solving when it went away only checks when it comes back", async ({ page, url }) => {
  await visit(page, url);
  await write(page, LONG);
  await card(page, "table Long").getByRole("button", { name: "Answer all" }).waitFor();
  await page.locator("#run").click();
  await card(page, "table Long").locator(".progress").waitFor();
  await page.reload();
  await page.locator("#notice", { hasText: "it now computes nothing by itself" }).waitFor();
  await page.locator(".verdict.proved").waitFor();
  assert.match(await page.locator(".cm-content").innerText(), /table Long/);
  assert.equal(await page.locator(".card .said, .card table").count(), 0);
});

browse("a picture that takes long is stopped, too, and what is known stays", async ({ page, url }) => {
  await visit(page, url);
  await write(page, "game Wide(n: nat)\n  move t(a in 0..n, b in 0..n, c in 0..n where a + b + c < n) to Wide(a) + Wide(b) + Wide(c)\nshow Wide(20)\n");
  const answer = card(page, "show Wide(20)");
  const drawing = answer.getByRole("button", { name: "Picture" });
  await answer.waitFor();
  await page.locator("#run").click();
  await drawing.waitFor();
  await page.locator("#stop").waitFor({ state: "hidden" });
  await drawing.click();
  await page.locator("#stop").click();
  // Whether it had begun or not.
  await answer.getByText(/^(stopped: interrupted|Stopped\.)/).waitFor();
  await page.locator("#stop").waitFor({ state: "hidden" });
  await page.locator("#line").fill("6 * 7");
  await page.keyboard.press("Enter");
  await card(page, "6 * 7").getByText("42").waitFor();
});

browse("what waits for a solver that is stopped can be asked of the next one", async ({ page, url }) => {
  await visit(page, url);
  await write(page, "game Wide(n: nat)\n  move t(a in 0..n, b in 0..n, c in 0..n where a + b + c < n) to Wide(a) + Wide(b) + Wide(c)\n");
  await page.locator("#position").fill("Wide(400)");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator("#stop").waitFor();
  await write(page, "show 6 * 7\n");
  await card(page, "show 6 * 7").waitFor();
  await page.locator("#stop").click();
  await card(page, "show 6 * 7").getByRole("button", { name: "Answer all" }).click();
  await card(page, "show 6 * 7").getByText("42").waitFor();
  await page.locator("#stop").waitFor({ state: "hidden" });
});

browse("checks, the form of a teacher, and steps of the tour are stopped, too", async ({ page, url }) => {
  await visit(page, url);
  await write(page, LONG);
  await page.locator("#exercise").click();
  await page.locator("#e-title").fill("Too long");
  await page.locator("#e-checks").fill("Long(50, 50, 50, 50, {1, 2, 3})");
  await page.locator("#e-make").click();
  await page.locator("#dialog").getByRole("button", { name: "Stop" }).click();
  await page.locator("#dialog .complaint", { hasText: "Stopped" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#exercise").click();
  assert.equal(await page.locator("#e-title").inputValue(), "Too long");
  await page.locator("#e-checks").fill("Long(1, 0, 0, 0, {})\nLong(0, 0, 0, 0, {})");
  await page.locator("#e-make").click();
  await page.locator("#dialog .link").waitFor();
  await page.goto(`${url}?student#${(await page.locator("#dialog .link").inputValue()).split("#")[1]}`);
  await page.locator("#task", { hasText: "Too long" }).waitFor();
  await write(page, `${LONG.replace("game Long", "game Other").replaceAll("to Long", "to Other")}game Long(a: nat, b: nat, c: nat, d: nat, s: set of nat)
  move on to Other(50, 50, 50, 50, {1, 2, 3})
`.replace(/table .*\n/, ""));
  await page.locator("#try").click();
  await page.locator("#stop").click();
  await page.locator(".checks .fails", { hasText: "Stopped" }).waitFor();
  await page.locator("#stop").waitFor({ state: "hidden" });
  await page.locator("#tour").click();
  await page.locator("#dialog textarea").waitFor();
  for (let i = 0; i < 4; i++) await page.locator("#dialog").getByRole("button", { name: "Next" }).click();
  await page.locator("#dialog textarea").fill("table Beans(n) for n in 0..10000000");
  await page.locator("#dialog").getByRole("button", { name: "Try it" }).click();
  await page.locator("#dialog").getByRole("button", { name: "Stop" }).click();
  await page.locator("#dialog .complaint", { hasText: "Stopped" }).waitFor();
  // The tour goes on, and what was written in a step is there again.
  await page.locator("#dialog").getByRole("button", { name: "Back" }).click();
  await page.locator("#dialog").getByRole("button", { name: "Next" }).click();
  assert.match(await page.locator("#dialog textarea").inputValue(), /10000000/);
});

browse("after a question that used up the memory, the next one is answered", async ({ page, url }) => {
  await visit(page, `${url}?memory=16`);
  await write(page, LONG.replace(/table .*/, "show Long(50, 50, 50, 50, {1, 2, 3})\nshow Long(1, 1, 0, 0, {2})"));
  await card(page, "show Long(50").getByRole("button", { name: "Answer all" }).waitFor();
  await page.locator("#run").click();
  await card(page, "show Long(50").getByText("MiB of memory").first().waitFor();
  await card(page, "show Long(1, 1").getByText("value").first().waitFor();
  await card(page, "show Long(1, 1").getByRole("button", { name: "Why?" }).click();
  await card(page, "show Long(1, 1").locator(".why", { hasText: "Long(1, 1" }).waitFor();
});
