/** What a manager does with a bank message: approve, reject, mark as processed, fill in. */
import { formatInstant } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import { showPhone } from '../../../contract/phone.ts'
import { bankTexts, mesbank } from '../../../contract/resources/mesbank.ts'
import { approveMessage, denyMessage, setProcessed } from '../../../contract/workflows/bank.ts'
import { newKey, send } from '../../kit/client.ts'
import { confirm, showError } from '../../kit/feedback.ts'
import { refresh } from '../../kit/query.ts'
import type { Row } from '../../kit/resource-api.ts'
import { allIds, runBulk, saveCell } from '../../kit/resource/resource-actions.ts'
import type { BulkContext } from '../../kit/resource/screen-state.tsx'
import type { SaveCell } from '../../kit/table/cell-edits.ts'

export type Decision = 'approve' | 'deny'

/** Phone and package are there and nobody has decided (D1-BANK-28, D1-BANK-29). */
export const isWaiting = (row: Row): boolean => row.cho_duyet === 1

/** '0912345678 VD90, 90,000 đ': what is decided on; a row without them is known by its time. */
export function nameOf(row: Row): string {
  const about = [showPhone(String(row.so_dien_thoai ?? '')), String(row.goi_cuoc ?? '')].filter(Boolean)
  const money = `${formatMoney(Number(row.money))} đ`
  return `${about.join(' ') || formatInstant(String(row.datetime))}, ${money}`
}

/** Why the reading is to be looked at, or nothing when it is sure or was typed. */
export const doubtOf = (row: Row): string | null =>
  row.nhan_dang === 'vua' ? String(row.ly_do_nhan_dang ?? '') : null

/** 'Thiếu 5,000 đ so với giá gói VD90 (90,000 đ)', or nothing when the sum is the price or no price is known. */
export function priceDoubtOf(row: Row): string | null {
  const price = Number(row.gia_goi ?? 0)
  const over = Number(row.money) - price
  if (price === 0 || over === 0) return null
  const gap = `${over < 0 ? 'Thiếu' : 'Dư'} ${formatMoney(Math.abs(over))} đ`
  return `${gap} so với giá gói ${String(row.goi_cuoc)} (${formatMoney(price)} đ)`
}

const words = {
  approve: { title: bankTexts.approve, label: 'Duyệt', done: 'Đã duyệt', failed: 'không duyệt được' },
  deny: { title: bankTexts.deny, label: 'Từ chối', done: 'Đã từ chối', failed: 'không từ chối được' },
} as const satisfies Record<Decision, object>

const callOf = { approve: approveMessage, deny: denyMessage } as const

/** The bank's own words and what speaks against the reading stand under what is decided on. */
function aboutOf(row: Row): string {
  const doubts = [priceDoubtOf(row), doubtOf(row)].filter(Boolean).map((doubt) => `Cần xem: ${doubt}`)
  return [nameOf(row), String(row.str_mes), ...doubts].join('\n\n')
}

/** Asks in the specified words, then decides; who was slower is told so and sees the decision (D1-BANK-25, D1-BANK-26). */
export async function decide(row: Row, decision: Decision): Promise<void> {
  const { title, label } = words[decision]
  if (!(await confirm({ title, body: aboutOf(row), confirmLabel: label }))) return
  try {
    await send(callOf[decision], { id: row.id }, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    await refresh(mesbank.path)
  }
}

/** The ticked rows that are on screen. */
const chosenRows = ({ rows, ids }: BulkContext): Row[] => rows.filter(({ id }) => ids.has(id))

/** Sum of the ticked rows; unknown while some of them are on another page. */
export function moneyOf(context: BulkContext): number | null {
  const { answer, all, ids } = context
  if (all) return Number(answer?.tongChuyenKhoan ?? 0)
  const chosen = chosenRows(context)
  return chosen.length === ids.size ? chosen.reduce((sum, { money }) => sum + Number(money), 0) : null
}

/** '3 bản ghi, 270,000 đ', and how many of them on screen are to be looked at, and why. */
function summaryOf(context: BulkContext, count: number): string {
  const money = moneyOf(context)
  const sum = money === null ? '' : `, ${formatMoney(money)} đ`
  const among = (doubtful: (row: Row) => string | null, what: string): string | false => {
    const found = chosenRows(context).filter((row) => doubtful(row) !== null).length
    return found > 0 && `Trong đó ${found.toLocaleString('en-US')} ${mesbank.noun} ${what}`
  }
  return [
    `${count.toLocaleString('en-US')} ${mesbank.noun}${sum}`,
    among(priceDoubtOf, 'có số tiền khác giá gói'),
    among(doubtOf, 'cần xem lại nhận dạng'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Asks once, then decides all ticked rows; what somebody decided meanwhile or is not filled in is counted and left. */
export async function decideMany(context: BulkContext, decision: Decision): Promise<void> {
  const { resource, state, clear } = context
  const { title, label, done, failed } = words[decision]
  try {
    // Read before the question: what comes in after it has not been agreed to.
    const ids = context.all ? new Set(await allIds(resource, state)) : context.ids
    const body = summaryOf(context, ids.size)
    const confirmLabel = `${label} ${ids.size.toLocaleString('en-US')} ${mesbank.noun}`
    if (!(await confirm({ title, body, confirmLabel }))) return
    await runBulk({
      resource,
      state,
      selection: { ids, all: false, clear },
      write: callOf[decision],
      words: { done, failed },
    })
  } catch (error) {
    showError(error)
  }
}

/** Marks all ticked rows as processed. */
export const processMany = ({ resource, state, ids, all, clear }: BulkContext): Promise<void> =>
  runBulk({
    resource,
    state,
    selection: { ids, all, clear },
    write: setProcessed,
    input: { is_read: 1 },
    words: { done: 'Đã đánh dấu xử lý', failed: 'không đánh dấu được' },
  })

/** Marks one row as processed, or as not: both ways are open (D1-Q-053). */
export async function switchProcessed(row: Row): Promise<void> {
  try {
    await send(setProcessed, { id: row.id, is_read: row.is_read === 1 ? 0 : 1 }, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    await refresh(mesbank.path)
  }
}

/** Saves a cell: processed has a call of its own, and an empty phone or package is not sent (D1-Q-050). */
export const saveBankCell: SaveCell<Row> = async (row, column, value, more) => {
  if (column !== 'is_read') {
    if (value !== null) await saveCell(mesbank, row, column, value, more)
    return
  }
  await send(
    setProcessed,
    { id: row.id, is_read: Number(value) === 1 ? 1 : 0 },
    { idempotencyKey: more.key, quiet: true },
  )
  await refresh(mesbank.path)
}
