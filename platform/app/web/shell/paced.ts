/**
 * Paces the reading of changes: with 500 users a list changes several times a second, and each screen that shows it
 * would read it as often.
 */

/** Shortest time between two reads of one list, in ms. */
const pause = 3_000
/** Lists that must show the present state (D3-FLR-05), in ms. */
const shorter: ReadonlyMap<unknown, number> = new Map([['floor', 1_000]])
/**
 * The pause is this many times the duration of the last read, so that a busy server is asked less; at most
 * `longest` ms.
 */
const times = 10
const longest = 30_000
/** A push reaches all windows at once: each reads up to this many ms later, so that they do not ask together. */
const spread = 1_500

type Paced<N> = {
  /** Rows of these lists changed. */
  note: (names: Iterable<N>) => void
  /** Checks whether the page has come to the front. */
  look: () => void
  stop: () => void
}

/** A read: when it began, and how long it took; Infinity until it ends. */
type Reading = { startedAt: number; took: number }

const dueAfter = ({ startedAt, took }: Reading, name: unknown): number =>
  startedAt + Math.max(shorter.get(name) ?? pause, Math.min(longest, took * times))

/**
 * Calls `read` with the names of all that changed: `offset` ms after the change if there was a pause before it,
 * else when the pause is over, and for a page in the background once it is in front. Its promise resolves when the
 * screen has been read. The floor has no offset.
 */
export function paceReads<N>(
  read: (names: readonly N[]) => Promise<void>,
  inFront: () => boolean,
  offset: number = Math.random() * spread,
): Paced<N> {
  /** Time of the first change of each since its last read. */
  const changed = new Map<N, number>()
  const readings = new Map<N, Reading>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  function begin(names: readonly N[]): void {
    const reading = { startedAt: performance.now(), took: Infinity }
    for (const name of names) {
      changed.delete(name)
      readings.set(name, reading)
    }
    void read(names).finally(() => {
      reading.took = performance.now() - reading.startedAt
      look()
    })
  }
  function look(): void {
    clearTimeout(timer)
    timer = undefined
    if (stopped || !inFront()) return
    const now = performance.now()
    const due = [...changed].map(([name, noted]) => {
      const last = readings.get(name)
      const spreadOut = shorter.has(name) ? noted : noted + offset
      return [name, last ? Math.max(spreadOut, dueAfter(last, name)) : spreadOut] as const
    })
    const ready = due.filter(([, dueAt]) => dueAt <= now)
    const next = Math.min(...due.filter(([, dueAt]) => dueAt > now).map(([, dueAt]) => dueAt))
    if (ready.length > 0) begin(ready.map(([name]) => name))
    if (next < Infinity) timer = setTimeout(look, next - now)
  }
  return {
    note(names) {
      const now = performance.now()
      for (const name of names) if (!changed.has(name)) changed.set(name, now)
      look()
    },
    look,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
