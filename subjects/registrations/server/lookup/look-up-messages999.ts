/** Messages with short code 999 of the message centre (D1-MSG-07 to 16, D1-RT-05). */
import {
  directions,
  lookupTexts,
  type LookedUp,
  type Direction,
} from '#subjects/registrations/contract/calls/lookup.ts'
import type { LookupCtx } from './context.ts'
import { lookUp } from './look-up.ts'
import { readDaysInput, readPageInput, readPhoneInput, refuse } from './read-input.ts'

type Input = {
  phone?: string | undefined
  huong_ket_qua?: string | undefined
  page?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

const isDirection = (text: string | undefined): text is Direction =>
  text !== undefined && Object.hasOwn(directions, text)

/** One page of messages in one direction, newest first. */
export async function lookUpMessages999(input: Input, ctx: LookupCtx): Promise<LookedUp<'messages999'>> {
  const phone = readPhoneInput(input.phone)
  const { huong_ket_qua } = input
  if (!isDirection(huong_ket_qua)) throw refuse('huong_ket_qua', lookupTexts.badDirection)
  const days = readDaysInput(input)
  const page = readPageInput(input.page)
  return lookUp(
    {
      kind: 'messages999',
      phone,
      question: { isdn: phone, huong_ket_qua, ...days, page },
      logLines: [
        `Hướng: ${directions[huong_ket_qua]}`,
        `Từ ngày ${days.startDate} đến ngày ${days.endDate}`,
        `Trang: ${page}`,
      ],
      summaryOf: ({ FinalDataList }) => `${FinalDataList.length} tin nhắn`,
    },
    ctx,
  )
}
