// A server of plain files, as any hosting has it.

import fs from "node:fs";
import http from "node:http";
import path from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json", ".bin": "application/octet-stream",
};

export function serve(folder, port = 0) {
  const root = path.resolve(folder);
  const asked = [];
  const server = http.createServer((request, response) => {
    const wanted = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    asked.push(wanted);
    let file = path.join(root, wanted);
    if (file.endsWith(path.sep)) file = path.join(file, "index.html");
    if (!file.startsWith(root) || !fs.existsSync(file) || !fs.statSync(file).isFile()) {
      response.writeHead(404);
      return response.end();
    }
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" });
    fs.createReadStream(file).pipe(response);
  });
  return new Promise((ready) => {
    server.listen(port, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${server.address().port}/`;
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      ready({ url, asked, close });
    });
  });
}
