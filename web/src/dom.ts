// Elements, made so that what comes from anybody is only ever set as text.

type Content = Node | string | number | null | undefined | false;
type Properties = Record<string, unknown>;

/** `h("button", { class: "main", onclick: run }, "Run")` */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...contents: Content[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...contents.filter((c) => c !== null && c !== undefined && c !== false).map(node));
  return element;
}

const node = (content: Content): Node | string => (content instanceof Node ? content : String(content));

function set(element: HTMLElement, name: string, value: unknown): void {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
  else if (typeof value === "boolean") element.toggleAttribute(name, value);
  else if (value !== undefined && value !== null) element.setAttribute(name, String(value));
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found as T;
}

/** Says something to everybody, also to those who do not see the page. */
export function announce(text: string): void {
  byId("said").textContent = text;
}

/** Runs when nothing has happened for a while. */
export function later<A extends unknown[]>(milliseconds: number, run: (...args: A) => void): (...args: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), milliseconds);
  };
}

/** Puts a text where it can be pasted from. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function save(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A picture in SVG: as an image, which can run nothing. */
export function picture(svg: string, alt: string): HTMLImageElement {
  return h("img", { class: "picture", src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })), alt });
}

export const isDark = (): boolean => matchMedia("(prefers-color-scheme: dark)").matches;
