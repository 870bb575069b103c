// Bundles the extension into dist: for desktops and for browsers, with the module of WebAssembly and the side view.
//
//   node tools/build.mjs            with the module that the page's build has made, which is made where there is none

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { build } from "esbuild";

const here = path.dirname(import.meta.dirname);
const web = path.join(here, "..", "..", "web");
const pkg = path.join(web, "pkg");
const dist = path.join(here, "dist");

/** The module and what calls it, as web/tools/build.mjs makes them; the side view has it packed as the page has. */
function theModule() {
  const [module, view] = ["fairgame_web_bg.wasm", "fairgame.bin"].map((file) => path.join(pkg, file));
  if (!fs.existsSync(module) || !fs.existsSync(view)) {
    if (!fs.existsSync(path.join(web, "node_modules"))) execFileSync("npm", ["ci"], { cwd: web, stdio: "inherit" });
    execFileSync(process.execPath, ["tools/build.mjs"], { cwd: web, stdio: "inherit" });
  }
  const packed = zlib.gzipSync(fs.readFileSync(module), { level: 9 });
  fs.writeFileSync(path.join(dist, "fairgame.bin"), packed);
  fs.copyFileSync(view, path.join(dist, "view.bin"));
  return packed.length;
}

/** The components of the page ask a bundler for addresses of files: here these stand inside the page. */
const inside = {
  name: "inside",
  setup(bundler) {
    bundler.onResolve({ filter: /\?(url|worker&url)$/ }, ({ path: name }) => ({ path: name, namespace: "inside" }));
    bundler.onLoad({ filter: /.*/, namespace: "inside" }, () => ({ contents: 'export default ""', loader: "js" }));
  },
};

const common = { bundle: true, minify: true, target: "es2022", logLevel: "warning", absWorkingDir: here, legalComments: "none" };
const src = (name) => path.join("src", name);
const out = (name) => path.join(dist, name);
// What the glue would load by itself is handed to it.
const define = { "import.meta.url": '""' };

fs.rmSync(dist, { recursive: true, force: true });
fs.mkdirSync(dist, { recursive: true });
const packed = theModule();
await Promise.all([
  build({ ...common, entryPoints: [src("node.ts")], outfile: out("node.js"), platform: "node", format: "cjs", external: ["vscode"] }),
  build({ ...common, entryPoints: [src("web.ts")], outfile: out("web.js"), platform: "browser", format: "cjs", external: ["vscode"] }),
  build({ ...common, entryPoints: [src("worker-node.ts")], outfile: out("worker-node.js"), platform: "node", format: "cjs", define }),
  build({ ...common, entryPoints: [src("worker-web.ts")], outfile: out("worker-web.js"), platform: "browser", format: "iife", define }),
  build({ ...common, entryPoints: [path.join(web, "src", "engine", "worker.ts")], outfile: out("worker-view.js"), platform: "browser", format: "iife", define }),
  build({ ...common, entryPoints: [src("view/view.ts")], outfile: out("view.js"), platform: "browser", format: "iife", plugins: [inside] }),
  build({ ...common, entryPoints: [src("view/view.css")], outfile: out("view.css") }),
]);
const sizes = fs.readdirSync(dist).map((file) => `${file} ${fs.statSync(out(file)).size}`);
console.log(`${sizes.join("\n")}\nthe module is packed to ${packed}`);
