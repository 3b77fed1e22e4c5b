/** Filters, order, page and page size of a list: the state of its tab, initialised from a link. */
import { useMemo, useRef, useState } from 'react'
import { firstOfMonthVn, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import type { Kind } from '#kit/contract/field.ts'
import { defaultPaging, type Period } from '#kit/contract/resource.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { useTab } from '../tab-state.tsx'
import type { ListQuery } from '../resource-api.ts'
import type { FilterItem } from './filter-item.ts'

/** Query parameter → text; dates as DD/MM/YYYY. */
export type Filters = Readonly<Record<string, string>>

/** Field the list is sorted by, with '-' for the opposite order; '' is the default order. */
export type Sort = string

export type ListState = {
  filters: Filters
  /** Values that 'Xoá lọc' restores. */
  defaults: Filters
  sort: Sort
  page: number
  size: number
  sizes: readonly number[]
  /** The query of the list's call. */
  query: ListQuery
  /** The filters that a link to the list contains. */
  link: Filters
  /** The query of the tab's address. */
  address: string
  /** Filters other than the defaults, without phones; '' for a cleared one. */
  changed: Filters
  /** Id of the view last applied to the list, `noView`, or ''. */
  view: string
  /** Applies a view; filters that views do not hold stay. */
  show: (begin: Begin) => void
  /** The filters that would apply then. */
  under: (begin: Begin) => Filters
  setFilters: (next: Filters) => void
  setSort: (next: Sort) => void
  setPage: (page: number) => void
  setSize: (size: number) => void
  /** Pages of as many rows as the screen has room for (D3-GRID-08). */
  fit: { on: boolean; choose: () => void }
  /** Sets how many rows that are. */
  setRoom: (rows: number) => void
}

/** The first and last days of the default periods (D1-LIST-04, D1-LIST-05). */
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

/** The sort, if the list offers it. */
const offered = (sort: Sort, sorts: readonly string[] = []): Sort =>
  sorts.includes(sort.replace(/^-/, '')) ? sort : ''

/** The parameters that search by phone, those that search texts, and the default days of the periods. */
export type Days = { phones: readonly string[]; texts: readonly string[]; days: Filters }

/** The `Days` of a list, from its filters: a note is searched as a text. */
export function asideBy(
  items: readonly Pick<FilterItem, 'name' | 'field'>[],
  periods: readonly Period[] = [],
): Days {
  const named = (kind: Kind): string[] =>
    items.filter(({ field }) => field.kind === kind).map(({ name }) => name)
  return { phones: named('phone'), texts: named('note'), days: defaultPeriods(periods) }
}

/** A phone that is still being typed. */
const begunPhone = /^0[35789]\d{0,8}$/
/** One word with at least four digits: '90,000', 'FT26332804017'. */
const wholeNumber = /^(?=(?:\D*\d){4})[\p{L}\d.,]+$/u

/** Whether a search text is a whole phone, amount or code: it may match a single row of any month. */
function isWhole(text = ''): boolean {
  const word = text.trim()
  return readPhone(word) !== null || (wholeNumber.test(word) && !begunPhone.test(word))
}

/**
 * A search by a complete number covers all days: the default days are removed from the filters `next`, and come
 * back when the number in `now` is removed. Days that the user chose stay (D3-GRID-08).
 */
export function daysAside(next: Filters, now: Filters, { phones, texts, days }: Days): Filters {
  const seeks = (filters: Filters): boolean =>
    phones.some((name) => readPhone(filters[name]) !== null) || texts.some((name) => isWhole(filters[name]))
  const has = (values: Filters): boolean =>
    Object.entries(values).every(([name, day]) => (next[name] ?? '') === day)
  const noDays = Object.fromEntries(Object.keys(days).map((name) => [name, '']))
  if (seeks(next)) return has(days) ? { ...next, ...noDays } : next
  return seeks(now) && has(noDays) ? { ...next, ...days } : next
}

export type ListOptions = {
  /** Parameters that a link may contain. */
  names: readonly string[]
  defaults?: Filters
  /** For lists that are searched by phone. */
  aside?: Days
  /** Fields the list can be sorted by. */
  sorts?: readonly string[]
  paging?: { sizes: readonly number[]; size: number } | undefined
  /** The state that a view gives the list; '' is the default view, applied when a link names none. */
  begin?: (view: string) => Begin | undefined
}

/** The state that a view gives a list; filters that are not in `heldNames` keep their value. */
export type Begin = {
  view: string
  filters: Filters
  heldNames: readonly string[]
  sort: Sort
  size: number | 'fit' | null
}

/** Filters other than the defaults, '' for a cleared one. Phone numbers are not among them. */
function changedFilters(filters: Filters, options: ListOptions): Filters {
  const { defaults = {}, aside } = options
  const quiet = Object.fromEntries(
    Object.entries(filters).filter(
      ([name, text]) => !aside?.phones.includes(name) && readPhone(text) === null,
    ),
  )
  const withDays = aside ? daysAside(quiet, filters, aside) : quiet
  const names = options.names.filter((name) => (withDays[name] ?? '') !== (defaults[name] ?? ''))
  return Object.fromEntries(names.map((name) => [name, withDays[name] ?? '']))
}

/** The query of the tab's address: filters other than the defaults, the sort and the view. */
export const addressQuery = (
  { filters, sort, view }: Pick<Chosen, 'filters' | 'sort' | 'view'>,
  options: ListOptions,
): string =>
  new URLSearchParams([
    ...Object.entries(changedFilters(filters, options)),
    ...(sort === '' ? [] : [['sort', sort] as [string, string]]),
    ...(view === '' ? [] : [['view', view] as [string, string]]),
  ]).toString()

export type Chosen = { filters: Filters; sort: Sort; view: string; page: number; size: number; fit: boolean }

/** The state of a list under a view, after `now` if it has been shown; `room` is the number of rows that fit. */
export function underView(
  { names, defaults = {}, sorts, paging = defaultPaging }: ListOptions,
  { view, filters, heldNames, sort, size }: Begin,
  now: Filters = {},
  room = 0,
): Chosen {
  const kept = Object.entries(now).filter(([name]) => !heldNames.includes(name))
  const begin = Object.entries(filters).filter(([name]) => names.includes(name))
  return {
    filters: without({ ...defaults, ...Object.fromEntries([...kept, ...begin]) }),
    sort: offered(sort, sorts),
    view,
    page: 0,
    size: size === 'fit' ? room || paging.size : (size ?? paging.size),
    fit: size === 'fit',
  }
}

/** The initial state: that of a link, else of the default view, else the defaults. */
export function firstChosen(options: ListOptions, search: string): Chosen {
  const { names, defaults, aside, sorts, paging = defaultPaging, begin } = options
  const first = search === '' ? begin?.('') : undefined
  if (first) return underView(options, first)
  const filters = { ...defaults, ...fromLink(search, names) }
  const link = new URLSearchParams(search)
  const view = link.get('view') ?? ''
  // The address has no page size: it is that of the view.
  const size = view === '' ? null : begin?.(view)?.size
  return {
    filters: aside ? daysAside(filters, {}, aside) : filters,
    sort: offered(link.get('sort') ?? '', sorts),
    view,
    page: 0,
    size: typeof size === 'number' ? size : paging.size,
    fit: size === 'fit',
  }
}

/** Changed filters, order or page size go back to the first page; empty filters are removed. */
export const fromFirstPage = (now: Chosen, next: Partial<Omit<Chosen, 'page'>>): Chosen => ({
  ...now,
  ...next,
  filters: next.filters ? without(next.filters) : now.filters,
  page: 0,
})

/** Pages of `size` rows, starting at the page that contains the present first row. */
export const resized = (now: Chosen, size: number): Chosen =>
  now.size === size ? now : { ...now, size, page: Math.floor((now.page * now.size) / size) }

/** The order after a click on the heading of `field`: first direction, opposite direction, default order. */
export function nextSort(now: Sort, field: string, first: 'asc' | 'desc'): Sort {
  const [once, reversed] = first === 'asc' ? [field, `-${field}`] : [`-${field}`, field]
  if (now === reversed) return ''
  return now === once ? reversed : once
}

/** The direction of the sort by `field`; undefined when sorted by another field. */
export function sortedBy(now: Sort | undefined, field: string): 'asc' | 'desc' | undefined {
  if (now === field) return 'asc'
  return now === `-${field}` ? 'desc' : undefined
}

/** The state of any list. */
export function useListState(options: ListOptions): ListState {
  const { search } = useTab()
  const [defaults] = useState(options.defaults ?? {})
  const [state, setState] = useState(() => firstChosen(options, search))
  const { filters, sort, page, size, fit } = state
  const room = useRef(0)
  const link = useMemo(() => ({ ...without(filters), ...(sort && { sort }) }), [filters, sort])
  const query = useMemo(() => ({ ...link, page: String(page), count: String(size) }), [link, page, size])
  return {
    ...state,
    defaults,
    sizes: (options.paging ?? defaultPaging).sizes,
    query,
    link,
    changed: changedFilters(filters, { ...options, defaults }),
    address: addressQuery(state, { ...options, defaults }),
    show: (begin) => setState((now) => underView({ ...options, defaults }, begin, now.filters, room.current)),
    under: (begin) => underView({ ...options, defaults }, begin, state.filters).filters,
    setFilters: (next) =>
      setState((now) =>
        fromFirstPage(now, { filters: options.aside ? daysAside(next, now.filters, options.aside) : next }),
      ),
    setSort: (next) => setState((now) => fromFirstPage(now, { sort: next })),
    setPage: (next) => setState((now) => ({ ...now, page: next })),
    setSize: (next) => setState((now) => fromFirstPage(now, { size: next, fit: false })),
    fit: {
      on: fit,
      choose: () => setState((now) => ({ ...resized(now, room.current || now.size), fit: true })),
    },
    setRoom: (rows) => {
      room.current = rows
      if (fit) setState((now) => resized(now, rows))
    },
  }
}
