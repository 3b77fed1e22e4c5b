/** The demo's stock of SIM numbers of the three carriers; rarer types cost more. */
import sql from 'sql-template-tag'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { bareSim } from '#kit/contract/phone.ts'
import { typesOf, type Carrier, type SimType } from '#subjects/sims/contract/sim-types.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { iso } from './save-files.ts'

export type DemoSim = {
  id: string
  dotted: string
  carrier: Carrier
  kind: 1 | 2
  state: 'con_sim' | 'giu_so' | 'da_ban'
  source: string
  note: string | null
  /** Base price in đồng, from which the others are computed. */
  cost: number
  types: SimType[]
  at: number
}

const many = 360
const day = 86_400_000

const prefixes: readonly (readonly [readonly [Carrier, string], number])[] = [
  [['VINAPHONE', '0912'], 3],
  [['VINAPHONE', '0888'], 2],
  [['VINAPHONE', '0834'], 2],
  [['MOBIFONE', '0903'], 3],
  [['MOBIFONE', '0896'], 2],
  [['MOBIFONE', '0776'], 2],
  [['VIETTEL', '0966'], 3],
  [['VIETTEL', '0981'], 2],
  [['VIETTEL', '0356'], 2],
]

/** Endings of numbers: letters stand for digits, the middle is random; base price in thousands. */
const tails: readonly (readonly [readonly [tail: string, cost: number], number])[] = [
  [['68', 450], 8],
  [['86', 420], 7],
  [['39', 350], 5],
  [['79', 520], 7],
  [['38', 260], 5],
  [['78', 240], 4],
  [['1368', 1_900], 3],
  [['8386', 2_100], 2],
  [['1996', 900], 4],
  [['2001', 760], 4],
  [['aaa', 1_400], 5],
  [['aaabbb', 14_500], 2],
  [['abba', 480], 4],
  [['abcabc', 2_600], 3],
  [['abab', 620], 5],
  [['aabb', 560], 5],
  [['aba', 220], 5],
  [['678', 640], 3],
  [['6789', 12_000], 1],
  [['4078', 780], 1],
  [['1102', 820], 1],
  [['aaaa', 21_000], 1],
  [['aaaaa', 62_000], 0.3],
  [['aaaaaa', 180_000], 0.2],
  [['aaaaab', 3_100], 1],
  [['abccba', 700], 2],
]

/** Different digits for a, b and c; lucky ones first. */
function lettersOf(random: Random): Record<string, string> {
  const a = random.weighted([['8', 3], ['6', 3], ['9', 3], ['3', 1], ['5', 1], ['7', 1]] as const) // prettier-ignore
  const otherDigits = ['1', '2', '3', '5', '6', '8', '9'].filter((digit) => digit !== a)
  const b = otherDigits.splice(random.int(0, otherDigits.length - 1), 1)[0] ?? '1'
  return { a, b, c: otherDigits[random.int(0, otherDigits.length - 1)] ?? '2' }
}

/** Dots where sellers put them: before the special part. */
const dotted = (number: string, tail: string): string => {
  const last = tail.length === 4 || tail.length === 5 ? tail.length : 3
  return [number.slice(0, 4), number.slice(4, 10 - last), number.slice(10 - last)].join('.')
}

const sources = ['Kho Hà Nội', 'Đại lý PC', 'Nhập file', 'Ký gửi', 'Nhập tay'] as const
const notes = ['Khách quen hỏi', 'Giữ giá', 'Kèm gói 12 tháng', 'Số đẹp, giữ giá'] as const

/** The stock as added over the last two months. */
export function simsOf(now: Date): DemoSim[] {
  const random = randomOf('sims')
  const usedNumbers = new Set<string>()
  return Array.from({ length: many }, (): DemoSim => {
    for (;;) {
      const [carrier, prefix] = random.weighted(prefixes)
      const [tail, thousands] = random.weighted(tails)
      const letters = lettersOf(random)
      const end = tail.replace(/[abc]/g, (letter) => letters[letter] ?? '')
      const middle = String(random.int(0, 10 ** (6 - end.length) - 1)).padStart(6 - end.length, '0')
      const number = prefix + (end.length === 6 ? '' : middle) + end
      const kind = random.chance(0.75) ? 1 : 2
      const types = typesOf({ number, carrier, kind })
      if (types.length === 0 || usedNumbers.has(number)) continue
      usedNumbers.add(number)
      const at = now.getTime() - random.int(1, 60 * 24) * (day / 24)
      return {
        id: random.uuid(at),
        dotted: dotted(number, end),
        carrier,
        kind,
        state: random.weighted([['con_sim', 90], ['giu_so', 2], ['da_ban', 8]] as const), // prettier-ignore
        source: random.pick(sources),
        note: random.chance(0.15) ? random.pick(notes) : null,
        cost: Math.round((thousands * (0.8 + random.next() * 0.5)) / 10) * 10_000,
        types,
        at,
      }
    }
  })
}

/** A share of the base price, rounded to ten thousand. */
const times = (share: number) => ({ cost }: DemoSim) => Math.round((cost * share) / 10_000) * 10_000 // prettier-ignore

/** Who holds a number for a customer at the start, and for how many minutes. */
const holding = { sale111: 4, sale112: 11, sale211: 19 } as const

export async function saveSims(sims: readonly DemoSim[], now: Date, client: PoolClient): Promise<void> {
  await copyRows(client, 'simso', sims, {
    id: ({ id }) => id,
    so_dien_thoai: ({ dotted }) => bareSim(dotted),
    so_dien_thoai_co_dau_cham: ({ dotted }) => dotted,
    nha_mang: ({ carrier }) => carrier,
    number_type: ({ kind }) => kind,
    trang_thai: ({ state }) => state,
    nguon_nhap: ({ source }) => source,
    ghi_chu: ({ note }) => note,
    gia_goc: times(1),
    gia_si_1: times(1.1),
    gia_si_2: times(1.16),
    gia_si_3: times(1.22),
    gia_khach_hang: times(1.5),
    types: ({ types }) => types.join(','),
    createdAt: ({ at }) => iso(at),
  })
  await client.query(sql`
    WITH hand AS (
      SELECT key AS username, ${now.toISOString()}::timestamptz - make_interval(mins => value::int) AS at,
        row_number() OVER (ORDER BY key) AS n
      FROM jsonb_each_text(${JSON.stringify(holding)}::jsonb)
    ), free AS (
      SELECT id, row_number() OVER (ORDER BY "createdAt" DESC, id) AS n FROM simso WHERE trang_thai = 'con_sim'
    ), held AS (
      UPDATE simso s SET trang_thai = 'giu_so', nguoi_giu = h.username, giu_den = h.at + interval '30 minutes'
      FROM hand h JOIN free f USING (n) WHERE s.id = f.id RETURNING s.id, h.username, h.at, s.giu_den
    )
    INSERT INTO sim_hold (sim_id, username, at, until) SELECT id, username, at, giu_den FROM held`)
}
