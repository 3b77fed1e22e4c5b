/** Circuit breaker: stops calling an outside system that fails repeatedly, so that nobody waits for its time limit. */

export type Breaker = {
  /** Whether a call is allowed. After the pause one caller may try. */
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
      // The trial counts as failed until it answers: others wait for another pause.
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
