/** When a screen has its rows; what no first row needs begins then. */
import { useEffect, useEffectEvent } from 'react'
import { doAfterRows } from '#kit/web/after-rows.ts'
import { pause } from '#kit/web/network.ts'
import { queryClient } from '#kit/web/query.ts'
import { createStore } from '#kit/web/store.ts'

/** Longest time that the rest waits for the rows, and the screen then for the code of its dialogs, in ms. */
const longest = 2_000
/** For rendering answers and asking what follows from them, in ms. */
const rendering = 30

/** Whether the first screen had its rows; the live channel and the menu's counts wait for it. */
export const settled = createStore(false)

/** Calls `then` once nothing is being read any more, at the latest after 2 s; returns how to stop. */
function whenRead(then: () => void): () => void {
  let quiet: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    unfollow()
    clearTimeout(quiet)
    clearTimeout(late)
  }
  const done = (): void => {
    stop()
    then()
  }
  const look = (): void => {
    clearTimeout(quiet)
    if (queryClient.isFetching() === 0) quiet = setTimeout(done, rendering)
  }
  const unfollow = queryClient.getQueryCache().subscribe(look)
  const late = setTimeout(done, longest)
  look()
  return stop
}

/**
 * Stands behind a screen, whose queries have begun when this is mounted. `onUsable` is called once the code of its dialogs
 * is there too: who loses the connection from then on can still open them.
 */
export function FollowRows({ onUsable }: { onUsable?: () => void }) {
  const tell = useEffectEvent(() => onUsable?.())
  useEffect(
    () =>
      whenRead(() => {
        settled.set(true)
        void Promise.race([doAfterRows(), pause(longest)]).then(() => tell())
      }),
    [],
  )
  return null
}
