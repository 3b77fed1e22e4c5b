/** People whose row of the floor view changed since it was last read: a claim or a result changes one person's row (D3-FLR-05). */

/** Most changes kept; readers older than the first of them reload everyone. */
const mostChanges = 4_000

export type FloorChanges = {
  /** Rows of these people changed; undefined for everyone. */
  note: (people?: readonly string[]) => void
  /** Number of changes so far. */
  count: () => number
  /** People with changes after the first `n`; null if all may have changed. */
  since: (n: number) => ReadonlySet<string> | null
}

/** Opens the record of changes in one process, its own and those of others. */
export function openFloorChanges(): FloorChanges {
  const changes: (readonly string[])[] = []
  /** Number of changes that are no longer kept, or concerned everyone. */
  let dropped = 0
  return {
    note(people) {
      if (people) changes.push(people)
      else dropped += changes.splice(0).length + 1
      if (changes.length > mostChanges) dropped += changes.splice(0, mostChanges / 2).length
    },
    count: () => dropped + changes.length,
    since: (n) => (n < dropped ? null : new Set(changes.slice(n - dropped).flat())),
  }
}
