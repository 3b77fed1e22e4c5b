/** 'Ghi nhận': accepts a bank message for its proposed order after a question (D3-QR-02). */
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { acceptTransfer, orderLists } from '#subjects/money/contract/calls/transfers.ts'
import { newKey, send } from '#kit/web/client.ts'
import { confirm, showError } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { markOwn } from '#kit/web/resource/held-rows.ts'

/** The needed fields of the message; rows of its list have them. */
type Proposed = {
  id: string
  version?: number
  str_mes: string | null
  de_xuat?: string | null | undefined
  de_xuat_id?: string | null | undefined
}

const lists = [mesbank, ...Object.values(orderLists)]

/** Asks, naming both sides; after a conflict says who was first. Returns whether it succeeded. */
export async function acceptProposal(row: Proposed): Promise<boolean> {
  const { id, de_xuat: words, de_xuat_id: order, version } = row
  if (!words || !order) return false
  const confirmed = await confirm({
    title: 'Ghi nhận tin cho đơn',
    body: `${words}\n\nTin: ${row.str_mes ?? ''}\n\nĐơn được đặt đã thanh toán, kèm chênh lệch nếu có.`,
    confirmLabel: 'Ghi nhận',
  })
  if (!confirmed) return false
  try {
    await send(
      acceptTransfer,
      { id, don_id: order, ...(version !== undefined && { version }) },
      { idempotencyKey: newKey() },
    )
    return true
  } catch (error) {
    showError(error)
    return false
  } finally {
    markOwn([id])
    await refresh(...lists)
  }
}
