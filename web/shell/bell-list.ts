/** The notices behind the bell: the last 50 of this session (D1-Q-007). */
import { createStore } from '../kit/store.ts'

export type BellNotice = { at: string; text: string; tone: 'info' | 'success' | 'failure'; seen: boolean }

const longest = 50

/** Newest first. */
export const bell = createStore<readonly BellNotice[]>([])

/** Puts a notice on the list. */
export const ring = (notice: Omit<BellNotice, 'seen'>): void =>
  bell.set((now) => [{ ...notice, seen: false }, ...now].slice(0, longest))

/** All notices have been looked at. */
export const seeAll = (): void => bell.set((now) => now.map((notice) => ({ ...notice, seen: true })))

/** Empties the list, as at logout. */
export const clearBell = (): void => bell.set([])
