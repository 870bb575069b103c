// The page as one file that opens from a stick: styles, scripts, the worker and the module are inside.

import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const base64 = (file) => fs.readFileSync(file).toString("base64");

export function singleFile(dist) {
  const assets = path.join(dist, "assets");
  const find = (begin, end) => {
    const found = fs.readdirSync(assets).find((f) => f.startsWith(begin) && f.endsWith(end));
    if (!found) throw new Error(`the build has no ${begin}*${end}`);
    return path.join(assets, found);
  };
  let html = fs.readFileSync(path.join(dist, "index.html"), "utf8");
  const [, scriptFile] = /<script type="module"[^>]* src="\.\/(assets\/index[^"]+)"/.exec(html) ?? [];
  if (!scriptFile) throw new Error("the build has no main script");
  const script = fs.readFileSync(path.join(dist, scriptFile), "utf8").replaceAll("</script", "<\\/script");
  const style = fs.readFileSync(find("index", ".css"), "utf8");
  const sha = (text) => `'sha256-${crypto.createHash("sha256").update(text).digest("base64")}'`;
  html = html
    .replace(/<script type="module"[^>]*><\/script>/, "")
    .replace(/<link rel="(stylesheet|manifest|icon)"[^>]*>/g, "")
    .replace(/content="default-src[^"]*"/, `content="${policy(sha(script), sha(style))}"`)
    .replace("</head>", () => `<style>${style}</style></head>`)
    .replace("</body>", () => [
      `<script type="text/plain" id="fairgame-worker">${base64(find("worker", ".js"))}</script>`,
      `<script type="text/plain" id="fairgame-module">${base64(find("fairgame", ".bin"))}</script>`,
      `<script type="module">${script}</script></body>`,
    ].join("\n"));
  fs.writeFileSync(path.join(dist, "fairgame.html"), html);
}

/** As that of the page, with the two things inside instead of what lies beside it. */
function policy(script, style) {
  return [
    "default-src 'none'", `script-src ${script} 'wasm-unsafe-eval' blob:`, "worker-src blob:", `style-src ${style}`, "img-src blob: data:",
    "connect-src 'none'", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types fairgame",
  ].join("; ");
}
