/** The row shown after an edit, until the list is read again (D2-PAY-32, D2-PAY-33). */
import { payFigures, type PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import { payrollTexts, type PayRow } from '#subjects/pay/contract/calls/payroll.ts'

/** Whether two rows have the same person and month. */
const isSameRow = (a: Pick<PayRow, 'username' | 'thangTinhLuong'>, b: typeof a): boolean =>
  a.username === b.username && a.thangTinhLuong === b.thangTinhLuong

/** The answered row if it is the same one; else `row` with the sent values, marked as being calculated. */
export function rowAfterSave(row: PayRow, sent: Readonly<Record<string, unknown>>, answered: PayRow): PayRow {
  if (isSameRow(row, answered)) return answered
  const figures = Object.fromEntries(payFigures.map((name) => [name, Number(sent[name] ?? 0)])) as Record<
    PayFigure,
    number
  >
  return { ...row, ...figures, fullname: payrollTexts.calculating }
}
