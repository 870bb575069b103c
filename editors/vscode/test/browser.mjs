// A browser for the tests: Debian's chromium. Where there is none, or nothing to look at, tests are skipped and say why.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

/** Milliseconds: a loaded machine may take this long for what takes a moment. */
export const PATIENCE = Number(process.env.PATIENCE ?? 300_000);

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const installed = (process.env.PATH ?? "").split(path.delimiter).flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
const program = [process.env.CHROMIUM, ...installed].find((file) => file && fs.existsSync(file));
const built = path.join(path.dirname(import.meta.dirname), "dist", "web.js");

/** Why there is nothing to look at, or false. */
export function why() {
  if (!program) return "there is no chromium (CHROMIUM=... names one)";
  return fs.existsSync(built) ? false : "the extension is not built";
}

/** A window, and how it is closed. */
export async function browser() {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "fairgame-code-"));
  // The frame of a view has a host of its own, which must be let in.
  fs.mkdirSync(path.join(profile, "Default"));
  const letIn = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false, default_content_setting_values: { cookies: 1 } } };
  fs.writeFileSync(path.join(profile, "Default", "Preferences"), JSON.stringify(letIn));
  const args = ["--no-sandbox", "--disable-dev-shm-usage"];
  const context = await chromium.launchPersistentContext(profile, { executablePath: program, headless: true, args, timeout: PATIENCE, viewport: { width: 1400, height: 900 } });
  const close = async () => {
    await context.close();
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { context, close };
}
