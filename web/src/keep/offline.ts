// The page without a network: all of it is kept by the browser on the first visit.

import { script } from "../engine/trusted";

export async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register(script("./offline.js"));
  } catch {
    // Where that is not allowed, the page works as long as there is a network.
  }
}
