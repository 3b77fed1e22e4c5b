/** Browser storages for tests, as Node has none. */
import { vi } from 'vitest'

/** Installs an empty storage and returns its contents. `vi.unstubAllGlobals` removes it. */
export function stubStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage'): Map<string, string> {
  const contents = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => contents.get(key) ?? null,
    setItem: (key: string, text: string) => contents.set(key, text),
    removeItem: (key: string) => contents.delete(key),
  })
  return contents
}
