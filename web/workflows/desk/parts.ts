/** What the parts of the desk are given. */
import type { Decision } from './decide.ts'
import type { Item, useCurrent, useTicks } from './use-desk.ts'

export type Parts = {
  rows: readonly Item[]
  /** How many wait, also those that are not read yet. */
  total: number
  /** How many the filter lists; null where nobody has counted them. */
  listed: number | null
  current: ReturnType<typeof useCurrent>
  ticks: ReturnType<typeof useTicks>
  /** Whether somebody else has decided it: it keeps its place and is done with. */
  isGone: (item: Item) => boolean
  busy: boolean
  /** The time by which ages are told, ms. */
  now: number
  /** Decides on these, or on all that the filter lists. */
  decideAll: (decision: Decision, items: readonly Item[] | 'whole') => void
  /** Opens the fields that the reader may fill in. */
  fill: (item: Item) => void
  /** Opens all of the row and its history. */
  trail: (item: Item) => void
  more: (() => void) | undefined
}
