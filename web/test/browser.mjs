// A browser for the tests: Debian's chromium, with the built page served beside it. Where there is none, tests are skipped
// and say why. Nothing here waits for a time: all waits are for something to be seen, and patient.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { serve } from "../tools/server.mjs";

export const DIST = path.join(path.dirname(import.meta.dirname), "dist");
/** A loaded machine may take this long for what takes a moment. */
export const PATIENCE = Number(process.env.PATIENCE ?? 120_000);

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const folders = (process.env.PATH ?? "").split(path.delimiter);
const installed = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
const program = [process.env.CHROMIUM, ...installed].find((file) => file && fs.existsSync(file));

async function driver() {
  if (!program) return "there is no chromium (CHROMIUM=... names one)";
  if (!fs.existsSync(path.join(DIST, "index.html"))) return "the page is not built";
  try {
    return (await import("playwright-core")).chromium;
  } catch {
    return "playwright-core is not installed";
  }
}

const chromium = await driver();

/** A test with a window of its own, which must end without an error on the page. */
export function browse(name, options, run) {
  if (typeof options === "function") return browse(name, {}, options);
  const skip = typeof chromium === "string" ? chromium : false;
  test(name, { skip, timeout: 10 * 60_000 }, async () => {
    const server = await serve(DIST);
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), "fairgame-page-"));
    const context = await open(profile, options);
    const wrong = [];
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      page.setDefaultTimeout(PATIENCE);
      watch(page, wrong);
      await run({ page, context, server, url: server.url, wrong });
    } finally {
      await context.close();
      server.close();
      fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
    if (wrong.length) throw new Error(`on the page: ${wrong.join("\n")}`);
  });
}

async function open(profile, { width = 1400, height = 900, dark = false } = {}) {
  return chromium.launchPersistentContext(profile, {
    executablePath: program,
    headless: true,
    timeout: PATIENCE,
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-sync", "--disable-component-update"],
  });
}

export function watch(page, wrong) {
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
}

/** Opens the page and waits until its text was read. */
export async function visit(page, address) {
  await page.goto(address);
  await ready(page);
}

export const ready = (page) => page.waitForSelector("body[data-ready]");

/** Puts a text into the editor as a person would: all is marked, and typed over. */
export async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
  await page.keyboard.insertText(text);
}

export const card = (page, statement) => page.locator(".card", { has: page.locator(".statement", { hasText: statement }) }).first();

/** Waits until something is so. */
export async function until(what, so) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    if (await so()) return;
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((go) => setTimeout(go, 50));
  }
}

export const screens = process.env.SCREENS;
/** Keeps a picture of the page, if a folder for such is named. */
export async function picture(page, name) {
  if (!screens) return;
  fs.mkdirSync(screens, { recursive: true });
  await page.screenshot({ path: path.join(screens, `${name}.png`) });
}
