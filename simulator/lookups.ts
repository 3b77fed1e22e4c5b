/** Answers of the simulated carrier to each look-up. */
import { addDays, fromFilterDate, todayVn } from '#kit/contract/dates.ts'
import type {
  Direction,
  LookupAnswers,
  LookupKind,
  SubscriberType,
} from '#subjects/registrations/contract/calls/lookup.ts'
import { catalogue } from './catalogue.ts'
import { subscriberOf, typeNames, type Subscriber } from './deterministic-subscriber.ts'
import { messages9279, messages999 } from './messages.ts'
import { chanceOf } from './random.ts'

/** Raw members of a request; missing ones are undefined. */
export type Asked = Readonly<Record<string, unknown>>

const pageSize = 10

/** One page of rows and the number of pages; pages count from 1. */
function pageOf<T>(rows: readonly T[], request: Asked): { rows: T[]; pages: number } {
  const page = typeof request.page === 'number' && request.page >= 1 ? request.page : 1
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    pages: Math.ceil(rows.length / pageSize),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const typeOf = (value: unknown): SubscriberType => (value === 'MG' ? 'MG' : 'MC')
const directionOf = (value: unknown): Direction => (value === 'O' ? 'O' : 'I')

/** The requested days; today if one is missing. */
function periodOf(request: Asked, now: Date): { from: string; to: string } {
  const [from, to] = [fromFilterDate(textOf(request.startDate)), fromFilterDate(textOf(request.endDate))]
  return { from: from ?? todayVn(now), to: to ?? todayVn(now) }
}

function packages(person: Subscriber, request: Asked, today: string): LookupAnswers['package'] {
  const code = textOf(request.package_code).toUpperCase()
  const offered = catalogue.filter((pack) => chanceOf(person.phone, pack.code, 'offer').happens(0.8))
  const rows = offered
    .filter((pack) => code === '' || pack.code === code)
    .map((pack) => {
      const FromDate = `${today.slice(0, 8)}01`
      const ToDate = addDays(FromDate, chanceOf(person.phone, pack.code).between(45, 120))
      const RegisterExpire = addDays(ToDate, -15)
      return {
        PackageCode: pack.code,
        FromDate,
        ToDate,
        SyntaxRegister: `DK ${pack.code} gửi 9279`,
        RegisterExpire,
      }
    })
  const page = pageOf(rows, request)
  // One page past the last (D1-Q-092).
  return { NUMBER_PHONE: person.phone, PaginateNumber: page.pages + 1, FinalDataList: page.rows }
}

function info(person: Subscriber, request: Asked): LookupAnswers['info'] {
  const type = typeOf(request.phoneType)
  const prepaid = type === 'MC'
  return {
    NUMBER_PHONE: person.phone,
    NUM_TYPE: typeNames[type],
    PHONE_BALANCE: prepaid ? person.balance : null,
    SIM_TYPE: person.sim,
    CURRENT_PACKAGE: person.registrations[0]?.package.code ?? '',
    NUMBER_CONTRACT_DATE: prepaid ? null : person.contractDate,
    NUMBER_LIMIT: prepaid ? null : person.limit,
    NUMBER_LIMIT_F1: prepaid ? null : person.limitF1,
    ...(person.numberType !== undefined && { NUMBER_TYPE: person.numberType }),
    PACKAGE_DATA: person.registrations.map((one) => ({
      PACKAGE_NAME: one.package.code,
      START_DATE: one.from,
      END_DATE: one.to,
    })),
  }
}

function history(person: Subscriber): LookupAnswers['history'] {
  return {
    NUMBER_PHONE: person.phone,
    values: person.registrations.map((one, back) => ({
      NumberType: typeNames.MC,
      NumberCurrentPackage: one.package.code,
      NumberPackageRegisterDate: one.from,
      NumberPackageRegisterExpire: one.to,
      CurrentCycle: one.cycle,
      NumberFreeCycleLeft: one.cycles - one.cycle,
      Status: back === 0 ? 'Đang sử dụng' : 'Hết hạn',
    })),
  }
}

/** The answer of each look-up for 9 digits at `now`. */
export const lookups: {
  [K in LookupKind]: (phone: string, request: Asked, now: Date) => LookupAnswers[K]
} = {
  package: (phone, request, now) => packages(subscriberOf(phone, todayVn(now)), request, todayVn(now)),
  balance: (phone, _, now) => ({ NUMBER_PHONE: phone, balance: subscriberOf(phone, todayVn(now)).balance }),
  info: (phone, request, now) => info(subscriberOf(phone, todayVn(now)), request),
  history: (phone, _, now) => history(subscriberOf(phone, todayVn(now))),
  '9279': (phone, request, now) => {
    const { from, to } = periodOf(request, now)
    return { NUMBER_PHONE: `84${phone}`, values: messages9279(phone, from, to, now) }
  },
  messages999: (phone, request, now) => {
    const { from, to } = periodOf(request, now)
    const page = pageOf(messages999(phone, directionOf(request.huong_ket_qua), from, to, now), request)
    return { NUMBER_PHONE: phone, PaginateNumber: page.pages, FinalDataList: page.rows }
  },
}
