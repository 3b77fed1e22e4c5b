/** Sample form of an import: headings in order and two example rows (D1-Q-161, D2-Q-37). */
import type { Readable } from 'node:stream'
import { addDays } from '#kit/contract/dates.ts'
import type { Field } from '#kit/contract/field.ts'
import type { ColumnType } from '#platform/server/sheet/cell-xml.ts'
import { writeSheet } from '#platform/server/sheet/write-sheet.ts'
import { headings } from './read.ts'
import type { Target } from './targets.ts'

const within = ({ min = 0, max = Infinity }: Field, value: number): number =>
  Math.min(max, Math.max(min, value))

/** An example value that the field accepts; `n` makes rows differ. */
function example(field: Field, n: number): string | number {
  switch (field.kind) {
    case 'phone':
      return `090000000${n}`
    case 'date':
      return addDays('2026-11-01', n)
    case 'instant':
      return `${addDays('2026-11-01', n)}T01:00:00Z`
    case 'money':
      return within(field, n * 10_000)
    case 'number':
      return within(field, n)
    // No username exists on every installation.
    case 'staff':
      return ''
    default:
      return field.options?.[n % field.options.length]?.value ?? `${field.label} ${n}`
  }
}

const typeOf = (field: Field | undefined): ColumnType => {
  if (field?.kind === 'date' || field?.kind === 'instant') return field.kind
  return field?.kind === 'money' || field?.kind === 'number' || field === undefined ? 'number' : 'text'
}

/** The form of `target` as .xlsx; uploaded unchanged it gives valid rows, two or more. */
export function sampleForm(target: Target): Readable {
  const { sheet, fields } = target.sheet
  const columns = sheet.columns.map((name) => (name === null ? undefined : fields[name]))
  const given = Object.fromEntries(
    Object.entries(target.examples ?? {}).map(([name, values]) => [
      name,
      typeof values === 'function' ? values() : values,
    ]),
  )
  const exampleOf = (name: string | null, n: number): string | number => {
    const field = name === null ? undefined : fields[name]
    return given[name ?? '']?.[n - 1] ?? (field ? example(field, n) : n)
  }
  const count = Math.max(2, ...Object.values(given).map(({ length }) => length))
  const rows = Array.from({ length: count }, (_, index) =>
    sheet.columns.map((name) => exampleOf(name, index + 1)),
  )
  return writeSheet(
    headings(target),
    (async function* () {
      yield rows
    })(),
    columns.map(typeOf),
  )
}
