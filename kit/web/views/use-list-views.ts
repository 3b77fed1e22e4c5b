/** The views of one list: the applied one, what has changed since, and how to apply another. */
import { defaultPaging, type Period } from '#kit/contract/resource.ts'
import { noView, withDays, type ViewColumns } from '#kit/contract/views.ts'
import { viewTexts } from '#platform/contract/calls/save-views.ts'
import type { View, Views } from '#platform/contract/calls/views.ts'
import { toast } from '../feedback.ts'
import type { FilterItem } from '../filters/filter-item.ts'
import type { Filters, ListState } from '../filters/list-state.ts'
import type { ListQuery, ListSource } from '../resource-api.ts'
import { useActor } from '../session.ts'
import { emptyLayout, shownKeys, type Layout } from '../table/layout.ts'
import type { Total } from '../total.ts'
import { beginOf } from './use-first-view.ts'
import { defaultView } from './view-data.ts'

/** A list with views. */
export type Listed = {
  name: string
  state: ListState
  layout: Pick<Layout<never>, 'all' | 'stored' | 'reset'>
  items?: readonly FilterItem[]
  periods?: readonly Period[] | undefined
  paging?: { size: number } | undefined
  source: ListSource<Total>
  fixed?: ListQuery | undefined
  /** All views, and the applied one. */
  views: Views
  view: View | undefined
}

const sameWidths = (a: ViewColumns, b: ViewColumns): boolean =>
  a.compact === b.compact &&
  [...Object.keys(a.widths), ...Object.keys(b.widths)].every((key) => a.widths[key] === b.widths[key])

/** Names of the columns by which the layout differs from the view's. */
function changedColumns({ content }: View, { stored, all }: Listed['layout']): string[] {
  const saved = content.columns ?? emptyLayout
  if (stored === saved) return []
  const [before, now] = [shownKeys(all, saved), shownKeys(all, stored)]
  const moved = all.filter(({ key }) => before.includes(key) !== now.includes(key))
  if (moved.length > 0) return moved.map(({ full, title }) => `cột ${full ?? title}`)
  const same = sameWidths(saved, stored) && before.every((key, index) => key === now[index])
  return same ? [] : ['thứ tự và độ rộng cột']
}

/** The differences between list and view, as named in the panel. */
export function changesOf(view: View, list: Listed): string[] {
  const { items = [], periods = [], state, layout, paging = defaultPaging } = list
  const { content } = view
  const saved: Filters = { ...state.defaults, ...withDays(content.filters, periods) }
  const differs = (name: string): boolean => (saved[name] ?? '') !== (state.filters[name] ?? '')
  const size = state.fit.on ? 'fit' : state.size
  return [
    ...items
      .filter(({ name, field }) => field.kind !== 'phone' && differs(name))
      .map(({ label }) => `lọc ${label}`),
    ...periods.filter(({ from, to }) => differs(from) || differs(to)).map(({ label }) => `lọc ${label}`),
    ...(state.sort === content.sort ? [] : ['thứ tự dòng']),
    ...(size === (content.size ?? paging.size) ? [] : ['số dòng']),
    ...changedColumns(view, layout),
  ]
}

/** What the switcher of a list shows and does. */
export function useListViews(list: Listed) {
  const actor = useActor()
  const { name, state, layout, views, view, items = [], periods = [], paging = defaultPaging } = list
  const parts = { items, periods }
  const open = (next: View | null): void => {
    // If the list has a default view, the address says that none was chosen.
    const none = defaultView(views, name, actor) ? noView : ''
    state.show(next ? beginOf(next, parts) : beginOf(null, parts, none))
    if (next && next.left_out > 0) toast('info', viewTexts.leftOut(next.left_out))
  }
  return {
    ...parts,
    list: name,
    all: views.values.filter((one) => one.list === name),
    chosen: views.chosen[name],
    current: view,
    changes: view ? changesOf(view, list) : [],
    open,
    source: list.source,
    /** Reads one row of the list under the view: the answer counts all. */
    countQuery: (next: View): ListQuery => ({
      ...state.under(beginOf(next, parts)),
      ...list.fixed,
      page: '0',
      count: '1',
    }),
    state,
    usualSize: paging.size,
    columns: layout.stored,
    /** Forgets the columns that the user set under the view. */
    forgetColumns: layout.reset,
  }
}

export type ListViews = ReturnType<typeof useListViews>
