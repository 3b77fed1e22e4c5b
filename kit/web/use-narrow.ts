/** Whether the window matches a query for narrow ones; follows a phone turned on its side. */
import { useCallback, useSyncExternalStore } from 'react'

/** Up to here lists are cards, filters a sheet, toasts above the foot (D3-PHN-01); style sheets use the same width. */
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
