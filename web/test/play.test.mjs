// Play: by clicks on boards, by the keyboard alone, to the end.

import assert from "node:assert/strict";
import { browse, card, picture, until, visit, write } from "./browser.mjs";

const standing = (page) => page.locator("#table .standing");

browse("a game against the computer, by clicks", async ({ page, url }) => {
  await visit(page, url);
  await write(page, 'use "heaps"\nshow Nim(1) + Nim(2)\n');
  await card(page, "show Nim").getByRole("button", { name: "Play", exact: true }).click();
  await standing(page).getByText("You to move").waitFor();
  // The second token of the second heap: what remains is one and one, which is lost.
  await page.getByRole("grid", { name: "Nim(2)" }).getByRole("gridcell", { name: "token 2" }).click();
  await standing(page).getByText("The computer: take(1)").waitFor();
  await until("it is your turn", async () => /You to move/.test(await standing(page).innerText()));
  await page.getByRole("gridcell", { name: /may be chosen for/ }).first().click();
  await standing(page).getByText("You win.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await standing(page).getByText("You to move").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await standing(page).getByText("You can win: take(1)").waitFor();
});

browse("a board of cells is chosen on until one move is left", async ({ page, url }) => {
  await visit(page, url);
  await write(page, 'use "cram"\nshow Cram(rectangle(2, 3))\n');
  await page.locator("#opponent").selectOption("nobody");
  await card(page, "show Cram").getByRole("button", { name: "Play", exact: true }).click();
  const cell = (row, column) => page.getByRole("gridcell", { name: `row ${row}, column ${column},` });
  await cell(1, 1).click();
  assert.ok((await cell(1, 1).getAttribute("aria-label")).includes(", chosen"));
  await cell(1, 2).click();
  await standing(page).getByText("place").waitFor();
  await picture(page, "board");
});

browse("all of it with the keyboard alone", async ({ page, url }) => {
  await visit(page, url);
  const focused = () => page.evaluate(() => {
    const deep = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    return `${deep.id} ${deep.className} ${deep.textContent.slice(0, 40)} ${deep.getAttribute("aria-label") ?? ""}`;
  });
  const tabTo = async (what) => {
    for (let i = 0; i < 200; i++) {
      if (new RegExp(what).test(await focused())) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`no way by Tab to ${what}`);
  };
  await tabTo("cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
  await page.keyboard.insertText('use "heaps"\nshow Nim(2)\n');
  await page.keyboard.press("Control+Enter");
  await card(page, "show Nim(2)").getByText("value    *2").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.ok(!(await focused()).includes("cm-content"));
  await tabTo("^ *Play");
  await page.keyboard.press("Enter");
  await page.getByRole("grid", { name: "Nim(2)" }).waitFor();
  await tabTo("place open");
  assert.match(await focused(), /token 1, token, may be chosen for/);
  await page.keyboard.press("ArrowRight");
  assert.match(await focused(), /token 2/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await standing(page).getByText("You win.").waitFor();
  await until("the end is announced", async () => /You win/.test(await page.locator("#said").textContent()));
});
