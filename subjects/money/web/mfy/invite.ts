/** 'Mời tự động': asks, then has the carrier invite the subscriber and shows its answer (D2-MFY-30, D2-Q-117). */
import { autoInvite, mfyTexts } from '#subjects/money/contract/calls/mfy.ts'
import { newKey, sendFull } from '#kit/web/client.ts'
import { alertText, confirm, showError } from '#kit/web/feedback.ts'
import { aboutOf, type Row } from './rows.ts'

/** Invites after a question; the shell shows the carrier's answer. */
export async function invite(row: Row): Promise<void> {
  const confirmed = await confirm({
    title: 'Mời tự động',
    body: `Nhà mạng gửi lời mời đến thuê bao này\n${aboutOf(row)}`,
    confirmLabel: 'Mời',
  })
  if (!confirmed) return
  try {
    const { msg } = await sendFull(autoInvite, { id: row.id }, { idempotencyKey: newKey(), impatient: true })
    if (msg === undefined) alertText(mfyTexts.unknownError)
  } catch (error) {
    showError(error, mfyTexts.unknownError)
  }
}
