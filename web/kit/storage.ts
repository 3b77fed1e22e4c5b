/** What the browser keeps between visits. A browser that forbids storage works, it only forgets. */

/** Where something is kept: for every tab and visit, or for this browser tab as long as it lives. */
type Area = () => Storage
const everyTab: Area = () => localStorage
/** Survives a reload, and no other tab sees it. */
export const thisTab: Area = () => sessionStorage

/** The text kept under `key`, or null. */
export function keptText(key: string, area = everyTab): string | null {
  try {
    return area().getItem(key)
  } catch {
    // The browser forbids storage: nothing was kept.
    return null
  }
}

/** Keeps `text` under `key`; null forgets it. */
export function keepText(key: string, text: string | null, area = everyTab): void {
  try {
    if (text === null) area().removeItem(key)
    else area().setItem(key, text)
  } catch {
    // Forbidden or full: the page works all the same and only forgets.
  }
}

/** The JSON value kept under `key` when `check` knows it; corrupt or foreign content counts as none. */
export function keptValue<T>(key: string, check: (value: unknown) => value is T, area = everyTab): T | null {
  const text = keptText(key, area)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return check(value) ? value : null
  } catch {
    // Not JSON: corrupt storage counts as empty (D1-Q-030).
    return null
  }
}

/** Keeps `value` as JSON under `key`. */
export const keepValue = (key: string, value: unknown, area = everyTab): void =>
  keepText(key, JSON.stringify(value), area)
