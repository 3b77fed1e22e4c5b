/** The next customer and the result of a call over HTTP with all rules, against SKIP LOCKED and an update by key. */
import { performance } from 'node:perf_hooks'
import sql from 'sql-template-tag'
import { withTransaction, type Pool } from '#platform/server/db/pool.ts'
import { compare, rawPool, stretch } from './compare.ts'
import { groupSize, numbers } from './data.ts'
import { http, loop, type Rate } from './load.ts'
import { spentSince, spentSoFar } from './processor.ts'
import type { Bench, Row } from './types.ts'

/** The raw limit: taking the next row with SKIP LOCKED, and storing a result for a taken row. */
async function bareClaims(bench: Bench, workers: number): Promise<{ next: Rate; result: Rate }> {
  const raw = rawPool(bench, workers)
  const claimedIds: string[] = []
  const next = await loop(workers, stretch, async () => {
    const { rows } = await raw.query<{ id: string }>({
      name: 'next',
      text: `UPDATE raw_queue SET stage = 'open', claimed_at = now() WHERE id = (
         SELECT id FROM raw_queue WHERE file_id = $1 AND holder_id IS NULL AND stage = 'left'
         ORDER BY rank LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *`,
      values: [bench.file],
    })
    if (rows[0]) claimedIds.push(rows[0].id)
  })
  const result = await loop(workers, stretch, async () => {
    const values = [claimedIds.pop()]
    const client = await raw.connect()
    try {
      await client.query('BEGIN')
      await client.query({
        name: 'take',
        text: `UPDATE raw_queue SET stage = 'called' WHERE id = $1`,
        values,
      })
      await client.query({
        name: 'result',
        text: `INSERT INTO raw_results (customer_id, status, note) VALUES ($1, 'REJECTED', 'x')`,
        values,
      })
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  })
  await raw.end()
  return { next, result }
}

/**
 * Each worker alternates taking the next customer and recording a result; duration of each, and customers handed
 * out twice.
 */
async function workOff(bench: Bench, workers: number, ms = stretch * 2) {
  const claimed = new Map<number, string>()
  const claimTimes: number[] = []
  const resultTimes: number[] = []
  const claimedOnce = new Set<string>()
  let doubles = 0
  const whole = await loop(workers, ms, async (worker) => {
    const token = bench.tokens[worker] ?? ''
    const id = claimed.get(worker)
    const from = performance.now()
    if (id) {
      const body = { status: 'REJECTED', note: 'Không có nhu cầu' }
      await http(`${bench.url}/api/v1/customer/${id}/care`, token, { method: 'POST', body })
      claimed.delete(worker)
      resultTimes.push(performance.now() - from)
      return
    }
    const answer = JSON.parse(await http(`${bench.url}/api/v1/customer/new-care`, token)) as {
      data: { value: { id: string } | null }
    }
    const got = answer.data.value?.id
    if (!got) throw new Error('nothing left')
    if (claimedOnce.has(got)) doubles += 1
    claimedOnce.add(got)
    claimed.set(worker, got)
    claimTimes.push(performance.now() - from)
  })
  return { whole, claimTimes, resultTimes, doubles }
}

const sumOf = (times: number[]): number => times.reduce((sum, ms) => sum + ms, 0)

/** The rate of one of two kinds of work alone, by its share of the total time (`spent`). */
function rateAlone(times: number[], spent: number, whole: Rate): Rate {
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  const alone = sumOf(times) / spent
  return {
    perSecond: times.length / ((whole.n / whole.perSecond) * alone || 1),
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    failed: whole.failed,
    n: times.length,
    // For claims and results together.
    spent: whole.spent,
  }
}

/** The next customer over HTTP with all its rules, against SKIP LOCKED. Results are recorded in between. */
export async function claim(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const workers of [16, 64]) {
    const bare = await bareClaims(bench, workers)
    const { whole, claimTimes, resultTimes, doubles } = await workOff(bench, workers)
    const spent = sumOf(claimTimes) + sumOf(resultTimes)
    const claims = rateAlone(claimTimes, spent, whole)
    const results = rateAlone(resultTimes, spent, whole)
    rows.push(compare(`next customer, ${workers}`, claims, bare.next, '≥ 0.3', `, ${doubles} doubles`))
    rows.push(compare(`care result, ${workers}`, results, bare.result, '≥ 0.3'))
  }
  return rows
}

/**
 * More than a month ago the first four groups called equally many numbers, half of them the first group, so that
 * the rules bring each number back once; every second one at a full hour, as many are due together when a part of
 * the day begins.
 */
async function callLongAgo({ pool, file }: Bench, calls: number): Promise<void> {
  await switchRules(pool, true)
  await withTransaction(pool, async (tx) => {
    await tx.query(
      `SELECT set_config('vas.movement', 'result', true), set_config('vas.actor', 'bench1', true)`,
    )
    await tx.query(sql`
      WITH callers AS (SELECT id, username, substr(username, 6)::int AS n FROM users WHERE username LIKE 'bench%'),
      called AS (
        UPDATE customer c SET holder_id = u.id, stage = 'called', status = 'TAKECARE', version = c.version + 1
        FROM callers u WHERE c.file_id = ${file} AND c.stage = 'left'
          AND u.n = 1 + c.rank / 2 % (${groupSize}::int * CASE c.rank % 2 WHEN 0 THEN 1 ELSE 4 END)
          AND c.rank > (SELECT max(rank) FROM customer) - ${calls}
        RETURNING c.id, c.phone, now() - make_interval(days => 31, secs => c.rank % 86400) AS at, c.rank, u.id AS user_id, u.username)
      INSERT INTO care_history (customer_id, user_id, username, phone, status, note, created_at)
      SELECT id, user_id, username, phone, 'REJECTED', 'Không có nhu cầu',
        CASE rank / 2 % 2 WHEN 0 THEN date_trunc('hour', at) ELSE at END
      FROM called`)
  })
  await pool.query('SELECT fold_balances()')
  await pool.query('VACUUM ANALYZE customer, care_history, recycling, movements')
}

/**
 * Switches calling hours, the limit of calls per phone and the rules for calling again, all on or off. A change of
 * rules normally starts a background job that plans every called number again; it is cancelled here, as its work
 * would count in the turn.
 */
const switchRules = (pool: Pool, on: boolean): Promise<void> =>
  withTransaction(pool, async (tx) => {
    await tx.query(
      `DELETE FROM settings WHERE key IN ('care.from', 'care.until', 'care.callsPerPhone', 'care.callsPerDays')`,
    )
    await tx.query(
      `UPDATE recycle_rules SET active = ${on}, active_since = '2020-01-01', part = 'any', caller = 'other', until_expiry = false`,
    )
    if (on)
      await tx.query(`INSERT INTO settings (key, value) VALUES ('care.from', '"00:00"'), ('care.until', '"24:00"'),
        ('care.callsPerPhone', '5'), ('care.callsPerDays', '30')`)
    await tx.query(`DELETE FROM backfills WHERE name = 'recycling'`)
  })

const calledAgain = async ({ pool }: Bench): Promise<number> =>
  Number(
    (await pool.query<{ n: string }>(`SELECT count(*) AS n FROM movements WHERE kind = 'recycle'`)).rows[0]
      ?.n,
  )

/** Two turns of one kind differ by a tenth or more. The first four are only warm-up. */
const ruleTurns = 28

/**
 * Sums of the turns of one kind: claims and results, time of all workers and of processors in ms, numbers called
 * again, numbers handed out twice.
 */
type Turns = { calls: number; spent: number; processor: number; again: number; doubles: number }

const noTurns = (): Turns => ({ calls: 0, spent: 0, processor: 0, again: 0, doubles: 0 })

/** One turn with the rules on or off, added to `sums` if given. */
async function ruleTurn(bench: Bench, workers: number, on: boolean, sums?: Turns): Promise<void> {
  await switchRules(bench.pool, on)
  const before = await calledAgain(bench)
  const from = spentSoFar()
  const { whole, claimTimes, resultTimes, doubles } = await workOff(bench, workers, stretch)
  const spent = spentSince(from, 1)
  const again = (await calledAgain(bench)) - before
  if (whole.failed > 0 || claimTimes.length === 0) throw new Error(`${whole.failed} calls failed`)
  if (on && again < claimTimes.length * 0.9)
    throw new Error(`only ${again} of ${claimTimes.length} numbers were called again`)
  if (!sums) return
  sums.calls += claimTimes.length + resultTimes.length
  sums.spent += sumOf(claimTimes) + sumOf(resultTimes)
  sums.processor += spent ? spent.client + spent.server + spent.postgres : 0
  sums.again += again
  sums.doubles += doubles
}

/**
 * Claims and results with all calling rules on, where every number is called again, against the same without rules
 * (D3-REC, D3-RULE). All numbers have one earlier result; the turns alternate in order, as the database grows.
 */
export async function callingRules(bench: Bench): Promise<Row[]> {
  if (numbers < 300_000) {
    const note = 'not measured with less than 300,000 customers'
    return [
      {
        work: 'next customer and result with all rules of calling',
        value: '-',
        limit: '-',
        ratio: '-',
        reach: '≥ 0.9',
        note,
      },
    ]
  }
  await callLongAgo(bench, 120_000)
  const kinds = [16, 64].map((workers) => ({ workers, on: noTurns(), off: noTurns() }))
  for (let n = 0; n < ruleTurns; n += 1)
    for (const kind of kinds) {
      const on = n % 4 === 1 || n % 4 === 2
      await ruleTurn(bench, kind.workers, on, n < 4 ? undefined : kind[on ? 'on' : 'off'])
    }
  await switchRules(bench.pool, false)
  return kinds.map(({ workers, on, off }) => {
    const rate = ({ calls, spent }: Turns): number => (calls / (spent / workers)) * 1000
    const cost = ({ processor, calls }: Turns): string => (processor / calls).toFixed(2)
    return {
      work: `next customer and result with all rules of calling, ${workers}`,
      value: `${rate(on).toFixed(0)}/s`,
      limit: `${rate(off).toFixed(0)}/s`,
      ratio: (rate(on) / rate(off)).toFixed(2),
      reach: '≥ 0.9',
      note: `${on.again} numbers called again, ${on.doubles + off.doubles} doubles; processor a call ${cost(on)} and ${cost(off)} ms; the limit: the same without rules, all numbers with one earlier result`,
    }
  })
}
