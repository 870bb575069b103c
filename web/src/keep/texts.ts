// The last twenty texts, kept on this machine, and the way back from opening another one.

const KEY = "fairgame-texts";
const MINE = "fairgame-mine";
const MOST = 20;

/** `opened`: it was opened and not changed since. Such a text never takes the room of what somebody wrote. */
export interface Kept { id: string; text: string; when: number; exercise?: string; link?: string; opened?: boolean }

/** What is stored under a name; nothing where nothing may be stored. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

export function kept(): Kept[] {
  try {
    const all: unknown = JSON.parse(stored(KEY) ?? "[]");
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
  return put({ text, exercise, link });
}

function put(what: Omit<Kept, "id" | "when">): boolean {
  const id = ownId() ?? newId();
  const all = [{ ...what, id, when: Date.now() }, ...kept().filter((k) => k.id !== id)];
  const last = (opened: boolean) => all.filter((k) => Boolean(k.opened) === opened).slice(0, MOST);
  const few = new Set([...last(false), ...last(true)]);
  return store(KEY, JSON.stringify(all.filter((k) => few.has(k))));
}

/** Another text is at hand; the one before stays kept. */
export function begin(text: string, exercise?: string, link?: string): boolean {
  newId();
  return text.trim() ? put({ text, exercise, link, opened: true }) : true;
}

/** The texts that somebody wrote or opened, each once. */
export function listed(): Kept[] {
  const all = kept();
  return all.filter((k, i) => all.findIndex((other) => other.text === k.text && other.exercise === k.exercise) === i);
}

/** A window that was made as a copy of another one has the same text, and from now on a text of its own. */
export async function claim(): Promise<void> {
  const [id, copied] = [ownId(), mine()];
  if (!id || (await held(id))) return;
  newId();
  if (copied) put(copied);
}

/** Holds an id as long as the window is there; false if another window does. */
function held(id: string): Promise<boolean> {
  // Where that cannot be known, windows are taken to be alone.
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((known) => {
    const forever = new Promise<void>(() => {});
    const hold = (lock: Lock | null) => {
      known(lock !== null);
      return lock ? forever : undefined;
    };
    navigator.locks.request(`fairgame ${id}`, { ifAvailable: true }, hold).catch(() => known(true));
  });
}

function newId(): string {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  forgotten = id;
  void held(id);
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
