/** What the parts of the desk are given. */
import type { Item, useCurrent, useTicks } from './use-desk.ts'

export type Parts = {
  rows: readonly Item[]
  /** How many wait, also those that are not read yet. */
  total: number
  current: ReturnType<typeof useCurrent>
  ticks: ReturnType<typeof useTicks>
  /** Whether somebody else has decided it: it keeps its place and is done with. */
  isGone: (item: Item) => boolean
  busy: boolean
  /** The time by which ages are told, ms. */
  now: number
  /** Approves what of these nothing speaks against. */
  approve: (items: readonly Item[]) => void
  /** Opens the fields that the reader may fill in. */
  fill: (item: Item) => void
  /** Opens all of the row and its history. */
  trail: (item: Item) => void
  more: (() => void) | undefined
}
