/** Tells when a screen has its rows; all work that the first row does not need begins then. */
import { useEffect, useEffectEvent } from 'react'
import { doAfterRows } from '#kit/web/after-rows.ts'
import { pause } from '#kit/web/network.ts'
import { queryClient } from '#kit/web/query.ts'
import { createStore } from '#kit/web/store.ts'

/** Longest wait in ms: of other work for the rows, and then of the screen for the code of its dialogs. */
const longest = 2_000
/** Time in ms for rendering answers and sending the requests that follow from them. */
const rendering = 30

/** Whether the first screen has had its rows; the live channel and the menu's counts wait for it. */
export const settled = createStore(false)

/** Calls `then` once no request is running, at the latest after 2 s; returns how to stop it. */
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
 * Rendered after a screen, whose queries have begun by then. `onUsable` is called once the code of its dialogs is
 * loaded too: from then on a user who loses the connection can still open them.
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
