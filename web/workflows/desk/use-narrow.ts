/** Whether the screen is a phone's, where the desk shows cards (D3-APR-06). */
import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 760px)')

const follow = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const useNarrow = (): boolean => useSyncExternalStore(follow, () => narrow.matches)
