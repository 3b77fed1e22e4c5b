/** What is written: calls to customers with their results, registrations by code, refunds, Mfy, decisions at the desk. */
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import { actionPath, paramOf } from '#kit/contract/action.ts'
import { otpOf } from '#simulator/registrations.ts'
import { evenly, weighted, type Call, type Staff } from './calls.ts'
import { packages } from './fill.ts'
import type { Person } from './people.ts'

type Waiting = { kind: string; id: string; version: number }
type Care = { value: { id: string; phone: string; version: number } | null }

export type Writer = {
  claim: () => Call
  result: () => Call
  edit: () => Call
  /** Rows that wait at the desk, as a page of it said. */
  note: (by: Person, data: unknown) => void
  /** How many customers were handed out, and how many of them a second time. */
  claimed: () => { n: number; doubles: number }
}

const inSomeDays = (n: number): string => new Date(Date.now() + (1 + (n % 5)) * 86_400_000).toISOString()

/** Results as people have them: most refuse or do not answer. */
const results = weighted<(n: number) => object>([
  [55, () => ({ status: 'REJECTED', note: 'Không có nhu cầu' })],
  [20, () => ({ status: 'KBM', note: 'Chưa gặp khách' })],
  [8, () => ({ status: 'KLLĐ', note: 'Thuê bao không liên lạc được' })],
  [
    7,
    (n) => ({
      status: 'APPOINTMENT',
      package: 'VD90',
      appointmentAt: inSomeDays(n),
      note: 'Khách hẹn gọi lại',
    }),
  ],
  [10, () => ({ status: 'APPROVED', package: 'VD90', note: 'Khách đồng ý' })],
])

/** The next customer for whoever has none, and the result of the one held longest. */
function callsOf(staff: Staff, noted: { by: Person; history: string }[]) {
  const free = [...staff.of('seller')]
  const held: { by: Person; customer: NonNullable<Care['value']> }[] = []
  const seen = new Map<string, Person>()
  const counted = { n: 0, doubles: 0 }
  const take = (by: Person, data: unknown): void => {
    const customer = (data as Care | null)?.value
    if (!customer) return void free.push(by)
    // The same person has it again when the answer or the result was lost.
    if ((seen.get(customer.id) ?? by) !== by) counted.doubles += 1
    seen.set(customer.id, by)
    counted.n += 1
    held.push({ by, customer })
  }
  const claim = (): Call => {
    const by = free.shift() ?? staff.next('seller')
    return { person: by, path: '/api/v1/customer/new-care', got: (data) => take(by, data) }
  }
  const result = (): Call => {
    const next = held.shift()
    if (!next) return claim()
    const { by, customer } = next
    return {
      person: by,
      method: 'POST',
      path: `/api/v1/customer/${customer.id}/care`,
      body: { ...results()(counted.n), version: customer.version },
      got(data) {
        free.push(by)
        const history = (data as { id?: string } | null)?.id
        if (history !== undefined) noted.push({ by, history })
      },
    }
  }
  return { claim, result, counted }
}

/** The decision that a row waits for, as its list declares it. */
function decisionOf(by: Person, { kind, id, version }: Waiting): Call | null {
  const waiting = waitingKinds.find(({ name }) => name === kind)
  const choice = waiting?.approving
  if (!waiting || !choice) return null
  const { action, step } = choice
  const path = actionPath(waiting.resource, action).replace(':id', id)
  if (action.method === 'GET') return { person: by, path }
  const param = paramOf(action)
  const named = param === null ? {} : { [param]: step.to }
  return { person: by, method: action.method, path, body: { id, version, ...named } }
}

/** A code is asked for, and confirmed when the customer has read it out. */
function codesOf(staff: Staff, phone: () => string) {
  const orders: { by: Person; phone: string; order: string }[] = []
  const base = '/api/v1/vas/mobifone'
  const sent = { type: '9084', package: 'VD90' }
  const askFor = (): Call => {
    const [by, number] = [staff.next('seller'), phone()]
    return {
      person: by,
      method: 'POST',
      path: `${base}/inviteGetOTP`,
      body: { ...sent, phone: number },
      got(data) {
        const order = (data as { orderCode?: string } | null)?.orderCode
        if (order !== undefined) orders.push({ by, phone: number, order })
      },
    }
  }
  const confirm = (): Call => {
    const next = orders.shift()
    if (!next) return askFor()
    const body = { ...sent, phone: next.phone, otp: otpOf(next.phone), transIdGetOtp: next.order }
    return { person: next.by, method: 'POST', path: `${base}/inviteConfirmOTP`, body }
  }
  return { askFor, confirm }
}

/** Requests in a salesperson's own name. */
function requestsOf(staff: Staff, phone: () => string) {
  const choice = evenly()
  const post = (path: string, body: object): Call => ({
    person: staff.next('seller'),
    method: 'POST',
    path: `/api/v1/${path}`,
    body,
  })
  const package_code = (): string => packages[Math.floor(choice() * packages.length)] ?? 'VD90'
  let clicks = Date.now()
  const asked = () => ({
    millisecond_created_at: (clicks += 1),
    number_phone: phone(),
    number_type: 1,
    package_code: package_code(),
    cho_len_don: 0,
  })
  return {
    refund: () =>
      post('requestrefund/createHoanTienGoiCuoc', {
        ...asked(),
        request_type: 1,
        request_method: 1,
        other_refund: 0,
      }),
    topUp: () => post('requestrefund/createNapTienChietKhau', { ...asked(), refund_price: 90_000 }),
    mfy: () => post('mfy', { so_dien_thoai: phone(), ma_goi: package_code(), gia_ban_goi: 1 }),
    blocked: () => post('blacklist', { phone_number: phone(), description: 'Khách đề nghị không gọi lại' }),
  }
}

/** `fresh` answers numbers that nobody has had. */
export function writerOf(staff: Staff, fresh: () => string): Writer {
  const noted: { by: Person; history: string }[] = []
  const calls = callsOf(staff, noted)
  const codes = codesOf(staff, fresh)
  const requests = requestsOf(staff, fresh)
  const waiting: { by: Person; row: Waiting }[] = []
  const decided = new Set<string>()
  const noteOf = (): Call => {
    const last = noted.shift()
    if (!last) return requests.blocked()
    const body = { note: 'Khách xin gọi lại buổi chiều' }
    return { person: last.by, method: 'PUT', path: `/api/v1/care/history/setNote/${last.history}`, body }
  }
  const decide = (): Call => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const call = decisionOf(next.by, next.row)
      if (call && !decided.has(next.row.id)) {
        decided.add(next.row.id)
        return call
      }
    }
    return noteOf()
  }
  const edits = weighted<() => Call>([
    [26, noteOf],
    [8, requests.blocked],
    [14, requests.refund],
    [6, requests.topUp],
    [4, requests.mfy],
    [24, decide],
    [9, codes.askFor],
    [9, codes.confirm],
  ])
  return {
    claim: calls.claim,
    result: calls.result,
    edit: () => edits()(),
    note(by, data) {
      const rows = (data as { values?: Waiting[] } | null)?.values ?? []
      // The probes' list is left to them.
      const others = rows.filter(({ kind }) => kind !== 'khach-hang-rieng')
      if (waiting.length < 200) waiting.push(...others.map((row) => ({ by, row })))
    },
    claimed: () => calls.counted,
  }
}

/** A change in a list that nothing else writes and everybody may read: until each socket has heard of it is measured. */
export const probeOf = (staff: Staff, fresh: () => string): Call => {
  const by = staff.next('leader')
  return {
    person: by,
    method: 'POST',
    path: '/api/v1/khr',
    body: { so_dien_thoai: fresh(), ngay_thanh_cong: toFilterDate(todayVn()), username_nv: by.username },
  }
}
