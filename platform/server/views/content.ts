/** Valid content of a view by its list's declaration, and the part that applies to a reader (D3-GRID-06). */
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { anyBranch, noBranch, noneValue } from '#kit/contract/resource.ts'
import { readSort } from '#kit/contract/sort.ts'
import { messages } from '#platform/contract/messages.ts'
import { holdsPhone } from '#kit/contract/phone.ts'
import { isDayWord, withDays, type ViewColumns, type ViewContent } from '#kit/contract/views.ts'
import { viewTexts } from '#platform/contract/calls/save-views.ts'
import type { Ctx } from '#kit/server/context.ts'
import { meansAll } from '#kit/server/kinds.ts'
import { period } from '#kit/server/list.ts'
import { seesStored, type ViewedList } from './viewed-lists.ts'

type Reader = Pick<Ctx, 'actor' | 'scope'>

const refuse = (name: string, reason: string = messages.invalidValue): never => {
  throw new AppError('VALIDATION', reason === messages.invalidValue ? messages.invalid : reason, {
    fields: { [name]: reason },
  })
}

/** Keys of columns: fields of the list that the reader may see. */
const columnSeen = ({ fields }: ViewedList, key: string, { actor }: Reader): boolean => {
  const see = fields[key]?.see
  return key in fields && (see === undefined || can(actor, see))
}

/** Special values of person pickers, which are not accounts. */
const noAccounts = [noneValue, anyBranch, noBranch]

/** Whether a filter by person contains someone outside the reader's scope. */
function isStranger(text: string, { scope }: Reader): boolean {
  if (scope.all || meansAll(text) || noAccounts.includes(text)) return false
  const name = text.trim().toLowerCase()
  return !scope.usernames.some((one) => one.toLowerCase() === name)
}

/** Whether the reader could filter the list this way. */
function filterApplies(list: ViewedList, name: string, text: string, reader: Reader): boolean {
  const { actor } = reader
  const period = list.periods.find(({ from, to }) => from === name || to === name)
  if (period) {
    const field = list.fields[period.on]
    return field === undefined || seesStored(field, actor)
  }
  const filter = list.filters[name]
  if (!filter || !seesStored(filter.field, actor) || (filter.offerTo && !can(actor, filter.offerTo)))
    return false
  const named = filter.field.options?.some(({ value }) => value === text) === true
  return !(filter.people && !named && isStranger(text, reader))
}

function sortApplies(list: ViewedList, text: string, { actor }: Reader): boolean {
  const sort = readSort(text)
  return !sort || (list.sorts.includes(sort[0]) && list.maySort(sort[0], actor))
}

/** The columns without those that the reader may not see, by name or by width. */
const columnsFor = (list: ViewedList, columns: ViewColumns, reader: Reader): ViewColumns => {
  const isSeen = (key: string): boolean => columnSeen(list, key, reader)
  return {
    ...columns,
    order: columns.order.filter(isSeen),
    hidden: columns.hidden.filter(isSeen),
    widths: Object.fromEntries(Object.entries(columns.widths).filter(([key]) => isSeen(key))),
  }
}

/**
 * The part of a view that applies to the reader, and how many conditions do not; a period is one. Columns are not
 * counted: readers do not see hidden ones in any list. Fields that the list no longer has are omitted in the same way.
 */
export function contentFor(
  list: ViewedList,
  content: ViewContent,
  reader: Reader,
): { content: ViewContent; left_out: number } {
  const names = Object.keys(content.filters)
  const leftOut = names.filter((name) => !filterApplies(list, name, content.filters[name] ?? '', reader))
  const sorts = sortApplies(list, content.sort, reader)
  const periods = list.periods.filter(({ from, to }) => leftOut.includes(from) && leftOut.includes(to))
  return {
    content: {
      filters: Object.fromEntries(
        Object.entries(content.filters).filter(([name]) => !leftOut.includes(name)),
      ),
      sort: sorts ? content.sort : '',
      size: typeof content.size === 'number' && !list.sizes.includes(content.size) ? null : content.size,
      columns: content.columns && columnsFor(list, content.columns, reader),
    },
    left_out: leftOut.length - periods.length + (sorts ? 0 : 1),
  }
}

function checkFilter(list: ViewedList, name: string, text: string, { actor }: Reader): void {
  if (list.periods.some(({ from, to }) => from === name || to === name)) return
  const filter = list.filters[name]
  if (!filter) return refuse(name)
  if (holdsPhone(text)) return refuse(name, viewTexts.noPhones)
  filter.check(text.trim(), actor)
}

/** Both days of a period or none, as dates or as one word. */
function checkPeriods(list: ViewedList, filters: ViewContent['filters']): void {
  for (const { from, to } of list.periods) {
    if (from in filters !== to in filters) refuse(from in filters ? to : from, messages.bothDates)
    if (isDayWord(filters[from] ?? '') && filters[from] !== filters[to]) refuse(to)
  }
  const dated = withDays(filters, list.periods)
  for (const { from, to } of list.periods) period(dated, from, to)
}

/**
 * Refuses content that the list's declaration does not have, phones, and fields the author may not see: VALIDATION
 * under the parameter's name, FORBIDDEN for the last.
 */
export function checkContent(list: ViewedList, content: ViewContent, author: Reader): void {
  for (const [name, text] of Object.entries(content.filters)) checkFilter(list, name, text, author)
  checkPeriods(list, content.filters)
  const sort = readSort(content.sort)
  if (sort && !list.sorts.includes(sort[0])) refuse('sort')
  if (typeof content.size === 'number' && !list.sizes.includes(content.size)) refuse('size')
  const { order = [], hidden = [], widths = {} } = content.columns ?? {}
  const keys = [...order, ...hidden, ...Object.keys(widths)]
  const unknown = keys.find((key) => !(key in list.fields))
  if (unknown !== undefined) refuse(unknown)
  const applied = contentFor(list, content, author)
  if (applied.left_out > 0 || keys.some((key) => !columnSeen(list, key, author)))
    throw new AppError('FORBIDDEN', messages.forbidden)
}
