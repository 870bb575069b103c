// The page is plain files that any server can serve from any folder.

import path from "node:path";

const here = import.meta.dirname;

export default {
  base: "./",
  worker: { format: "iife" },
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      input: { index: path.join(here, "index.html"), "fair-game": path.join(here, "src", "element", "fair-game.ts") },
      output: { entryFileNames: (chunk) => (chunk.name === "fair-game" ? "fair-game.js" : "assets/[name]-[hash].js") },
    },
  },
};
