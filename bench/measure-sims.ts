/** Buyers' searches in a stock as big as the customers, each against its statement through the driver (D3-SIM-02). */
import { createPool } from '#platform/server/db/pool.ts'
import { inBulk, isEmpty, numbers } from './data.ts'
import { http } from './load.ts'
import type { Bench, Row } from './types.ts'

const turns = 15

/** Numbers in no simple order, each with one or two types; skipped if there are some already. */
export async function fillSims({ pool }: Pick<Bench, 'pool'>, rows = numbers): Promise<void> {
  if (!(await isEmpty(pool, 'simso'))) return
  await inBulk(pool, ['simso'], () =>
    pool.query(`
      INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, trang_thai, gia_goc, gia_si_1, gia_si_2,
        gia_si_3, gia_khach_hang, types, "createdAt")
      SELECT so, so, (ARRAY['VIETTEL', 'VINAPHONE', 'MOBIFONE'])[1 + n % 3], 1 + n % 2, 'con_sim', p, p, p, p, p,
        CASE WHEN so ~ '(68|86)$' THEN 'sim_loc_phat' WHEN so ~ '(39|79)$' THEN 'sim_than_tai' WHEN so ~ '(\\d)\\1\\1$'
          THEN 'sim_tam_hoa' WHEN n % 7 = 0 THEN 'sim_v90_so_dep,sim_ganh' ELSE 'sim_kep' END,
        now() - make_interval(secs => n % 2592000)
      FROM (SELECT n, '09' || lpad((n::bigint * 70921 % 100000000)::text, 8, '0') AS so, 200000 + n::bigint * 7919 % 5000000 AS p
        FROM generate_series(1, ${rows}) n) s`),
  )
}

/** Searches, and equivalent conditions; `turn` makes each search different. */
const searches: readonly [work: string, query: (turn: number) => string, where: (turn: number) => string][] = [
  ['ends in four digits', (n) => `so_dien_thoai=*${6860 + n}`, (n) => `reverse(so_dien_thoai) LIKE reverse('${6860 + n}') || '%'`],
  ['ends in three digits', (n) => `so_dien_thoai=*${160 + n}`, (n) => `reverse(so_dien_thoai) LIKE reverse('${160 + n}') || '%'`],
  ['four digits apart', (n) => `so_dien_thoai=8?${n % 10}?1?8`, (n) => `so_dien_thoai || '' LIKE '%8_${n % 10}_1_8%'`],
  ['09?.1234 anywhere', (n) => `so_dien_thoai=09?.${1234 + n}`, (n) => `so_dien_thoai LIKE '%09_${1234 + n}%'`],
  ['without 4 and 7, two types, a span of prices', (n) => `bo_so=47&loai_sim=sim_loc_phat,sim_than_tai&gia_tu=${300_000 + n}&gia_den=900000`,
    (n) => `so_dien_thoai !~ '[47]' AND types_list && ARRAY['sim_loc_phat', 'sim_than_tai'] AND gia_khach_hang BETWEEN ${300_000 + n} AND 900000`],
  ['born on a day', (n) => `ngay_sinh=1508${60 + n}`, (n) => `reverse(so_dien_thoai) LIKE reverse('1508${60 + n}') || '%'`],
] // prettier-ignore

const middle = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Rows of the table: a page of 50 with its count, up to 10,000. */
export async function simSearch(bench: Bench): Promise<Row[]> {
  await fillSims(bench)
  const raw = createPool(bench.databaseUrl, { max: 1, applicationName: 'bench-raw', log: console })
  const rows: Row[] = []
  for (const [work, query, where] of searches) {
    const [ours, limits]: [number[], number[]] = [[], []]
    for (let turn = 0; turn <= turns; turn += 1) {
      const matches = `SELECT * FROM simso WHERE deleted_at IS NULL AND ${where(turn)}`
      const limit = await timed(async () => {
        await raw.query(`SELECT * FROM (${matches} OFFSET 0) s ORDER BY "createdAt" DESC, id DESC LIMIT 50`)
        await raw.query(`SELECT count(*) FROM (${matches} LIMIT 10001) s`)
      })
      const our = await timed(() => http(`${bench.url}/api/v1/simso?count=50&${query(turn)}`, bench.admin))
      // The first turn warms up both.
      if (turn === 0) continue
      ours.push(our)
      limits.push(limit)
    }
    const [our, limit] = [middle(ours), middle(limits)]
    rows.push({
      work: `${numbers.toLocaleString('en-US')} SIM numbers: ${work}`,
      value: `${our.toFixed(1)} ms`,
      limit: `${limit.toFixed(1)} ms`,
      ratio: (limit / our).toFixed(2),
      reach: '≥ 0.4',
      note: `slowest ${Math.round(Math.max(...ours))} ms`,
    })
  }
  await raw.end()
  return rows
}
