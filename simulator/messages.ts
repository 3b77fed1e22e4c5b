/** Messages of a subscriber, generated per day, so that any period gives the same ones. */
import { addDays, dayStart, todayVn } from '#kit/contract/dates.ts'
import type {
  CarrierMessages,
  Direction,
  ShortCodeMessages,
} from '#subjects/registrations/contract/calls/lookup.ts'
import { catalogue } from './catalogue.ts'
import { chanceOf } from './random.ts'

/** Longest period in days, counted back from its last day; carriers have such a limit. */
const mostDays = 93

/** Days of a period, newest first, none after `today`. */
function daysOf(from: string, to: string, today: string): string[] {
  const last = to < today ? to : today
  const days: string[] = []
  for (let day = last; day >= from && days.length < mostDays; day = addDays(day, -1)) days.push(day)
  return days
}

/** An instant within working hours; `slot` keeps the messages of a day distinct and ordered, newest first. */
const instantOf = (day: string, minute: number): string =>
  new Date(Date.parse(dayStart(day)) + minute * 60_000).toISOString()

type ShortMessage = ShortCodeMessages['values'][number]

/** Exchanges with 9279: a customer asks, the carrier answers a minute later; newest first. */
export function messages9279(phone: string, from: string, to: string, now: Date): ShortMessage[] {
  const latest = now.toISOString()
  const number = `84${phone}`
  const all = daysOf(from, to, todayVn(now)).flatMap((day) => {
    const chance = chanceOf(phone, day, '9279')
    if (!chance.happens(0.35)) return []
    const pack = chance.pick(catalogue)
    const minute = chance.between(7 * 60, 21 * 60)
    const succeeded = chance.happens(0.8)
    const answer = succeeded
      ? `Quý khách đã đăng ký thành công gói ${pack.code} (${pack.gives}), giá ${pack.price}đ.`
      : 'Đăng ký không thành công: tài khoản không đủ tiền. Chi tiết LH 9090.'
    return [
      { content: answer, datetime: instantOf(day, minute + 1), receiver: number, sender: '9279', type: 'MT' },
      {
        content: `DK ${pack.code}`,
        datetime: instantOf(day, minute),
        receiver: '9279',
        sender: number,
        type: 'MO',
      },
    ]
  })
  return all.filter(({ datetime }) => datetime <= latest)
}

type Message999 = CarrierMessages['FinalDataList'][number]

/** Messages with 999 in one direction, newest first. */
export function messages999(
  phone: string,
  direction: Direction,
  from: string,
  to: string,
  now: Date,
): Message999[] {
  const latest = now.toISOString()
  const all = daysOf(from, to, todayVn(now)).flatMap((day) => {
    const chance = chanceOf(phone, day, '999')
    const minute = chance.between(7 * 60, 21 * 60)
    return Array.from({ length: chance.between(0, 2) }, (_, n) => {
      const pack = chance.pick(catalogue)
      const SMSContent =
        direction === 'I'
          ? `DK ${pack.code}`
          : `Gói ${pack.code} (${pack.gives}) đã được gia hạn, giá ${pack.price}đ.`
      return {
        ISDN: phone,
        ActionType: direction,
        NumberService: '999',
        SystemSource: chance.pick(['SMS', 'USSD', 'WEB']),
        SMSSyntax: `DK ${pack.code}`,
        SMSContent,
        ActionTime: instantOf(day, minute - n * 7),
      }
    })
  })
  return all.filter(({ ActionTime }) => ActionTime <= latest)
}
