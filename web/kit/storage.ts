/** What the browser keeps between visits. A browser that forbids storage works, it only forgets. */

/** The text kept under `key`, or null. */
export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // The browser forbids storage: nothing was kept.
    return null
  }
}

/** Keeps `text` under `key`; null forgets it. */
export function keepText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Forbidden or full: the page works all the same and only forgets.
  }
}

/** The JSON value kept under `key` when `check` knows it; corrupt or foreign content counts as none. */
export function keptValue<T>(key: string, check: (value: unknown) => value is T): T | null {
  const text = keptText(key)
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
export const keepValue = (key: string, value: unknown): void => keepText(key, JSON.stringify(value))
