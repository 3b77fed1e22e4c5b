/** Reads sums again when a resource they count has changed: at most every ten seconds, never while hidden. */
import { useEffect } from 'react'
import { channel } from './live.ts'
import { useStore } from './store.ts'

/** Minimum time between two automatic reads, in ms. */
export const pause = 10_000

const resourceOf = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'resource' in event ? event.resource : undefined

/** Calls `again` after changes of `resources`, both stable, while the page is visible. */
export function useFresh(resources: readonly string[], again: () => void): void {
  const live = useStore(channel)
  useEffect(() => {
    let changed = false
    const note = (event: unknown): void => {
      if (resources.includes(String(resourceOf(event)))) changed = true
    }
    live?.on('change', note)
    const clock = setInterval(() => {
      if (!changed || document.visibilityState !== 'visible') return
      changed = false
      again()
    }, pause)
    return () => {
      live?.off('change', note)
      clearInterval(clock)
    }
  }, [live, resources, again])
}
