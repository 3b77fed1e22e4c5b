/** How many notices of the signed-in person are unread; in the first script, what is read of them is not. */
import { createStore } from '#kit/web/store.ts'

export const unreadNotices = createStore(0)
