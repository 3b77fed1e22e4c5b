/** Filters, page and page size of a list: the state of its tab, readable from a copied link. */
import { useMemo, useState } from 'react'
import { firstOfMonthVn, toFilterDate, todayVn } from '../../../contract/dates.ts'
import { defaultPaging, type Period, type Resource } from '../../../contract/kit/resource.ts'
import { useTab } from '../tab-state.tsx'
import type { ListQuery } from '../resource-api.ts'

/** Query parameter → text; dates as DD/MM/YYYY. */
export type Filters = Readonly<Record<string, string>>

export type ListState = {
  filters: Filters
  /** What 'Xoá lọc' goes back to. */
  defaults: Filters
  page: number
  size: number
  sizes: readonly number[]
  /** The query of the list call. */
  query: ListQuery
  setFilters: (next: Filters) => void
  setPage: (page: number) => void
  setSize: (size: number) => void
}

/** The first and last days that the periods of a list begin with (D1-LIST-04, D1-LIST-05). */
export function defaultPeriods(periods: readonly Period[] = []): Filters {
  const today = todayVn()
  return Object.fromEntries(
    periods
      .filter((period) => period.default)
      .flatMap((period) => [
        [period.from, toFilterDate(period.default === 'month' ? firstOfMonthVn() : today)],
        [period.to, toFilterDate(today)],
      ]),
  )
}

const without = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, text]) => text.trim() !== ''))

function fromLink(search: string, names: readonly string[]): Filters {
  const params = new URLSearchParams(search)
  return Object.fromEntries(
    names.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : [])),
  )
}

export type ListOptions = {
  /** Parameters a link may carry. */
  names: readonly string[]
  defaults?: Filters
  paging?: { sizes: readonly number[]; size: number }
}

export type Chosen = { filters: Filters; page: number; size: number }

/** What a list begins with: its defaults, over which the filters of a copied link go. */
export const firstChosen = (options: ListOptions, search: string): Chosen => ({
  filters: { ...options.defaults, ...fromLink(search, options.names) },
  page: 0,
  size: (options.paging ?? defaultPaging).size,
})

/** Other filters or another page size begin at the first page again; empty filters are none. */
export const chosen = (now: Chosen, next: Partial<Pick<Chosen, 'filters' | 'size'>>): Chosen => ({
  filters: next.filters ? without(next.filters) : now.filters,
  size: next.size ?? now.size,
  page: 0,
})

/** The state of any list. */
export function useListState(options: ListOptions): ListState {
  const { search } = useTab()
  const [defaults] = useState(options.defaults ?? {})
  const [state, setState] = useState(() => firstChosen(options, search))
  const { filters, page, size } = state
  const query = useMemo(() => ({ ...without(filters), page, count: size }), [filters, page, size])
  return {
    ...state,
    defaults,
    sizes: (options.paging ?? defaultPaging).sizes,
    query,
    setFilters: (next) => setState((now) => chosen(now, { filters: next })),
    setPage: (next) => setState((now) => ({ ...now, page: next })),
    setSize: (next) => setState((now) => chosen(now, { size: next })),
  }
}

/** The state of a declared resource's list. */
export const useResourceListState = (resource: Resource): ListState =>
  useListState({
    names: [
      ...Object.keys(resource.filter),
      ...(resource.periods ?? []).flatMap(({ from, to }) => [from, to]),
    ],
    defaults: defaultPeriods(resource.periods),
    ...(resource.paging && { paging: resource.paging }),
  })
