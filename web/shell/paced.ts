/** Changes as the screens follow them: with 500 people at work a list changes several times a second, and each screen that shows it would read it as often. */

/** Shortest time between two readings of one list by itself, in ms. */
const pause = 3_000

type Paced<N> = {
  /** Rows of `name` changed. */
  note: (name: N) => void
  /** Looks whether the page has come to the front. */
  look: () => void
  stop: () => void
}

/**
 * Calls `tell` with the name of what changed: at once after a pause, else when it is over, and for a page behind others
 * once it is in front.
 */
export function paced<N>(tell: (name: N) => void, inFront: () => boolean): Paced<N> {
  const changed = new Set<N>()
  const toldAt = new Map<N, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function look(): void {
    clearTimeout(timer)
    timer = undefined
    if (!inFront()) return
    const now = performance.now()
    let next = Infinity
    for (const name of changed) {
      const due = (toldAt.get(name) ?? -Infinity) + pause
      if (due > now) next = Math.min(next, due)
      else {
        changed.delete(name)
        toldAt.set(name, now)
        tell(name)
      }
    }
    if (next < Infinity) timer = setTimeout(look, next - now)
  }
  return {
    note(name) {
      changed.add(name)
      look()
    },
    look,
    stop: () => clearTimeout(timer),
  }
}
