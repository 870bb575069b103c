// The last twenty texts, kept on this machine, and the way back from opening another one.

const KEY = "fairgame-texts";
const MINE = "fairgame-mine";
const MOST = 20;

export interface Kept { id: string; text: string; when: number; exercise?: string; link?: string }

export function kept(): Kept[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter((k): k is Kept => typeof k?.text === "string") : [];
  } catch {
    return [];
  }
}

/** Each window has a text of its own: two of them keep both. */
export function mine(): Kept | undefined {
  const id = ownId();
  return kept().find((k) => k.id === id);
}

let forgotten: string | null = null;

function ownId(): string | null {
  try {
    return sessionStorage.getItem(MINE);
  } catch {
    return forgotten;
  }
}

/** What is typed changes the text at hand; an exercise, and a link that brought other texts, stay with it. */
export function keep(text: string, exercise?: string, link?: string): boolean {
  const id = ownId() ?? newId();
  const others = kept().filter((k) => k.id !== id && k.text !== text);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ id, text, when: Date.now(), exercise, link }, ...others].slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

/** Another text is at hand; the one before stays kept. */
export function begin(text: string, exercise?: string, link?: string): boolean {
  newId();
  return text.trim() ? keep(text, exercise, link) : true;
}

function newId(): string {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  forgotten = id;
  try {
    sessionStorage.setItem(MINE, id);
  } catch {
    // Then it is known until the page goes away.
  }
  return id;
}

export function title(text: string): string {
  const named = /^(?:loopy )?(?:game|graph)\s+([^\s(]+)/m.exec(text)?.[1];
  const first = text.split("\n").find((line) => line.trim())?.replace(/^#\s*/, "") ?? "empty";
  return named && !first.includes(named) ? `${named}: ${first.slice(0, 60)}` : first.slice(0, 70);
}
