/** The everyday work of a soak: what each kind of worker does again and again, and that it was done exactly once. */
import { randomInt } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { writeSheet } from '#platform/server/sheet/write-sheet.ts'
import { exists } from '#simulator/deterministic-subscriber.ts'
import { otpOf } from '#simulator/registrations.ts'
import type { Person } from './calls.ts'

/**
 * One kind of work. `once` answers the keys of what was acknowledged; `wrong` counts the keys ($1) that are not in the
 * database exactly once.
 */
export type Work = {
  name: string
  once: (person: Person) => Promise<readonly string[]>
  wrong: string
}

/** What work needs of the soak: time as it is played, whoever decides, a package with a price, and faults it finds. */
export type Desk = { now: () => Date; decider: Person; packageCode: string; faults: Set<string> }

const notOnce = (key: string, rows: string): string => `
  SELECT count(*)::int AS n FROM unnest($1::text[]) AS k(key)
  WHERE (SELECT count(*) FROM ${rows} WHERE ${key} = k.key) <> 1`

type Data = {
  id?: string
  orderCode?: string
  value?: { id: string; version: number } | null
  values?: { id: string; so_dien_thoai: string }[]
}
const dataOf = ({ body }: Awaited<ReturnType<Person['ask']>>): Data => (body.data ?? {}) as Data
const keyOf = (id: string | undefined): readonly string[] => (id === undefined ? [] : [id])

/** Phone numbers that are not used anywhere in the demo or by earlier work. */
let next = 300_000_000 + randomInt(100_000) * 1_000
const freshPhone = (): string => String((next += 1))
/** One of them that the simulated carrier has, with money. */
function subscriber(): string {
  for (;;) {
    const phone = freshPhone()
    if (exists(phone) && !phone.endsWith('99')) return phone
  }
}

/** Who was given which customer. */
const holders = new Map<string, string>()

const hour = 3_600_000

/** A result as calls have them: most refuse or do not answer. */
function result(now: Date): object {
  const n = randomInt(100)
  if (n < 55) return { status: 'REJECTED', note: 'Không có nhu cầu' }
  if (n < 75) return { status: 'KBM', note: 'Chưa gặp khách' }
  if (n < 90) return { status: 'APPROVED', package: 'VD90', note: 'Khách đồng ý' }
  const appointmentAt = new Date(now.getTime() + (1 + randomInt(48)) * hour).toISOString()
  return { status: 'APPOINTMENT', package: 'VD90', appointmentAt, note: 'Khách hẹn gọi lại' }
}

async function sell(person: Person, { now, faults }: Desk): Promise<readonly string[]> {
  const { value } = dataOf(await person.ask('GET', '/api/v1/customer/new-care'))
  if (!value) return []
  const holder = holders.get(value.id) ?? person.username
  if (holder !== person.username)
    faults.add(`customer ${value.id} was given to ${holder} and to ${person.username}`)
  holders.set(value.id, person.username)
  const body = { ...result(now()), version: value.version }
  return keyOf(dataOf(await person.ask('POST', `/api/v1/customer/${value.id}/care`, body)).id)
}

/** The customer reads the code out, and is registered. */
async function register(person: Person): Promise<readonly string[]> {
  const sent = { type: '9084', package: 'VD90', phone: subscriber() }
  const { orderCode } = dataOf(await person.ask('POST', '/api/v1/vas/mobifone/inviteGetOTP', sent))
  if (orderCode === undefined) return []
  const confirmed = { ...sent, otp: otpOf(sent.phone), transIdGetOtp: orderCode }
  return keyOf(dataOf(await person.ask('POST', '/api/v1/vas/mobifone/inviteConfirmOTP', confirmed)).id)
}

/** Asks by `path` and has it approved by `approval`; the key is the request's id. */
async function askAndApprove(
  [person, decider]: readonly [Person, Person],
  [path, body]: readonly [string, object],
  [approval, decision]: readonly [string, object],
): Promise<readonly string[]> {
  const base = '/api/v1/requestrefund'
  const { id } = dataOf(await person.ask('POST', `${base}/${path}`, body))
  if (id === undefined) return []
  const { status } = await decider.ask('PUT', `${base}/${approval}/${id}`, decision)
  return status === 200 ? [id] : []
}

/** Time of a click: each once. */
let clicked = 0
const request = ({ now, packageCode: package_code }: Desk) => ({
  millisecond_created_at: (clicked = Math.max(clicked + 1, now().getTime())),
  number_phone: freshPhone(),
  number_type: 1,
  package_code,
  cho_len_don: 0,
})

const refund = (person: Person, desk: Desk): Promise<readonly string[]> =>
  askAndApprove(
    [person, desk.decider],
    ['createHoanTienGoiCuoc', { ...request(desk), request_type: 1, request_method: 1, other_refund: 0 }],
    ['setTrangThaiDuyetHoanGoiStatus', { trang_thai_duyet_hoan_goi: 1 }],
  )

const topUp = (person: Person, desk: Desk): Promise<readonly string[]> =>
  askAndApprove(
    [person, desk.decider],
    ['createNapTienChietKhau', { ...request(desk), refund_price: 50_000, is_transfer: 0 }],
    ['approve', { status_duyet_don: 1 }],
  )

async function order(person: Person): Promise<readonly string[]> {
  const stock = dataOf(
    await person.ask('GET', `/api/v1/simso?trang_thai=con_sim&count=20&page=${1 + randomInt(20)}`),
  )
  const sim = stock.values?.[randomInt(20)]
  if (!sim) return []
  const buyer = { phone: freshPhone(), name: 'Lưu Hải Yến', address: '18 Khuất Duy Tiến, Hà Nội' }
  const body = { so_dien_thoai: sim.so_dien_thoai, ...buyer, payment_method: 'cod' }
  return keyOf(dataOf(await person.ask('POST', '/api/v1/order', body)).id)
}

async function* once(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows
}

let files = 0

/** A file of numbers that are not to be called, saved in the background. */
async function importFile(person: Person, { faults }: Desk): Promise<readonly string[]> {
  const phones = Array.from({ length: 150 }, freshPhone)
  const rows = phones.map((phone) => [phone, 'Khách đề nghị'])
  const bytes = new Uint8Array(
    await buffer(writeSheet(['Số điện thoại', 'Mô tả'], once(rows), ['text', 'text'])),
  )
  const state = await person.send('blacklist', `so-${(files += 1)}.xlsx`, bytes)
  if (state === 'done') return phones
  faults.add(`an import ended as ${state}`)
  return []
}

/** What waits of the bank's messages is approved as it comes. */
async function approveTransfer(person: Person): Promise<readonly string[]> {
  const [message] =
    dataOf(await person.ask('GET', '/api/v1/mesbank?cho_duyet=1&da_dung=0&count=1')).values ?? []
  if (!message) return []
  const { status } = await person.ask('GET', `/api/v1/mesbank/approve/${message.id}`)
  return status === 200 ? [message.id] : []
}

const screens = [
  'dashboard',
  'customer',
  'care/history',
  'tinhluong',
  'tilebatso',
  'report90849332',
  'mfy',
  'thongbao',
]

async function look(person: Person): Promise<readonly string[]> {
  await person.ask('GET', `/api/v1/${screens[randomInt(screens.length)]}?count=50`)
  return []
}

export type Works = Readonly<
  Record<
    'calls' | 'registrations' | 'refunds' | 'topUps' | 'orders' | 'imports' | 'transfers' | 'looks',
    Work
  >
>

/** All kinds of work. */
export const worksOf = (desk: Desk): Works => ({
  calls: {
    name: 'calls with results',
    once: (person) => sell(person, desk),
    wrong: notOnce('id::text', 'care_history'),
  },
  registrations: {
    name: 'registrations by code',
    once: register,
    wrong: notOnce('id::text', 'invitation_history'),
  },
  refunds: {
    name: 'refunds, approved',
    once: (person) => refund(person, desk),
    wrong: notOnce('trang_thai_duyet_hoan_goi = 1 AND id::text', 'requestrefund'),
  },
  topUps: {
    name: 'top-ups, approved',
    once: (person) => topUp(person, desk),
    wrong: notOnce('status_duyet_don = 1 AND id::text', 'requestrefund'),
  },
  orders: { name: 'orders', once: order, wrong: notOnce('id::text', 'sim_order') },
  imports: {
    name: 'imported numbers',
    once: (person) => importFile(person, desk),
    wrong: notOnce('phone_number::text', 'blacklist'),
  },
  transfers: { name: 'transfers, approved', once: approveTransfer, wrong: notOnce('id::text', 'mesbank') },
  looks: { name: 'looks', once: look, wrong: notOnce('id::text', 'users') },
})

/** What somebody of a level does: each kind as often as it is named. */
export const turns: Readonly<Record<2 | 3 | 4 | 5, readonly (keyof Works)[]>> = {
  5: ['calls', 'calls', 'calls', 'calls', 'calls', 'calls', 'registrations', 'refunds', 'looks', 'looks'],
  4: ['topUps', 'looks', 'looks'],
  3: ['imports', 'looks', 'looks', 'looks'],
  2: ['transfers', 'orders', 'looks'],
}
