/** The numbers looked up since the page was loaded, newest first; kept in memory only, and for one user only. */
import { createStore } from '#kit/web/store.ts'

const most = 8

export type Recent = { username: string; phones: readonly string[] }

/** Read by the look-up screens. */
export const recentLookups = createStore<Recent>({ username: '', phones: [] })

/** Puts `phone` first. Another user starts with an empty list. */
export function remember(username: string, phone: string): void {
  recentLookups.set((now) => {
    const before = now.username === username ? now.phones : []
    return { username, phones: [phone, ...before.filter((former) => former !== phone)].slice(0, most) }
  })
}

/** The numbers of `username`. */
export const recentOf = (now: Recent, username: string): readonly string[] =>
  now.username === username ? now.phones : []
