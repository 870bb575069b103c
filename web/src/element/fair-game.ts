// <fair-game>: the page inside another one. It is no module, so that it can be had from any server.
//
//   <script src="https://example.org/fair-game.js"></script>
//   <fair-game readonly>game Nim(n: nat) ...</fair-game>

{
  const HOME = new URL("./", (document.currentScript as HTMLScriptElement).src).href;

  class FairGame extends HTMLElement {
    static observedAttributes = ["readonly"];
    private frame: HTMLIFrameElement | undefined;

    connectedCallback(): void {
      if (this.frame) return;
      const frame = document.createElement("iframe");
      frame.title = this.getAttribute("title") ?? "A game with its rules and its answers";
      frame.src = `${this.getAttribute("page") ?? `${HOME}index.html`}?embed${this.hasAttribute("readonly") ? "&readonly" : ""}`;
      frame.allow = "clipboard-write";
      Object.assign(frame.style, { width: "100%", height: this.getAttribute("height") ?? "28rem", border: "1px solid #888" });
      addEventListener("message", ({ data, source }) => {
        if (source === frame.contentWindow && data?.fairgame === "ready") {
          // What stands in the element may have come in after the element itself.
          frame.contentWindow?.postMessage({ fairgame: dedent(this.textContent ?? "") }, "*");
        }
      });
      this.frame = frame;
      this.attachShadow({ mode: "open" }).append(frame);
    }
  }

  /** Without the indentation that it has in the page around it. */
  function dedent(text: string): string {
    const lines = text.replace(/^\s*\n|\s+$/g, "").split("\n");
    const indents = lines.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
    const least = Math.min(...indents, 100);
    return `${lines.map((line) => line.slice(least)).join("\n")}\n`;
  }

  if (!customElements.get("fair-game")) customElements.define("fair-game", FairGame);
}
