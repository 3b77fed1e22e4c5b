/** Number of unread notices of the signed-in user; in the first script, unlike the notices themselves. */
import { createStore } from '#kit/web/store.ts'

export const unreadNotices = createStore(0)
