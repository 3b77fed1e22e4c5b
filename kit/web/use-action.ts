/** A write as a button uses it: one at a time, one key per action, errors shown. */
import { useCallback, useRef, useState } from 'react'
import { newKey } from './client.ts'
import { showError } from './feedback.ts'

export type Action<A extends unknown[]> = { run: (...args: A) => Promise<boolean>; busy: boolean }

/** Wraps `work(key, …)`: one call at a time; `run` returns whether it succeeded, an error is shown. */
export function useAction<A extends unknown[]>(
  work: (key: string, ...args: A) => Promise<unknown>,
  fallback?: string | ((...args: A) => string),
): Action<A> {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = useCallback(
    async (...args: A): Promise<boolean> => {
      if (running.current) return false
      running.current = true
      setBusy(true)
      try {
        await work(newKey(), ...args)
        return true
      } catch (error) {
        showError(error, typeof fallback === 'function' ? fallback(...args) : fallback)
        return false
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [work, fallback],
  )
  return { run, busy }
}
