/** What a manager does with a bank message: approve, reject, mark as processed, fill in. */
import { formatMoney } from '../../../contract/money.ts'
import { showPhone } from '../../../contract/phone.ts'
import { bankTexts, mesbank } from '../../../contract/resources/mesbank.ts'
import { approveMessage, denyMessage, setProcessed } from '../../../contract/workflows/bank.ts'
import { newKey, send } from '../../kit/client.ts'
import { confirm, showError } from '../../kit/feedback.ts'
import { refresh } from '../../kit/query.ts'
import type { Row } from '../../kit/resource-api.ts'
import { saveCell } from '../../kit/resource/resource-actions.ts'
import type { SaveCell } from '../../kit/table/cell-edits.ts'

export type Decision = 'approve' | 'deny'

/** Phone and package are there and nobody has decided (D1-BANK-28, D1-BANK-29). */
export const isWaiting = (row: Row): boolean => row.cho_duyet === 1

/** '0912345678 VD90, 90,000 đ': what is decided on. */
const nameOf = (row: Row): string =>
  `${showPhone(String(row.so_dien_thoai ?? ''))} ${String(row.goi_cuoc ?? '')}, ${formatMoney(Number(row.money))} đ`

/** Asks in the specified words, then decides; who was slower is told so and sees the decision (D1-BANK-25, D1-BANK-26). */
export async function decide(row: Row, decision: Decision): Promise<void> {
  const approve = decision === 'approve'
  const agreed = await confirm({
    title: approve ? bankTexts.approve : bankTexts.deny,
    body: nameOf(row),
    confirmLabel: approve ? 'Duyệt' : 'Từ chối',
  })
  if (!agreed) return
  try {
    await send(approve ? approveMessage : denyMessage, { id: row.id }, { idempotencyKey: newKey() })
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
