// Whether the page was solving when it went away: then what froze it is not done again by itself.

const KEY = "fairgame-busy";

export function busy(yes: boolean): void {
  try {
    if (yes) sessionStorage.setItem(KEY, "yes");
    else sessionStorage.removeItem(KEY);
  } catch {
    // Nothing is kept where nothing may be.
  }
}

export function wasBusy(): boolean {
  try {
    return sessionStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}
