/** The demo's look-up log: look-ups by salespeople and leaders during calls. */
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { lookupNames, lookupTexts, type LookupKind } from '#subjects/registrations/contract/calls/lookup.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import type { Care } from './seller-day.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { iso } from './save-files.ts'
import { demoAccounts } from '#platform/app/server/seed/organisation.ts'

export type LookupEntry = {
  id: string
  username: string
  phone: string
  kind: LookupKind
  content: string
  at: number
}

/** One call in this many has a look-up before or after it. */
const everyCall = 6
/** Share of a salesperson's look-ups that the leader repeats in detail. */
const detailShare = 0.15

const kinds: readonly (readonly [LookupKind, number])[] = [
  ['package', 40],
  ['history', 24],
  ['balance', 18],
  ['9279', 11],
  ['messages999', 7],
]

function resultOf(kind: LookupKind, at: number, random: Random): string {
  const day = toFilterDate(todayVn(new Date(at)))
  const days = `Từ ngày ${day} đến ngày ${day}`
  const lines: Record<LookupKind, () => string> = {
    package: () => `Trang: 1\nKết quả: ${random.int(2, 9)} gói cước`,
    history: () => `Kết quả: ${random.int(1, 6)} gói cước`,
    balance: () => 'Kết quả: Có số dư',
    info: () => 'Loại thuê bao: Trả trước\nKết quả: Có thông tin thuê bao',
    '9279': () => `${days}\nKết quả: ${random.int(0, 4)} tin nhắn`,
    messages999: () => `Hướng: I-Input\n${days}\nTrang: 1\nKết quả: ${random.int(0, 5)} tin nhắn`,
  }
  if (!random.chance(0.02)) return lines[kind]()
  return `Kết quả: ${random.pick([lookupTexts.notFound, lookupTexts.timeout])}`
}

const leaderOf = new Map(demoAccounts.map(({ username, group = null }) => [username, group]))
const nameOf = new Map(demoAccounts.map(({ username, fullname }) => [username, fullname]))

/** Look-ups around the quarter's calls, in order of time. */
export function lookupEntries(cares: readonly Care[], now: Date): LookupEntry[] {
  const random = randomOf('lookups')
  const entry = (username: string, kind: LookupKind, { number, at }: Care): LookupEntry => {
    const time = Math.min(at + random.int(-90, 40) * 1000, now.getTime() - 1000)
    const content = resultOf(kind, time, random)
    return { id: random.uuid(time), username, phone: number.phone, kind, content, at: time }
  }
  return cares
    .filter((_, n) => n % everyCall === 0)
    .flatMap((care) => {
      const lookup = entry(care.username, random.weighted(kinds), care)
      const leader = leaderOf.get(care.username)
      return leader && random.chance(detailShare) ? [lookup, entry(leader, 'info', care)] : [lookup]
    })
    .toSorted((a, b) => a.at - b.at)
}

export async function saveLookups(entries: readonly LookupEntry[], client: PoolClient): Promise<void> {
  await copyRows(client, 'lstracuu', entries, {
    id: ({ id }) => id,
    username: ({ username }) => username,
    full_name: ({ username }) => nameOf.get(username) ?? username,
    so_dien_thoai: ({ phone }) => phone,
    ten_tra_cuu: ({ kind }) => lookupNames[kind],
    noi_dung: ({ content }) => content,
    nguon: () => 'tra_cuu',
    createdAt: ({ at }) => iso(at),
  })
}
