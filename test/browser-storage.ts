/** The storages of a browser for tests of what it keeps; Node has none of its own. */
import { vi } from 'vitest'

/** Puts an empty storage in place and answers what is in it. `vi.unstubAllGlobals` takes it away again. */
export function stubStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage'): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}
