/** Filters, page and page size of a list: the state of its tab, readable from a copied link. */
import { useMemo, useState } from 'react'
import { firstOfMonthVn, toFilterDate, todayVn } from '../../../contract/dates.ts'
import { defaultPaging, type Resource } from '../../../contract/kit/resource.ts'
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

/** `startDate` and `endDate` that a list begins with (D1-LIST-04, D1-LIST-05). */
export function defaultPeriod(begin: 'month' | 'today' | undefined): Filters {
  if (!begin) return {}
  const today = todayVn()
  return {
    startDate: toFilterDate(begin === 'month' ? firstOfMonthVn() : today),
    endDate: toFilterDate(today),
  }
}

const without = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, text]) => text.trim() !== ''))

function fromLink(search: string, names: readonly string[]): Filters {
  const params = new URLSearchParams(search)
  return Object.fromEntries(names.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : [])))
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
    const linked = fromLink(search, [...names, 'startDate', 'endDate'])
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
    names: Object.keys(resource.filter),
    defaults: defaultPeriod(resource.period?.default),
    ...(resource.paging && { paging: resource.paging }),
  })
