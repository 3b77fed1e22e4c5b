/** Circuit breaker: stops calling an external system that fails repeatedly, so that callers need not wait for its time limit. */

export type Breaker = {
  /** Whether a call is allowed. After the pause one trial call is. */
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
      // The trial counts as failed until it completes: other callers wait for another pause.
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
