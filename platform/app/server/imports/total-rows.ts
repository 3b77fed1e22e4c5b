/** Rows of a file with totals of the rows above: if they were saved, their amounts would count twice (D3-FILE-08). */
import { isName } from '#kit/contract/kinds.ts'
import type { Field } from '#kit/contract/field.ts'
import { cleanText } from '#kit/contract/text.ts'
import type { Values } from '#kit/server/write.ts'
import type { SheetRow } from '#platform/server/sheet/sheet-row.ts'
import type { SheetPlan } from './sheet-plan.ts'
import type { ValidatedRow } from './validate-row.ts'

export const totalNote = 'Dòng tổng? Không có số điện thoại, người và ngày'

/** 'Tổng cộng', 'CỘNG:', also without accents; not 'Công ty'. */
const totalWords = /^(?:t[ổo]ng|cộng)(?![\p{L}\d])|^cong(?=[\s:]*$)/iu

/** Columns with the person or subject of a row. */
const tellsWhom = (field: Field): boolean =>
  ['phone', 'sim', 'date', 'instant'].includes(field.kind) || isName(field)

const isText = ({ kind }: Field): boolean => kind === 'text' || kind === 'note'

type Sums = { rows: number; amounts: Map<string, number> }
const none = (): Sums => ({ rows: 0, amounts: new Map() })

/** Whether the row has amounts, and each is the sum of its column. */
function sumsUp(amounts: readonly [string, number][], { rows, amounts: sums }: Sums): boolean {
  return rows > 1 && amounts.length > 0 && amounts.every(([name, amount]) => sums.get(name) === amount)
}

const amountsOf = ({ columns }: SheetPlan, values: Values): [string, number][] =>
  columns.flatMap(({ name, field }): [string, number][] => {
    const value = values[name]
    return field.kind === 'money' && typeof value === 'number' && value !== 0 ? [[name, value]] : []
  })

function add(amounts: readonly [string, number][], sums: Sums): void {
  sums.rows++
  for (const [name, amount] of amounts) sums.amounts.set(name, (sums.amounts.get(name) ?? 0) + amount)
}

/** Whether a row has no subject: no phone, person, package or day, except for the cell with the word itself. */
function isAboutNothing({ columns }: SheetPlan, values: Values, word: string | null): boolean {
  const filled = columns.filter(({ name }) => (values[name] ?? null) !== null && values[name] !== '')
  if (word !== null) return filled.every(({ name, field }) => !tellsWhom(field) || values[name] === word)
  return (
    columns.some(({ field }) => tellsWhom(field)) &&
    filled.every(({ field }) => !tellsWhom(field) && !isText(field))
  )
}

/** Checks valid rows in order: a total starts with 'Tổng', or consists of sums of the rows above. */
export function totalFinder() {
  const total = none()
  let since = none()
  return ({ cells }: SheetRow, { values, verdict }: ValidatedRow, plan: SheetPlan): boolean => {
    if (verdict === 'bad') return false
    const first = cleanText(cells.find((cell) => typeof cell === 'string' && cleanText(cell) !== '') ?? null)
    const word = totalWords.test(first) ? first : null
    const amounts = amountsOf(plan, values)
    const isTotal =
      isAboutNothing(plan, values, word) &&
      (word !== null || sumsUp(amounts, total) || sumsUp(amounts, since))
    if (isTotal) since = none()
    else for (const sums of [total, since]) add(amounts, sums)
    return isTotal
  }
}
