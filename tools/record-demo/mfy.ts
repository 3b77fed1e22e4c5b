/** The demo's Mfy prices and requests: a quarter of them, and some whose clocks run when the user first looks. */
import { addDays, dayStart, todayVn } from '#kit/contract/dates.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { instantAt, minute } from '#platform/app/server/seed/demo-days.ts'
import { demoPackages, type DemoPackage } from './packages.ts'
import { atPricesOfTheDay, pricesEntered } from './prices.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { iso } from './save-files.ts'
import type { Care } from './seller-day.ts'
import { demoAccounts } from '#platform/app/server/seed/organisation.ts'

type Wait = {
  id: string
  began: number
  ended: number
  turn: 1 | 2
  outcome: 'dung_han' | 'qua_han' | 'khac'
}
type Request = {
  id: string
  care: Care
  at: number
  company: string
  ownerPhone: string | null
  tier: 1 | 2 | 3
  state: string
  /** Time and author of the state; null if it was never set. */
  since: number | null
  setter: string | null
  collected: string
  checked: string
  difference: number
  note: string | null
  waits: Wait[]
}
type MfyPrice = { id: string; item: DemoPackage; at: number }
export type DemoMfy = { prices: MfyPrice[]; requests: Request[] }

const notes = [
  'Khách hẹn soạn sau giờ làm',
  'Đã gửi cú pháp qua Zalo',
  'Máy khách hết pin',
  'Khách nhờ người nhà soạn',
] as const
const fullnames = new Map(demoAccounts.map(({ username, fullname }) => [username, fullname]))
const charge = 30_000

/** Random course of an earlier request: its waits in order and its end. */
function lived(start: number, random: Random): Pick<Request, 'state' | 'since' | 'setter' | 'waits'> {
  const waits: Wait[] = []
  const wait = (turn: 1 | 2, began: number, ended: number, outcome: Wait['outcome']): number => {
    waits.push({ id: random.uuid(began), began, ended, turn, outcome })
    return ended
  }
  const setter = random.chance(0.75) ? 'quanly' : 'admin'
  const first = start + random.int(2, 14) * minute
  if (random.chance(0.13)) {
    const since = wait(1, first, first + 10 * minute + random.int(40, 900), 'qua_han')
    return { state: 'huy_qua_han', since, setter: '__AUTO', waits }
  }
  const second = wait(1, first, first + random.int(70, 590) * 1000, 'dung_han') + random.int(1, 6) * minute
  if (random.chance(0.08)) {
    const since = wait(2, second, second + 10 * minute + random.int(40, 900), 'qua_han')
    return { state: 'huy_qua_han_lan_2', since, setter: '__AUTO', waits }
  }
  const done = wait(2, second, second + random.int(60, 590) * 1000, 'dung_han')
  if (random.chance(0.05)) return { state: 'thu_hoi', since: done + 30 * minute, setter, waits }
  return { state: 'dang_ky_thanh_cong', since: done, setter, waits }
}

/** Current requests: minutes since their state began. */
const live: readonly (readonly [state: string, minutes: number])[] = [
  ['duyet', 0.45],
  ['duyet', 1.8],
  ['duyet_lan_2', 3.3],
  ['duyet', 4.9],
  ['duyet', 7.2],
  ['duyet_lan_2', 7.7],
  ['duyet', 9.2],
  ['dang_cho_duyet', 3],
  ['dang_cho_duyet', 11],
  ['dang_cho_duyet', 16],
  ['da_soan_y_lan_1', 6],
]

function requestOf(care: Care, start: number, random: Random, now: Date): Request {
  const past = lived(start, random)
  const paid = past.state === 'dang_ky_thanh_cong' && random.chance(0.85)
  return {
    id: random.uuid(start),
    care,
    at: start,
    company: `Đối tác ${random.int(1, 8)}`,
    ownerPhone: random.chance(0.6) ? `9${random.int(10, 98)}000${random.int(100, 999)}` : null,
    tier: random.weighted([
      [1, 5],
      [2, 3],
      [3, 2],
    ]),
    ...past,
    collected: paid ? (random.chance(0.1) ? 'da_thu_tien_mat' : 'da_chuyen_khoan') : 'chua_thu_tien',
    checked:
      now.getTime() - start > 60 * minute ? (random.chance(0.93) ? 'da_duyet' : 'tu_choi') : 'dang_cho_duyet',
    difference: random.chance(0.12) ? random.pick([-5_000, 2_000, 5_000, 10_000]) : 0,
    note: random.chance(0.3) ? random.pick(notes) : null,
  }
}

/** Every second sale was registered through Mfy; the last ones are in progress. */
export function mfyOf(cares: readonly Care[], now: Date): DemoMfy {
  const random = randomOf('mfy')
  const entered = instantAt(addDays(todayVn(now), -100), 9.25)
  const prices = demoPackages.map((item, n) => ({
    id: random.uuid(entered + n),
    item,
    at: entered + n * 37_000,
  }))
  const sold = cares.filter(({ status }) => status === 'APPROVED').toSorted((a, b) => a.at - b.at)
  // Everybody's newest sale, so that each person has a running clock, and a few more.
  const newest = sold.toReversed()
  const last = demoAccounts.flatMap(({ username }) => newest.find((care) => care.username === username) ?? [])
  const more = newest.filter((care) => !last.includes(care))
  const running = [...last, ...more].slice(0, live.length)
  const begun = sold
    .filter((care, n) => n % 2 === 0 && care.at < now.getTime() - 120 * minute && !running.includes(care))
    .map((care) => requestOf(care, care.at + random.int(1, 9) * minute, random, now))
  // All within today, with which the list opens: shortly after midnight the steps are faster.
  const pace = Math.min(minute, Math.floor((now.getTime() - Date.parse(dayStart(todayVn(now)))) / 30))
  const underWay = running.map((care, n) => {
    const [state = '', minutes = 0] = live[n] ?? []
    const since = Math.round(now.getTime() - minutes * pace)
    const { waits: _, ...request } = requestOf(care, since - (n + 2) * pace, random, now)
    const untouched = state === 'dang_cho_duyet'
    const began = since - 2 * pace
    const first: Wait[] =
      state === 'duyet' || untouched
        ? []
        : [{ id: random.uuid(began), began, ended: since - pace, turn: 1, outcome: 'dung_han' }]
    return {
      ...request,
      state,
      since: untouched ? null : since,
      setter: untouched ? null : 'quanly',
      collected: 'chua_thu_tien',
      waits: first,
    }
  })
  return { prices, requests: [...begun, ...underWay] }
}

const share = (price: number, percent: number): number => Math.round((price * percent) / 50_000) * 500

/** Writes both tables and the finished waits; running, counted and registered values are derived by the database. */
export async function saveMfy({ prices, requests }: DemoMfy, now: Date, client: PoolClient): Promise<void> {
  await copyRows(client, 'giagoimfy', prices, {
    id: ({ id }) => id,
    ten_goi_cuoc: ({ item }) => item.code,
    phi_thu_hoi: () => charge,
    gia_t1: ({ item }) => share(item.price, 50),
    gia_t2: ({ item }) => share(item.price, 60),
    gia_t3: ({ item }) => share(item.price, 70),
    createdAt: (price) => iso(price.at),
  })
  await pricesEntered('giagoimfy', client)
  await atPricesOfTheDay('giagoimfy', requests, now, client, (batch) =>
    copyRows(client, 'mfy', batch, {
      id: ({ id }) => id,
      cty: ({ company }) => company,
      so_dien_thoai_chu: ({ ownerPhone }) => ownerPhone,
      so_dien_thoai: ({ care }) => care.number.phone,
      username_nv: ({ care }) => care.username,
      ten_nv: ({ care }) => fullnames.get(care.username) ?? care.username,
      ma_goi: ({ care }) => care.package,
      trang_thai: ({ state }) => state,
      username_thay_doi_trang_thai: ({ setter }) => setter,
      thoi_diem_thay_doi_trang_thai: ({ since }) => (since === null ? null : iso(since)),
      trang_thai_thu_tien: ({ collected }) => collected,
      trang_thai_duyet_thong_tin: ({ checked }) => checked,
      username_duyet_trang_thai_duyet_thong_tin: ({ checked }) =>
        checked === 'dang_cho_duyet' ? null : 'quanly',
      thoi_diem_duyet_thong_tin: (request) =>
        request.checked === 'dang_cho_duyet' ? null : iso(request.at + 12 * minute),
      gia_ban_goi: ({ tier }) => tier,
      chenh_lech: ({ difference }) => difference,
      truy_thu: ({ waits }) => waits.filter(({ outcome }) => outcome === 'qua_han').length * charge,
      note: ({ note }) => note,
      created_at: (request) => iso(request.at),
    }),
  )
  const waits = requests.flatMap(({ id, care, waits }) =>
    waits.map((wait) => ({ ...wait, request: id, username: care.username })),
  )
  await copyRows(client, 'mfy_wait', waits, {
    id: ({ id }) => id,
    mfy_id: ({ request }) => request,
    lan: ({ turn }) => turn,
    username_nv: ({ username }) => username,
    began: ({ began }) => iso(began),
    ended: ({ ended }) => iso(ended),
    ket_qua: ({ outcome }) => outcome,
    truy_thu: ({ outcome }) => (outcome === 'qua_han' ? charge : 0),
  })
}

/** Withdrawn requests had been successful for half an hour. */
export async function saveSuccesses(client: PoolClient): Promise<void> {
  await client.query(`
    INSERT INTO mfy_success (mfy_id, username_nv, tu, den)
    SELECT id, username_nv, thoi_diem_thay_doi_trang_thai - interval '30 minutes', thoi_diem_thay_doi_trang_thai
    FROM mfy WHERE trang_thai = 'thu_hoi' AND abs(hashtext(id::text)) % 5 = 0`)
}
