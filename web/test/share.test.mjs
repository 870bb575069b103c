// Links, old ones and hostile ones; exercises; what is kept; the tour and the games.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { browse, card, ready, until, visit, write } from "./browser.mjs";

const fragment = async (page) => (await page.locator("#dialog .link").inputValue()).split("#")[1];

browse("a text is shared as a link and a QR code, and opened again with its play", async ({ page, url }) => {
  await visit(page, url);
  await write(page, 'use "heaps"\nshow Nim[3, 5]\n');
  await page.locator("#opponent").selectOption("nobody");
  await card(page, "show Nim").getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".moves").getByRole("button", { name: "take(2) in 2" }).click();
  await page.locator("#table .standing", { hasText: "take(2) in 2" }).waitFor();
  await page.locator("#share").click();
  await page.locator("img.qr").waitFor();
  const without = await fragment(page);
  await page.locator("#with-play").check();
  await until("the link has the play", async () => (await fragment(page)) !== without);
  const link = await fragment(page);
  assert.ok(link.length < 300);
  await page.locator("#dialog .close").click();
  await write(page, "# mine\nlet mine = 1\n");
  await page.goto(`${url}?again#${link}`);
  await page.locator("#notice", { hasText: "What you wrote is kept" }).waitFor();
  await page.locator(".cm-content", { hasText: "show Nim[3, 5]" }).waitFor();
  await page.locator("#table .record", { hasText: "1 moves" }).waitFor();
  await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
  await page.locator(".cm-content", { hasText: "let mine = 1" }).waitFor();
});

browse("links that were sent long ago are read for ever", async ({ page, url }) => {
  const corpus = path.join(import.meta.dirname, "..", "..", "tests", "links", "a.jsonl");
  const old = fs.readFileSync(corpus, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  assert.ok(old.length > 3);
  for (const [i, { link, holds }] of old.entries()) {
    await page.goto(`${url}?${i}#${link.split("#")[1]}`);
    await ready(page);
    const first = holds.text.split("\n").find((line) => line.trim()) ?? "";
    await until(`${first} is there`, async () => (await page.locator(".cm-content").innerText()).includes(first.trim().slice(0, 30)));
  }
});

browse("a hostile link is text, and nothing else", async ({ page, url, server }) => {
  await visit(page, url);
  const hostile = `# <img src=x onerror="document.title='owned'"> <script>document.title='owned'</script>
use "<b>secret</b>"
let x = "<img src=https://example.org/x>"
show x
show "<script>document.title='owned'</script>"
game <svg onload=alert(1)>
`;
  await write(page, hostile);
  await page.locator("#state.bad").waitFor();
  await page.locator("#share").click();
  await until("there is a link", async () => (await fragment(page))?.length > 40);
  const link = await fragment(page);
  await page.goto(`${url}?again#${link}`);
  await page.locator("#state.bad").waitFor();
  assert.equal(await page.title(), "fairgame");
  assert.equal(await page.locator("img, b, main svg, main script").count(), 0);
  for (const broken of [`${link.slice(0, -9)}`, `B${link.slice(1)}`, `Z${link.slice(1)}`, `A${"x".repeat(200_000)}`, "A<script>alert(1)</script>"]) {
    await page.goto(`${url}?${broken.length}${broken[0]}#${broken}`);
    await page.locator("#notice", { hasText: "The link cannot be read" }).waitFor();
  }
  assert.ok(server.asked.every((asked) => !asked.includes(link.slice(5, 30))), "no server sees the text");
});

browse("a link that lost nearly all of itself says so, and signs that hide something are seen", async ({ page, url }) => {
  await visit(page, url);
  await page.goto(`${url}#A`);
  await page.locator("#notice", { hasText: "The link cannot be read" }).waitFor();
  await write(page, "# \u202eyes\u200b\nshow 1\n");
  await page.locator(".cm-specialChar").first().waitFor();
  assert.equal(await page.locator(".cm-specialChar").count(), 2);
});

browse("texts that are nested very deeply are refused, or read", async ({ page, url }) => {
  await visit(page, url);
  for (const text of [`show ${"(".repeat(5000)}1${")".repeat(5000)}`, `show ${"not ".repeat(20000)}true`, `show ${"1 + ".repeat(3000)}1`]) {
    await write(page, text);
    await until("something is said", async () => /mistake|cannot be read|No mistake/.test(await page.locator("#state").textContent()));
  }
  await write(page, "show 6 * 7");
  await card(page, "show 6 * 7").getByText("42").first().waitFor();
});

/** What a teacher does with what was handed in, where the program is built. */
function grade(right, exercise) {
  const root = path.join(import.meta.dirname, "..", "..");
  const target = path.resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
  const program = ["release", "debug"].map((kind) => path.join(target, kind, "fairgame")).find((file) => fs.existsSync(file));
  if (!program) return console.log("what was handed in is not graded, for the program is not built");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fairgame-class-"));
  fs.writeFileSync(path.join(folder, "links.csv"), `name,link\nAda,${right}\nBob,${right.split("#")[0]}#${exercise}\n`);
  fs.writeFileSync(path.join(folder, "solution.game"), "game Kayles(n: nat)\n  move knock(k in 1..2, left in 0..n-k) to Kayles(left) + Kayles(n - k - left)\n");
  const graded = spawnSync(program, ["grade", "links.csv", "--against", "solution.game", "--csv"], { cwd: folder, encoding: "utf8" });
  fs.rmSync(folder, { recursive: true, force: true });
  assert.match(graded.stdout, /Ada,.*,right,right,right,3,/, graded.stdout + graded.stderr);
  assert.match(graded.stdout, /Bob,.*,right,wrong,/, graded.stdout + graded.stderr);
}

browse("an exercise is made, tried and handed in", async ({ page, url }) => {
  await visit(page, url);
  await page.locator("#exercise").click();
  await page.locator("#e-title").fill("Two at once");
  await page.locator("#e-task").fill("Write the rules of `Kayles(n)`.");
  await page.locator("#e-starter").fill("game Kayles(n: nat)\n  move knock(left in 0..<n) to Kayles(left) + Kayles(n - 1 - left)\n");
  await page.locator("#e-checks").fill("Kayles(1)\nKayles(5)\nKayles(12) is *4");
  await page.locator("#e-make").click();
  await until("there is a link", async () => (await page.locator("#dialog .link").count()) > 0);
  const link = await fragment(page);
  await page.goto(`${url}?student#${link}`);
  await page.locator("#task", { hasText: "Two at once" }).waitFor();
  await page.locator("#try").click();
  await page.locator(".checks .fails", { hasText: "Kayles(5)" }).waitFor();
  await page.locator(".checks .holds", { hasText: "Kayles(1)" }).waitFor();
  assert.doesNotMatch(await page.locator("#task").innerText(), /\*4/);
  await write(page, "game Kayles(n: nat)\n  move knock(k in 1..2, left in 0..n-k) to Kayles(left) + Kayles(n - k - left)\n");
  await page.locator("#try").click();
  await until("all hold", async () => (await page.locator(".checks .holds").count()) === 3);
  await page.locator("#hand-in").click();
  await page.locator("#task .link").waitFor();
  grade(await page.locator("#task .link").inputValue(), link);
  // Another text has neither the link nor the ticks of this one.
  await page.locator(".cm-content").click();
  await page.keyboard.type("# ");
  await until("nothing is left of them", async () => (await page.locator("#task .link, .checks .holds").count()) === 0);
  await page.reload();
  await page.locator("#task", { hasText: "Two at once" }).waitFor();
});

browse("texts are kept, and opening another one destroys nothing", async ({ page, url }) => {
  await visit(page, url);
  await write(page, "# my own game\nlet mine = 1\n");
  await page.locator("#games").click();
  await page.locator("#search").fill("kayles");
  await page.locator("#found", { hasText: "Found" }).waitFor(); // before that, all games are there
  await page.locator("#found button", { hasText: "kayles" }).first().click();
  await page.locator(".cm-content", { hasText: "game Kayles" }).waitFor();
  await page.locator("#texts").click();
  await page.locator("#dialog .list button", { hasText: "my own game" }).click();
  await page.locator(".cm-content", { hasText: "let mine = 1" }).waitFor();
  await page.reload();
  await page.locator(".cm-content", { hasText: "let mine = 1" }).waitFor();
});

browse("each step of the tour is tried on the spot", async ({ page, url }) => {
  await visit(page, url);
  await page.locator("#tour").click();
  for (let step = 1; step <= 10; step++) {
    await page.locator("#dialog-title", { hasText: `step ${step} of 10` }).waitFor();
    await page.getByRole("button", { name: "Try it" }).click();
    await until(`step ${step} answers`, async () => (await page.locator("#dialog .answer").innerText()).length > 3);
    assert.equal(await page.locator("#dialog .complaint").count(), 0, `step ${step}`);
    if (step < 10) await page.getByRole("button", { name: "Next" }).click();
  }
  await page.locator("#notice", { hasText: "What you wrote is kept" }).waitFor();
});
