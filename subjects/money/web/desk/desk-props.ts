/** Props shared by the parts of the desk. */
import type { Decision } from './decide.ts'
import type { Item, useCurrent, useTicks } from './use-desk.ts'

export type DeskProps = {
  rows: readonly Item[]
  /** Number of waiting rows, including unread pages. */
  total: number
  /** Number of rows that the filter matches; null where the server did not count them. */
  listed: number | null
  current: ReturnType<typeof useCurrent>
  ticks: ReturnType<typeof useTicks>
  /** Whether somebody else has decided it; it keeps its place. */
  isGone: (item: Item) => boolean
  busy: boolean
  /** The server's time in ms, for ages. */
  now: number
  /** Decides on these rows, or on all that the filter matches. */
  decideAll: (decision: Decision, items: readonly Item[] | 'whole') => void
  /** Opens the dialog for fields the reader may fill in. */
  fill: (item: Item) => void
  /** Opens the drawer with all fields and the history. */
  trail: (item: Item) => void
  more: (() => void) | undefined
}
