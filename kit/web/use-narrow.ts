/** Whether the window is as narrow as a query says; a phone turned on its side is asked again. */
import { useCallback, useSyncExternalStore } from 'react'

/** Up to here lists are cards, filters a sheet and toasts above the foot (D3-PHN-01); the style sheets have the same width. */
const phone = '(max-width: 640px)'

/** The answer to a media query, a phone's width by default. */
export function useNarrow(query = phone): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches)
}
