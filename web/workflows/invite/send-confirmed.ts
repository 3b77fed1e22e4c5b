/** Writes that need a confirmation when the same one was made just before (D3-OTP-05). */
import { AppError } from '../../../contract/kit/error.ts'
import { confirm } from '../../kit/feedback.ts'

/** Sends; if the server reports a recent duplicate, asks and sends it as confirmed. Null when cancelled. */
export async function sendConfirmed<T>(
  send: (confirmed: { xac_nhan_lai?: true }) => Promise<T>,
  question: { title: string; confirmLabel: string },
): Promise<T | null> {
  try {
    return await send({})
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AGAIN') throw error
    const confirmed = await confirm({ ...question, body: error.message, danger: true })
    return confirmed ? send({ xac_nhan_lai: true }) : null
  }
}
