/** Keeps a big screen from going dark, where the browser can; after a sleep it is asked for again (D3-FLR-04). */
import { useEffect } from 'react'

export function useWakefulScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let left = false
    const wake = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        const next = await navigator.wakeLock.request('screen')
        if (left) await next.release()
        else lock = next
      } catch {
        // Refused, as with little battery: the screen then goes dark as its own settings say.
      }
    }
    const again = (): void => void wake()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
}
