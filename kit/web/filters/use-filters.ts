/** The filters of a list while the user edits them: which are set, when they are sent, which periods are refused. */
import { useState } from 'react'
import type { FieldErrors } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { queryText } from '../client.ts'
import { alertText } from '../feedback.ts'
import type { FilterItem, PeriodItem } from './filter-item.ts'
import type { Filters, ListState } from './list-state.ts'

/** The filters being edited. */
export type Edited = ReturnType<typeof useFilters>

/** Whether two sets of filters select the same rows. */
export const same = (a: Filters, b: Filters): boolean => queryText({ ...a }) === queryText({ ...b })

/** Whether a filter is another than by default. */
export const differs = (name: string, draft: Filters, { defaults }: Pick<ListState, 'defaults'>): boolean =>
  (draft[name] ?? '') !== (defaults[name] ?? '')

/** How many periods leave out rows, as their defaults do too. */
export const setPeriods = (periods: readonly Pick<PeriodItem, 'from'>[], draft: Filters): number =>
  periods.filter(({ from }) => (draft[from] ?? '') !== '').length

type Offered = {
  items: readonly FilterItem[]
  periods?: readonly PeriodItem[]
  state: Pick<ListState, 'defaults'>
}

/** How many of the filters that a screen renders itself, as the types of SIM numbers, are other than by default. */
export function setByScreen({ items, periods = [], state }: Offered, draft: Filters): number {
  const offered = [...items.map(({ name }) => name), ...periods.flatMap(({ from, to }) => [from, to])]
  const names = new Set([...Object.keys(state.defaults), ...Object.keys(draft)])
  return [...names].filter((name) => !offered.includes(name) && differs(name, draft, state)).length
}

/** The error of an incomplete period, or null (D2-Q-20). */
function periodFault(filters: Filters, { from, to }: PeriodItem): string | null {
  const [start, end] = [filters[from] ?? '', filters[to] ?? '']
  if ((start === '') !== (end === '')) return messages.bothDates
  const day = (text: string): string => text.split('/').toReversed().join('')
  return start !== '' && day(start) > day(end) ? messages.dateOrder : null
}

/** The filters being edited; reset when the applied filters change from outside. */
function useDraft(filters: Filters) {
  const [draft, setDraft] = useState(filters)
  const [applied, setApplied] = useState(filters)
  if (applied !== filters) {
    setApplied(filters)
    setDraft(filters)
  }
  return [draft, setDraft] as const
}

type DraftOptions = {
  state: ListState
  periods?: readonly PeriodItem[]
  refused?: FieldErrors | null
  /** Reads the list again if no filter has changed. */
  onRefresh: () => void
}

/** The draft and how it is applied: selects and dates at once, text by Enter or 'Tra cứu'. */
export function useFilters({ state, periods = [], refused, onRefresh }: DraftOptions) {
  const [draft, setDraft] = useDraft(state.filters)
  const apply = (next: Filters): void => {
    const fault = periods.map((period) => periodFault(next, period)).find((found) => found !== null)
    if (fault) alertText(fault)
    else if (same(next, state.filters)) onRefresh()
    else state.setFilters(next)
  }
  const edit = (part: Filters, now: boolean): void => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (now) apply(next)
  }
  /** Back to the defaults, typed text too. */
  const clear = (): void => {
    setDraft(state.defaults)
    apply(state.defaults)
  }
  /** What the control of a filter takes. */
  const inputOf = (item: FilterItem) => ({
    item,
    value: draft[item.name] ?? '',
    wrong: refused?.[item.name],
    onChange: (text: string, now: boolean): void => edit({ [item.name]: text }, now),
  })
  return { draft, apply, edit, clear, inputOf }
}

/** Whether the filter is a box to type in. */
export const searches = ({ field }: FilterItem): boolean =>
  !field.options && !['choice', 'choices', 'flag', 'staff'].includes(field.kind)
