/** Registrations that the server asks about before it sends them once more (D3-OTP-05). */
import type * as z from 'zod/mini'
import type { Call, InputOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { inviteTexts } from '../../../contract/workflows/invite.ts'
import { sendFull, type SendOptions } from '../../kit/client.ts'
import { confirm } from '../../kit/feedback.ts'

type Asking = Call<z.ZodMiniType<unknown, { xac_nhan_lai?: boolean | null | undefined }>>

/** Sends; where the same was registered just now, asks with the server's words and sends it as confirmed. */
export async function sendAsking<C extends Asking>(call: C, input: InputOf<C>, options: SendOptions) {
  try {
    return await sendFull(call, input, options)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AGAIN') throw error
    const sure = await confirm({
      title: inviteTexts.againTitle,
      body: error.message,
      confirmLabel: 'Đăng ký lại',
      danger: true,
    })
    if (!sure) throw error
    return sendFull(call, { ...(input as object), xac_nhan_lai: true } as InputOf<C>, options)
  }
}
