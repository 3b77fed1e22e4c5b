/** Which rows are ticked: one by one, a range with Shift, the page, or all that the filter finds. */
import { useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Everything the filter finds, not only the rows on this page. */
  all: boolean
  toggle: (id: string, range: boolean) => void
  togglePage: () => void
  chooseAll: () => void
  clear: () => void
}

/** `last` is the row ticked last, where a range begins. */
export type Ticked = { ids: ReadonlySet<string>; all: boolean; last: string | null }

export const nothingTicked: Ticked = { ids: new Set(), all: false, last: null }

/** After a click on a row's box; `range` ticks everything from the row ticked last, as Shift does. */
export function tick(now: Ticked, pageIds: readonly string[], id: string, range: boolean): Ticked {
  const next = new Set(now.ids)
  const [from, to] = [pageIds.indexOf(now.last ?? ''), pageIds.indexOf(id)]
  if (range && from >= 0 && to >= 0) {
    const between = pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)
    for (const one of between) next.add(one)
  } else if (!next.delete(id)) next.add(id)
  return { ids: next, all: false, last: id }
}

/** After a click on the box of the page: all of it, or none when all of it was ticked. */
export function tickPage(now: Ticked, pageIds: readonly string[]): Ticked {
  const whole = pageIds.length > 0 && pageIds.every((id) => now.ids.has(id))
  return { ids: new Set(whole ? [] : pageIds), all: false, last: null }
}

/** The selection among the rows on screen; `ids` in their order. */
export function useSelection(pageIds: readonly string[]): Selection {
  const [state, setState] = useState(nothingTicked)
  return {
    ids: state.ids,
    all: state.all,
    toggle: (id, range) => setState((now) => tick(now, pageIds, id, range)),
    togglePage: () => setState((now) => tickPage(now, pageIds)),
    chooseAll: () => setState((now) => ({ ...now, all: true })),
    clear: () => setState(nothingTicked),
  }
}
