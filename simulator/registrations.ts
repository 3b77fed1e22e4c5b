/** Registrations of the simulated carrier: one-time codes, commands to 9332, and the outcome of each request. */
import { catalogue } from './catalogue.ts'
import type { Asked } from './lookups.ts'

/** A completed registration; tests read them as the carrier's records. */
export type Registered = { requestId: string; isdn: string; package_code: string; command: string }

type StepOutcome = {
  outcome: string
  message: string
  order_code?: string
  resultCodeMO?: string
  resultDesMO?: string
  resultDesMt?: string
}
type Order = { isdn: string; pack: string; otp: string; sentAt: number; tries: number; done: boolean }

export const registrationSteps = ['otp', 'confirm', 'command', 'status'] as const
export type RegistrationStep = (typeof registrationSteps)[number]

const codeMs = 5 * 60_000
const mostTries = 5

/** The code sent to a customer: the last six digits of the number, reversed, so that testers know it. */
export const otpOf = (isdn: string): string => [...isdn].slice(-6).toReversed().join('')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The reason a number is refused; numbers ending in 99 have no money. */
function refusalOf(isdn: string): string | null {
  return isdn.endsWith('99') ? 'Tài khoản không đủ tiền để đăng ký gói' : null
}

const priceOf = (pack: string): string =>
  (catalogue.find(({ code }) => code === pack.toUpperCase())?.price ?? 0).toLocaleString('en-US')

export type Registrations = {
  /** Processes one request; a repeated request id gets the same answer. */
  work: (step: RegistrationStep, isdn: string, request: Asked, requestId: string) => StepOutcome
  done: () => readonly Registered[]
}

/** The reason the carrier refuses a typed code, if so; counts the attempt. */
function codeRefusal(order: Order, otp: string, now: Date): StepOutcome | null {
  if (now.getTime() - order.sentAt > codeMs) return { outcome: 'EXPIRED', message: 'Mã OTP đã hết hạn' }
  order.tries += 1
  if (order.tries > mostTries) return { outcome: 'REFUSED', message: 'Nhập sai quá số lần cho phép' }
  // Some carriers repeat the code in their answer, joined or spaced; it must not be stored.
  if (otp !== order.otp)
    return {
      outcome: 'WRONG_OTP',
      message: `Mã OTP ${otp} không đúng`,
      resultDesMt: `OTP-${otp}/${[...otp].join(' ')}`,
    }
  return null
}

/** `now` is the carrier's clock. */
export function newRegistrations({ now }: { now: () => Date }): Registrations {
  const orders = new Map<string, Order>()
  const answered = new Map<string, StepOutcome>()
  const registered: Registered[] = []

  function confirm(isdn: string, request: Asked, requestId: string): StepOutcome {
    const order = orders.get(textOf(request.order_code))
    const pack = textOf(request.package_code)
    if (!order || order.isdn !== isdn || order.pack !== pack || order.done)
      return { outcome: 'REFUSED', message: 'Giao dịch không tồn tại' }
    const wrong = codeRefusal(order, textOf(request.otp), now())
    if (wrong) return wrong
    order.done = true
    const refusal = refusalOf(isdn)
    if (refusal) return { outcome: 'REFUSED', message: refusal }
    registered.push({ requestId, isdn, package_code: pack, command: 'DK' })
    return { outcome: 'SUCCESS', message: `Đăng ký thành công gói ${pack}` }
  }

  function command(isdn: string, request: Asked, requestId: string): StepOutcome {
    const pack = textOf(request.package_code)
    const kind = textOf(request.command)
    const refusal = refusalOf(isdn)
    const sent = { resultDesMt: `${kind} ${pack}` }
    if (refusal)
      return {
        outcome: 'REFUSED',
        message: refusal,
        resultCodeMO: 'NOT_ENOUGH_MONEY',
        resultDesMO: refusal,
        ...sent,
      }
    registered.push({ requestId, isdn, package_code: pack, command: kind })
    const message = `${kind === 'GIAHAN' ? 'Gia hạn' : 'Đăng ký'} thành công gói ${pack}, giá ${priceOf(pack)} đồng`
    return { outcome: 'SUCCESS', message, resultCodeMO: 'REGISTER_SUCCESS', resultDesMO: message, ...sent }
  }

  function sendCode(isdn: string, request: Asked, requestId: string): StepOutcome {
    const pack = textOf(request.package_code)
    const sent = { otp: otpOf(isdn), sentAt: now().getTime(), tries: 0, done: false }
    orders.set(requestId, { isdn, pack, ...sent })
    return { outcome: 'SENT', message: 'Đã gửi mã OTP', order_code: requestId }
  }

  /** A request whose status was queried before it arrived is refused when it arrives. */
  function statusOf(registrationId: string): StepOutcome {
    const earlier = answered.get(registrationId)
    if (earlier) return earlier
    answered.set(registrationId, { outcome: 'REFUSED', message: 'Yêu cầu đã quá hạn' })
    return { outcome: 'NOT_RECEIVED', message: 'Không nhận được yêu cầu' }
  }

  return {
    work(step, isdn, request, requestId) {
      if (step === 'status') return statusOf(textOf(request.registration_id))
      const earlier = answered.get(requestId)
      if (earlier) return earlier
      const outcome = { otp: sendCode, confirm, command }[step](isdn, request, requestId)
      answered.set(requestId, outcome)
      return outcome
    },
    done: () => registered,
  }
}
