/** The smallest shared state: a value, a setter, and a hook. */
import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get: () => T
  set: (next: T | ((now: T) => T)) => void
  subscribe: (listener: () => void) => () => void
}

/** A store with `initial` as its first value; setting an equal value notifies nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      const now = typeof next === 'function' ? (next as (now: T) => T)(value) : next
      if (Object.is(now, value)) return
      value = now
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of `store`; the component renders again when it changes. */
export const useStore = <T>(store: Store<T>): T =>
  // The third one is for rendering without a browser, as tests do.
  useSyncExternalStore(store.subscribe, store.get, store.get)
