/** Waiting counts beside menu entries, set by whichever workflow knows them. */
import type { ScreenName } from '../../contract/screens.ts'
import { createStore } from './store.ts'

/** Screen → how many things wait there; 0 shows nothing. */
export const counts = createStore<Partial<Record<ScreenName, number>>>({})

/** Sets the count beside the menu entry of `screen`. */
export const setCount = (screen: ScreenName, waiting: number): void =>
  counts.set((now) => (now[screen] === waiting ? now : { ...now, [screen]: waiting }))
