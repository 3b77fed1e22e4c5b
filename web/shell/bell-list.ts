/** The notices behind the bell: the last 50 of this session, also after a reload (D1-Q-007). */
import { isObject } from '../../contract/kit/is-object.ts'
import { storeText, storeValue, storedValue, thisTab } from '../kit/storage.ts'
import { createStore } from '../kit/store.ts'

export type BellNotice = { at: string; text: string; tone: 'info' | 'success' | 'failure'; seen: boolean }
type StoredNotices = { username: string; notices: readonly BellNotice[] }

const maxNotices = 50
const key = 'bell'

/** Newest first. */
export const bell = createStore<readonly BellNotice[]>([])
let owner = ''

const isNotice = (value: unknown): value is BellNotice =>
  isObject(value) && typeof value.at === 'string' && typeof value.text === 'string'

const isStored = (value: unknown): value is StoredNotices =>
  isObject(value) && 'username' in value && Array.isArray(value.notices) && value.notices.every(isNotice)

function change(next: readonly BellNotice[]): void {
  bell.set(next)
  storeValue(key, { username: owner, notices: next } satisfies StoredNotices, thisTab)
}

/** Restores the notices that `username` had before a reload; another user's are dropped. */
export function restoreBell(username: string): void {
  if (owner === username) return
  owner = username
  const stored = storedValue(key, isStored, thisTab)
  change(stored?.username === username ? stored.notices.slice(0, maxNotices) : [])
}

/** Adds a notice. */
export const ring = (notice: Omit<BellNotice, 'seen'>): void =>
  change([{ ...notice, seen: false }, ...bell.get()].slice(0, maxNotices))

/** Marks all notices as seen. */
export const seeAll = (): void => change(bell.get().map((notice) => ({ ...notice, seen: true })))

/** Clears the list, as at logout. */
export function clearBell(): void {
  owner = ''
  bell.set([])
  storeText(key, null, thisTab)
}
