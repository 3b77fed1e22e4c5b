/** Pages and searches of lists with millions of rows, each against the same statements through the driver. */
import { signInAs } from '#test/server.ts'
import { byTurns, compare, rawPool } from './compare.ts'
import { http } from './load.ts'
import { thirtyDays, thirtyDaysSince } from './thirty-days.ts'
import type { Bench, Row } from './types.ts'

/** A page of a salesperson's care log of thirty days, for readers of full and of masked phones. */
export async function listPage(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  const range = thirtyDays()
  const { rows: users } = await bench.pool.query<{ username: string }>(
    `SELECT username FROM users WHERE username LIKE 'bench%'`,
  )
  const manager = await signInAs(bench.pool, 'chinhanh1')
  const where = `h.username = $1 AND h.created_at >= ${thirtyDaysSince()}
    AND h.created_at < now() + interval '1 day'`
  const page = `SELECT h.*, u.fullname FROM care_history h LEFT JOIN users u ON u.id = h.user_id
    WHERE ${where} ORDER BY h.created_at DESC, h.id DESC LIMIT 50`
  const count = `SELECT count(*) FROM care_history h WHERE ${where}`
  const user = (worker: number, n: number) => users[(worker * 7 + n) % users.length]?.username
  const log = (token: string) => (worker: number, n: number) =>
    http(`${bench.url}/api/v1/care/history?page=0&count=50&username=${user(worker, n)}&${range}`, token)
  for (const workers of [16, 64]) {
    const raw = rawPool(bench, workers)
    const rates = await byTurns(workers, {
      async raw(worker, n) {
        const values = [user(worker, n)]
        await raw.query({ name: 'page', text: page, values })
        await raw.query({ name: 'count', text: count, values })
      },
      open: log(bench.admin),
      masked: log(manager),
    })
    await raw.end()
    const goal = workers === 16 ? '≥ 0.6, p99 ≤ 60 ms' : '≥ 0.7'
    rows.push(compare(`list page of 50 with total, ${workers} connections`, rates.open, rates.raw, goal))
    rows.push(compare(`the same with masks on, ${workers}`, rates.masked, rates.raw, '≥ 0.6'))
  }
  return rows
}

/** A phone by its last digits. */
async function phones(bench: Bench): Promise<Row> {
  const raw = rawPool(bench, 16)
  const digits = (worker: number, n: number) => String(10000 + ((worker * 7919 + n * 104729) % 89999))
  const rates = await byTurns(16, {
    async raw(worker, n) {
      const tail = [...digits(worker, n)].reverse().join('')
      // As a set of ids: with LIMIT beside it the planner walks the whole table in list order. A range, so that one
      // plan serves all digits.
      const matches = `id = ANY (ARRAY(SELECT id FROM customer WHERE reverse(phone::text) ~>=~ $1 AND reverse(phone::text) ~<~ $2))`
      const values = [tail, `${tail}:`]
      await raw.query({
        name: 'phones',
        text: `SELECT * FROM customer WHERE ${matches} ORDER BY "createdAt" DESC, id DESC LIMIT 50`,
        values,
      })
      await raw.query({
        name: 'phones counted',
        text: `SELECT count(*) FROM customer WHERE ${matches}`,
        values,
      })
    },
    ours: (worker, n) =>
      http(`${bench.url}/api/v1/customer?count=50&phone=${digits(worker, n)}`, bench.admin),
  })
  await raw.end()
  return compare('phone by last digits, 16', rates.ours, rates.raw, '≥ 0.7')
}

/**
 * Ten everyday searches: whole words in every fifth row down to hardly any, and as many half words, misspelt ones
 * and missing ones.
 */
const everyday = [
  'khiếu nại',
  'hiếu nạ',
  'zalo',
  'không gọi lai lại',
  'lê phúc',
  'iên bản',
  'giá cao',
  'uynh',
  'cần thơ',
  'vũ trsam',
] as const

/**
 * A text without diacritics, counted to 10,000 on both sides. The raw side finds page and count at once by the
 * index of word parts, planned for each text: a plan that walks the newest rows takes half a minute for a missing
 * text.
 */
async function texts(bench: Bench): Promise<Row> {
  const raw = rawPool(bench, 16)
  const text = (worker: number, n: number) => everyday[(worker * 3 + n) % everyday.length] ?? ''
  const rates = await byTurns(16, {
    raw: (worker, n) =>
      raw.query(
        `WITH found AS MATERIALIZED (
           SELECT * FROM blacklist WHERE description_fold LIKE '%' || fold($1) || '%' LIMIT 10001)
         SELECT *, (SELECT count(*) FROM found) FROM found ORDER BY "createdAt" DESC, id DESC LIMIT 50`,
        [text(worker, n)],
      ),
    ours: (worker, n) =>
      http(
        `${bench.url}/api/v1/blacklist?count=50&description=${encodeURIComponent(text(worker, n))}`,
        bench.admin,
      ),
  })
  await raw.end()
  return compare('text without marks, ten everyday words, 16', rates.ours, rates.raw, '≥ 0.9, p50 ≤ 60 ms')
}

export const search = async (bench: Bench): Promise<Row[]> => [await phones(bench), await texts(bench)]
