/** Waiting counts beside menu entries, set by the workflows. */
import type { ScreenName } from '#platform/contract/screens.ts'
import { createStore } from './store.ts'

/** Screen → number of waiting items; 0 is not shown. */
export const counts = createStore<Partial<Record<ScreenName, number>>>({})

export const setCount = (screen: ScreenName, waiting: number): void =>
  counts.set((now) => (now[screen] === waiting ? now : { ...now, [screen]: waiting }))
