// Writes the service worker: it keeps every file of this build, and answers with them whether there is a network or not.

import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const worker = (version, files) => `// Made by the build.
const NAME = "fairgame-${version}";
const FILES = ${JSON.stringify(files)};
// What has its hash in its name was loaded by the page just now, and is not loaded again.
const wanted = (file) => new Request(file, { cache: file.startsWith("assets/") ? "force-cache" : "no-cache" });
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.map(wanted))).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("fairgame-") && name !== NAME;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
`;

export function offline(dist) {
  const all = fs.readdirSync(dist, { recursive: true }).map((file) => file.replaceAll("\\", "/"));
  const files = all.filter((file) => fs.statSync(path.join(dist, file)).isFile() && !["fairgame.html", "offline.js"].includes(file)).sort();
  const hash = crypto.createHash("sha256");
  files.forEach((file) => hash.update(file).update(fs.readFileSync(path.join(dist, file))));
  const version = hash.digest("hex").slice(0, 12);
  fs.writeFileSync(path.join(dist, "offline.js"), worker(version, ["./", ...files]));
}
