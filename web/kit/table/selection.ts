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

/** The selection among the rows on screen; `ids` in their order. */
export function useSelection(pageIds: readonly string[]): Selection {
  const [state, setState] = useState<{ ids: ReadonlySet<string>; all: boolean; last: string | null }>({
    ids: new Set(),
    all: false,
    last: null,
  })
  const toggle = (id: string, range: boolean): void =>
    setState((now) => {
      const next = new Set(now.ids)
      const [from, to] = [pageIds.indexOf(now.last ?? ''), pageIds.indexOf(id)]
      if (range && from >= 0 && to >= 0) {
        const between = pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)
        for (const one of between) next.add(one)
      } else if (!next.delete(id)) next.add(id)
      return { ids: next, all: false, last: id }
    })
  return {
    ids: state.ids,
    all: state.all,
    toggle,
    togglePage: () =>
      setState((now) => {
        const whole = pageIds.length > 0 && pageIds.every((id) => now.ids.has(id))
        return { ids: new Set(whole ? [] : pageIds), all: false, last: null }
      }),
    chooseAll: () => setState((now) => ({ ...now, all: true })),
    clear: () => setState({ ids: new Set(), all: false, last: null }),
  }
}
