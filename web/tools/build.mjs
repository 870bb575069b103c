// Builds the page from nothing: the module of WebAssembly, the page, and the page as one file.
//
//   node tools/build.mjs            all of it, into dist
//   node tools/build.mjs --page     the page alone, of the module that was built before

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { compress } from "lzma1";
import { build } from "vite";
import { apart, together } from "../src/engine/streams.js";
import { singleFile } from "./single.mjs";
import { offline } from "./offline.mjs";

const web = path.dirname(import.meta.dirname);
const root = path.dirname(web);
const target = path.resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
const TRIPLE = "wasm32-unknown-unknown";

const run = (program, args, more = {}) =>
  execFileSync(program, args, { cwd: root, stdio: "inherit", ...more, env: { ...process.env, ...more.env } });

const succeeds = (program, args) => {
  try {
    execFileSync(program, args, { cwd: root, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** A cargo that can build for browsers, and where it builds: that of the machine, or one made of Debian's packages. */
function cargo() {
  const own = { program: "cargo", target };
  const library = execFileSync("rustc", ["--print", "target-libdir", "--target", TRIPLE], { cwd: root, encoding: "utf8" });
  if (fs.existsSync(library.trim())) return own;
  if (succeeds("rustup", ["target", "add", TRIPLE])) return own;
  console.log("rustup cannot get the target: a compiler is made of Debian's packages, which takes some minutes");
  const toolchain = path.join(target, "wasm-toolchain");
  run("bash", [path.join(web, "tools", "wasm-toolchain.sh"), toolchain]);
  return { program: path.join(toolchain, "cargo-wasm"), target: path.join(toolchain, "target") };
}

function buildModule() {
  const flags = `${process.env.RUSTFLAGS ?? ""} -C target-feature=+simd128`.trim();
  const browser = cargo();
  run(browser.program, ["build", "--locked", "--profile", "web", "-p", "fairgame-web", "--target", TRIPLE], { env: { RUSTFLAGS: flags } });
  run("cargo", ["build", "--locked", "--release", "-p", "fairgame-bindgen"]);
  const built = path.join(browser.target, TRIPLE, "web", "fairgame_web.wasm");
  const pkg = path.join(web, "pkg");
  run(path.join(target, "release", "fairgame-bindgen"), [built, pkg]);
  // The page loads the module by itself, so the glue need not know where it is.
  const glue = path.join(pkg, "fairgame_web.js");
  const address = /new URL\('fairgame_web_bg\.wasm', import\.meta\.url\)/;
  fs.writeFileSync(glue, fs.readFileSync(glue, "utf8").replace(address, "undefined"));
}

/**
 * Packed once here, so that it is small whatever the server does: sorted, as LZMA. It is two thirds of what servers would make
 * of it. What a worker will make of it again is tried here.
 */
function pack() {
  const [module, packed] = ["page.wasm", "fairgame.bin"].map((file) => path.join(web, "pkg", file));
  if (fs.existsSync(packed) && fs.statSync(packed).mtimeMs > fs.statSync(module).mtimeMs) return;
  const sorted = apart(fs.readFileSync(module));
  const again = together(sorted);
  if (!WebAssembly.validate(again) || Buffer.compare(sorted, apart(again))) throw new Error("the module cannot be sorted and put together again");
  fs.writeFileSync(packed, compress(sorted, 9));
}

function sizes(dist) {
  const files = fs.readdirSync(dist, { recursive: true }).filter((f) => fs.statSync(path.join(dist, f)).isFile());
  let all = 0;
  for (const file of files.filter((f) => f !== "fairgame.html").sort()) {
    const bytes = fs.readFileSync(path.join(dist, file));
    const packed = file.endsWith(".bin") ? bytes.length : zlib.gzipSync(bytes, { level: 9 }).length;
    all += packed;
    console.log(`${String(packed).padStart(9)}  ${file}`);
  }
  console.log(`${String(all).padStart(9)}  in all, packed; fairgame.html alone has ${fs.statSync(path.join(dist, "fairgame.html")).size}`);
}

if (!process.argv.includes("--page")) buildModule();
pack();
await build({ root: web, configFile: path.join(web, "vite.config.mjs"), logLevel: "warn" });
const dist = path.join(web, "dist");
singleFile(dist);
offline(dist);
sizes(dist);
