/** Stops asking an outside system that fails again and again, so that nobody waits for its time limit. */

export type Breaker = {
  /** Whether to ask now. After the pause one caller is let through to try. */
  allows: () => boolean
  succeeded: () => void
  failed: () => void
}

/** Opens after `failures` in a row for `pauseMs`; `now` is in ms. */
export function newBreaker({ failures = 5, pauseMs = 15_000, now = Date.now } = {}): Breaker {
  let inRow = 0
  let refusedUntil = 0
  return {
    allows() {
      if (inRow < failures) return true
      if (now() < refusedUntil) return false
      // The trial counts as a failure until it answers: others wait out another pause.
      refusedUntil = now() + pauseMs
      return true
    },
    succeeded() {
      inRow = 0
    },
    failed() {
      inRow++
      if (inRow >= failures) refusedUntil = now() + pauseMs
    },
  }
}
