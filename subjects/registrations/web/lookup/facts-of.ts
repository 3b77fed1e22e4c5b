/** The facts of card 4 for prepaid and postpaid subscribers (D1-LOOK-24 to 33). */
import { formatDate } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { SubscriberInfo } from '#subjects/registrations/contract/calls/lookup.ts'

const money = (amount: number | null): string => (amount === null ? '' : formatMoney(amount))

/** Label and text in order; the number type only when the carrier sends one. */
export function factsOf(data: SubscriberInfo, postpaid: boolean): [string, string][] {
  const ofKind: [string, string][] = postpaid
    ? [
        ['Loại SIM', data.SIM_TYPE],
        ['Gói cước hiện tại', data.CURRENT_PACKAGE],
        ['Ngày ký hợp đồng', formatDate(data.NUMBER_CONTRACT_DATE ?? '')],
        ['Hạn mức trong nước', money(data.NUMBER_LIMIT)],
        ['Hạn mức gói F1', money(data.NUMBER_LIMIT_F1)],
      ]
    : [
        ['Loại thuê bao', data.NUM_TYPE],
        ['Tài khoản chính', money(data.PHONE_BALANCE)],
        ['Loại SIM', data.SIM_TYPE && `SIM ${data.SIM_TYPE}`],
        ['Gói cước hiện tại', data.CURRENT_PACKAGE],
      ]
  return data.NUMBER_TYPE ? [...ofKind, ['Loại số', data.NUMBER_TYPE]] : ofKind
}
