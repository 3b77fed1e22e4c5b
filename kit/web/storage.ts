/** Browser storage. If the browser forbids it, values are just not stored. */

/** Local storage (all tabs and visits) or session storage (this tab). */
type Area = () => Storage
const everyTab: Area = () => localStorage
/** Survives a reload; other tabs do not see it. */
export const thisTab: Area = () => sessionStorage

/** The text stored under `key`, or null. */
export function storedText(key: string, area = everyTab): string | null {
  try {
    return area().getItem(key)
  } catch {
    // The browser forbids storage: nothing was stored.
    return null
  }
}

/** Stores `text` under `key`; null removes it. */
export function storeText(key: string, text: string | null, area = everyTab): void {
  try {
    if (text === null) area().removeItem(key)
    else area().setItem(key, text)
  } catch {
    // Forbidden or full: the page works without it.
  }
}

/** The JSON value stored under `key` if `is` accepts it; corrupt or foreign content counts as none. */
export function storedValue<T>(key: string, is: (value: unknown) => value is T, area = everyTab): T | null {
  const text = storedText(key, area)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return is(value) ? value : null
  } catch {
    // Not JSON: corrupt storage counts as empty (D1-Q-030).
    return null
  }
}

/** Stores `value` as JSON under `key`. */
export const storeValue = (key: string, value: unknown, area = everyTab): void =>
  storeText(key, JSON.stringify(value), area)
