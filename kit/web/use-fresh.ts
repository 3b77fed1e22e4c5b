/** Reads sums again when a resource they count has changed: at most every ten seconds, never while hidden. */
import { useEffect } from 'react'
import { isObject } from '#kit/contract/is-object.ts'
import { channel } from './live.ts'
import { useStore } from './store.ts'

/** Minimum time between two automatic reads, in ms. */
export const pause = 10_000

const resourcesOf = (event: unknown): readonly unknown[] =>
  isObject(event) && Array.isArray(event.resources) ? event.resources : []

/** Calls `again` after changes of `resources`, both stable, while the page is visible. */
export function useFresh(resources: readonly string[], again: () => void): void {
  const live = useStore(channel)
  useEffect(() => {
    let changed = false
    const note = (event: unknown): void => {
      if (resourcesOf(event).some((name) => resources.includes(String(name)))) changed = true
    }
    live?.on('changes', note)
    const clock = setInterval(() => {
      if (!changed || document.visibilityState !== 'visible') return
      changed = false
      again()
    }, pause)
    return () => {
      live?.off('changes', note)
      clearInterval(clock)
    }
  }, [live, resources, again])
}
