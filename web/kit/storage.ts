/** What the browser keeps between visits. A browser that forbids storage works, it only forgets. */

/** The text kept under `key`, or null. */
export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch (error) {
    console.warn('storage cannot be read', key, error)
    return null
  }
}

/** Keeps `text` under `key`; null forgets it. */
export function keepText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch (error) {
    console.warn('storage cannot be written', key, error)
  }
}

/** The JSON value kept under `key` when `check` knows it; corrupt or foreign content counts as none. */
export function keptValue<T>(key: string, check: (value: unknown) => value is T): T | null {
  const text = keptText(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return check(value) ? value : null
  } catch (error) {
    console.warn('stored value is corrupt and ignored', key, error)
    return null
  }
}

/** Keeps `value` as JSON under `key`. */
export const keepValue = (key: string, value: unknown): void => keepText(key, JSON.stringify(value))
