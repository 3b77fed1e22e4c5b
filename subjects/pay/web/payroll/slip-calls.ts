/** Calls of a payslip: confirm, ask, answer. */
import {
  confirmLines,
  saySlip,
  slipTexts,
  type Slip,
  type SlipRow,
} from '#subjects/pay/contract/calls/payslip.ts'
import type { SlipLine } from '#subjects/pay/contract/pay-lists.ts'
import { send } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'

/** First part of the payslips' cache keys. */
export const slipKey = 'phieuluong'

/** Confirms lines with the values shown on screen. */
export async function sendConfirm(key: string, { hang }: Slip, lines: readonly SlipRow[]): Promise<void> {
  const dong = lines.map(({ cot, gia_tri }) => ({ cot, gia_tri }))
  try {
    await send(confirmLines, { thangTinhLuong: hang.thangTinhLuong, dong }, { idempotencyKey: key })
    toast('success', slipTexts.confirmed)
  } finally {
    // Also after a refusal, because the values have changed.
    await refresh(slipKey)
  }
}

/** Asks about a line, or answers. */
export async function sendComment(key: string, slip: Slip, cot: SlipLine, noi_dung: string): Promise<void> {
  const { username, thangTinhLuong } = slip.hang
  await send(saySlip, { username, thangTinhLuong, cot, noi_dung }, { idempotencyKey: key })
  toast('success', slip.cua_minh ? slipTexts.asked : slipTexts.answered)
  await refresh(slipKey)
}
