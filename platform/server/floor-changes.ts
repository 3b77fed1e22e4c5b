/** Who has called since a floor was read last: a claim or a result changes the row of one person (D3-FLR-05). */

/** Most changes kept; whoever read before the first of them reads everybody. */
const most = 4_000

export type FloorChanges = {
  /** Rows of these people changed; undefined for anybody. */
  note: (people?: readonly string[]) => void
  /** How many changes are known. */
  count: () => number
  /** Who changed after the first `n` changes; null when that may be anybody. */
  since: (n: number) => ReadonlySet<string> | null
}

/** Opens the changes that one process knows of, its own and those of others. */
export function openFloorChanges(): FloorChanges {
  const changes: (readonly string[])[] = []
  /** How many are no longer kept, or were of anybody. */
  let gone = 0
  return {
    note(people) {
      if (people) changes.push(people)
      else gone += changes.splice(0).length + 1
      if (changes.length > most) gone += changes.splice(0, most / 2).length
    },
    count: () => gone + changes.length,
    since: (n) => (n < gone ? null : new Set(changes.slice(n - gone).flat())),
  }
}
