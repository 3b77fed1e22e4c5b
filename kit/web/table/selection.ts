/** The ticked rows: single ones, a range with Shift, the page, or all of the filter. */
import { useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** All rows of the filter, not only those of this page. */
  all: boolean
  toggle: (id: string, range: boolean) => void
  togglePage: () => void
  chooseAll: () => void
  clear: () => void
}

/** `last` is the row ticked last, where a range starts. */
export type Ticked = { ids: ReadonlySet<string>; all: boolean; last: string | null }

export const nothingTicked: Ticked = { ids: new Set(), all: false, last: null }

/** After a click on a row's checkbox; `range` ticks everything from the row ticked last (Shift). */
export function tickRow(now: Ticked, pageIds: readonly string[], id: string, range: boolean): Ticked {
  const next = new Set(now.ids)
  const [from, to] = [pageIds.indexOf(now.last ?? ''), pageIds.indexOf(id)]
  if (range && from >= 0 && to >= 0) {
    const between = pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)
    for (const rowId of between) next.add(rowId)
  } else if (!next.delete(id)) next.add(id)
  return { ids: next, all: false, last: id }
}

/** After a click on the page's checkbox: ticks all of it, or none if all was ticked. */
export function tickPage(now: Ticked, pageIds: readonly string[]): Ticked {
  const allTicked = pageIds.length > 0 && pageIds.every((id) => now.ids.has(id))
  return { ids: new Set(allTicked ? [] : pageIds), all: false, last: null }
}

/** The selection among the visible rows; `pageIds` in their order. */
export function useSelection(pageIds: readonly string[]): Selection {
  const [state, setState] = useState(nothingTicked)
  return {
    ids: state.ids,
    all: state.all,
    toggle: (id, range) => setState((now) => tickRow(now, pageIds, id, range)),
    togglePage: () => setState((now) => tickPage(now, pageIds)),
    chooseAll: () => setState((now) => ({ ...now, all: true })),
    clear: () => setState(nothingTicked),
  }
}
