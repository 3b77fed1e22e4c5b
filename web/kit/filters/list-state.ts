/** Filters, page and page size of a list: the state of its tab, readable from a copied link. */
import { useMemo, useState } from 'react'
import { firstOfMonthVn, toFilterDate, todayVn } from '../../../contract/dates.ts'
import { defaultPaging, type Period, type Resource } from '../../../contract/kit/resource.ts'
import { usePlace } from '../place.tsx'
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

/** The state of any list. A changed filter or page size goes back to the first page. */
export function useListState({ names, defaults: given, paging = defaultPaging }: ListOptions): ListState {
  const { search } = usePlace()
  const [defaults] = useState(given ?? {})
  const [filters, keepFilters] = useState<Filters>(() => {
    const linked = fromLink(search, names)
    return search === '' ? defaults : { ...defaults, ...linked }
  })
  const [page, setPage] = useState(0)
  const [size, keepSize] = useState(paging.size)
  const query = useMemo(() => ({ ...without(filters), page, count: size }), [filters, page, size])
  return {
    filters,
    defaults,
    page,
    size,
    sizes: paging.sizes,
    query,
    setFilters: (next) => {
      keepFilters(without(next))
      setPage(0)
    },
    setPage,
    setSize: (next) => {
      keepSize(next)
      setPage(0)
    },
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
