/** What is unlikely about a row whose cells can all be read: dates in the wrong order, or still to come (D3-FILE-08). */
import { formatDate, readDate, todayVn } from '#kit/contract/dates.ts'
import type { SheetTarget } from '#kit/contract/resource.ts'
import type { Values } from '#kit/server/write.ts'

const dayOf = (values: Values, name: string): string | null => readDate(values[name])

/** Notes by field; null for none. Such a row is odd: it is saved, and told before. */
export function rowDoubts({ sheet, fields }: SheetTarget, values: Values): Record<string, string> | null {
  const notes: Record<string, string> = {}
  const label = (name: string): string => fields[name]?.label ?? name
  for (const [first, last] of sheet.inOrder ?? []) {
    const [from, to] = [dayOf(values, first), dayOf(values, last)]
    if (from !== null && to !== null && to < from)
      notes[last] = `${label(last)} ${formatDate(to)} trước ${label(first).toLowerCase()} ${formatDate(from)}`
  }
  for (const name of sheet.notAhead ?? []) {
    const day = dayOf(values, name)
    if (day !== null && day > todayVn()) notes[name] = `${label(name)} ${formatDate(day)} chưa tới`
  }
  return Object.keys(notes).length > 0 ? notes : null
}
