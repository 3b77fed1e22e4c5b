/** When the first screen has its answers: what no first row needs is loaded after it. */
import { useEffect } from 'react'
import { queryClient } from '../kit/query.ts'
import { createStore, useStore } from '../kit/store.ts'

/** Longest time that the rest waits for the answers, in ms: changes are told by the live channel, which is of the rest. */
const longest = 2_000
/** For rendering the answers, in ms. */
const rendering = 50

const settled = createStore(false)

/**
 * Whether the first screen has its answers; true from then on, and at latest 2 s after the first component asked. Rendered
 * with the screen, whose queries have begun by then.
 */
export function useSettled(): boolean {
  const done = useStore(settled)
  useEffect(() => {
    if (done) return undefined
    let timer = setTimeout(() => settled.set(true), longest)
    const look = (): void => {
      if (queryClient.isFetching() > 0) return
      stop()
      timer = setTimeout(() => settled.set(true), rendering)
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [done])
  return done
}
