/** The parts of a list's present state that a view stores. */
import { reports } from '#platform/contract/reports/index.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { withDayWords, type ViewColumns, type ViewContent } from '#kit/contract/views.ts'
import { emptyLayout } from '../table/layout.ts'
import type { ListViews } from './use-list-views.ts'

const isPhone = (text: string): boolean => readPhone(text) !== null

/** Whether the list is filtered by a phone, which views do not store. */
export const seeksPhone = ({ state, items }: Pick<ListViews, 'state' | 'items'>): boolean =>
  items.some(({ name, field }) => {
    const text = state.filters[name] ?? ''
    return text !== '' && (field.kind === 'phone' || isPhone(text))
  })

/** The columns that are fields of the declaration; those that a screen adds stay where they are. */
function declaredColumns(list: string, columns: ViewColumns): ViewColumns {
  const { fields = {} } = [...resources, ...reports].find(({ path }) => path === list) ?? {}
  const declared = (key: string): boolean => key in fields
  return {
    ...columns,
    order: columns.order.filter(declared),
    hidden: columns.hidden.filter(declared),
    widths: Object.fromEntries(Object.entries(columns.widths).filter(([key]) => declared(key))),
  }
}

/** Filters other than the defaults without phones, periods as both days or a word, order, page size and columns. */
export function contentOf(views: ListViews): ViewContent {
  const { list, items, periods, state, columns, usualSize } = views
  const { changed, filters } = state
  const keptFilters = items.flatMap(({ name, field }) => {
    const text = changed[name]
    const keeps = text !== undefined && field.kind !== 'phone' && !isPhone(text)
    return keeps ? [[name, text] as const] : []
  })
  const days = periods.flatMap(({ from, to }) =>
    from in changed || to in changed ? [from, to].map((name) => [name, filters[name] ?? ''] as const) : [],
  )
  const size = state.size === usualSize ? null : state.size
  return {
    filters: withDayWords(Object.fromEntries([...keptFilters, ...days]), periods),
    sort: state.sort,
    size: state.fit.on ? 'fit' : size,
    columns: columns === emptyLayout ? null : declaredColumns(list, columns),
  }
}
