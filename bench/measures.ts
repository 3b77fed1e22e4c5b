/** The measures, each against its raw limit. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { hash } from '@node-rs/argon2'
import { firstOfMonthVn, toFilterDate, todayVn } from '../contract/dates.ts'
import type { Pool } from '../server/db/pool.ts'
import { createPool } from '../server/db/pool.ts'
import { addressOf } from '../test/process.ts'
import { http, loop, type Rate } from './load.ts'
import { desk } from './measure-desk.ts'
import { farPage } from './measure-far.ts'
import { flood } from './flood.ts'
import { growth } from './measure-growth.ts'
import { exportAll, importSheet } from './measure-files.ts'
import { importMeasures } from './measure-import.ts'
import { money } from './measure-money.ts'
import { floodPublic } from './flood-public.ts'
import { monthTotals } from './measure-revenue.ts'
import { simSearch } from './measure-sims.ts'
import { payroll } from './measure-payroll.ts'
import { payrollRadar } from './measure-radar.ts'
import { bigTotal } from './measure-total.ts'
import type { Bench, Row } from './types.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5) * 1000
const perSecond = (rate: Rate): string => `${Math.round(rate.perSecond).toLocaleString('en-US')}/s`

const compare = (work: string, ours: Rate, raw: Rate, reach: string, note = ''): Row => ({
  work,
  value: perSecond(ours),
  limit: perSecond(raw),
  ratio: (ours.perSecond / raw.perSecond).toFixed(2),
  reach,
  note: `p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(0)} ms${ours.failed ? `, ${ours.failed} failed` : ''}${note}`,
})

const rawPool = (bench: Bench, max: number): Pool =>
  createPool(bench.databaseUrl, { max, applicationName: 'bench-raw', log: console })

/** A page of one salesperson's care log of this month, against the same two statements through the driver. */
async function listPage(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  const range = `startDate=${toFilterDate(firstOfMonthVn())}&endDate=${toFilterDate(todayVn())}`
  const { rows: users } = await bench.pool.query<{ username: string }>(
    `SELECT username FROM users WHERE username LIKE 'bench%'`,
  )
  const where = `h.username = $1 AND h.created_at >= date_trunc('month', now())
    AND h.created_at < now() + interval '1 day'`
  const page = `SELECT h.*, u.fullname, c.type, c.package AS c_package, c.status AS c_status, c."packageExpiredAt"
    FROM care_history h LEFT JOIN users u ON u.id = h.user_id LEFT JOIN customer c ON c.id = h.customer_id
    WHERE ${where} ORDER BY h.created_at DESC, h.id DESC LIMIT 50`
  for (const workers of [16, 64]) {
    const raw = rawPool(bench, workers)
    const limit = await loop(workers, seconds, async (worker, n) => {
      const user = users[(worker * 7 + n) % users.length]?.username
      await raw.query(page, [user])
      await raw.query(`SELECT count(*) FROM care_history h WHERE ${where}`, [user])
    })
    await raw.end()
    const ours = await loop(workers, seconds, (worker, n) => {
      const user = users[(worker * 7 + n) % users.length]?.username
      return http(`${bench.url}/api/v1/care/history?page=0&count=50&username=${user}&${range}`, bench.admin)
    })
    rows.push(compare(`list page of 50 with total, ${workers} connections`, ours, limit, '≥ 1.0'))
  }
  return rows
}

/** A phone by its last digits, and a text without accents. */
async function search(bench: Bench): Promise<Row[]> {
  const raw = rawPool(bench, 16)
  const digits = (worker: number, n: number) => String(10000 + ((worker * 7919 + n * 104729) % 89999))
  const limit = await loop(16, seconds, async (worker, n) => {
    const tail = [...digits(worker, n)].reverse().join('')
    // As a set of ids: with LIMIT beside LIKE the planner walks the whole table in list order.
    const matches = `id = ANY (ARRAY(SELECT id FROM customer WHERE reverse(phone::text) LIKE '${tail}%'))`
    await raw.query(`SELECT * FROM customer WHERE ${matches} ORDER BY "createdAt" DESC, id DESC LIMIT 50`)
    await raw.query(`SELECT count(*) FROM customer WHERE ${matches}`)
  })
  const ours = await loop(16, seconds, (worker, n) =>
    http(`${bench.url}/api/v1/customer?count=50&phone=${digits(worker, n)}`, bench.admin),
  )
  const textLimit = await loop(16, seconds, async () => {
    await raw.query(
      `SELECT * FROM blacklist WHERE description_fold LIKE '%khieu nai%' ORDER BY "createdAt" DESC, id DESC LIMIT 50`,
    )
    await raw.query(`SELECT count(*) FROM blacklist WHERE description_fold LIKE '%khieu nai%'`)
  })
  const text = await loop(16, seconds, () =>
    http(`${bench.url}/api/v1/blacklist?count=50&description=khieu%20nai`, bench.admin),
  )
  await raw.end()
  return [
    compare('phone by last digits, 16', ours, limit, '≥ 0.7'),
    compare('text without marks, a common word, 16', text, textLimit, '≥ 0.9'),
  ]
}

/** The raw limit: taking the next row with SKIP LOCKED and storing a result, in plain SQL. */
async function bareClaims(bench: Bench, workers: number): Promise<{ next: Rate; result: Rate }> {
  const raw = rawPool(bench, workers)
  const next = await loop(workers, seconds, () =>
    raw.query(
      `UPDATE raw_queue SET stage = 'open', claimed_at = now() WHERE id = (
         SELECT id FROM raw_queue WHERE file_id = $1 AND holder_id IS NULL AND stage = 'left'
         ORDER BY rank LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *`,
      [bench.file],
    ),
  )
  const result = await loop(workers, seconds, async () => {
    const client = await raw.connect()
    try {
      await client.query('BEGIN')
      await client.query(
        `UPDATE raw_queue SET stage = 'called' WHERE id = (
           SELECT id FROM raw_queue WHERE stage = 'open' LIMIT 1 FOR UPDATE SKIP LOCKED)`,
      )
      await client.query(
        `INSERT INTO raw_results (customer_id, status, note) VALUES (uuidv7(), 'REJECTED', 'x')`,
      )
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  })
  await raw.end()
  return { next, result }
}

/** Each worker in turn takes the next customer and records a result; how long each took, and who was handed out twice. */
async function workOff(bench: Bench, workers: number) {
  const held = new Map<number, string>()
  const claimTimes: number[] = []
  const resultTimes: number[] = []
  const seen = new Set<string>()
  let doubles = 0
  const whole = await loop(workers, seconds * 2, async (worker) => {
    const token = bench.tokens[worker] ?? ''
    const id = held.get(worker)
    const from = performance.now()
    if (id) {
      const body = { status: 'REJECTED', note: 'Không có nhu cầu' }
      await http(`${bench.url}/api/v1/customer/${id}/care`, token, { method: 'POST', body })
      held.delete(worker)
      resultTimes.push(performance.now() - from)
      return
    }
    const answer = JSON.parse(await http(`${bench.url}/api/v1/customer/new-care`, token)) as {
      data: { value: { id: string } | null }
    }
    const got = answer.data.value?.id
    if (!got) throw new Error('nothing left')
    if (seen.has(got)) doubles += 1
    seen.add(got)
    held.set(worker, got)
    claimTimes.push(performance.now() - from)
  })
  return { whole, claimTimes, resultTimes, doubles }
}

const sumOf = (times: number[]): number => times.reduce((sum, ms) => sum + ms, 0)

/** The rate of one of two kinds of work alone, by the share of all the time (`spent`) that it took. */
function rateAlone(times: number[], spent: number, whole: Rate): Rate {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  const alone = sumOf(times) / spent
  return {
    perSecond: times.length / ((whole.n / whole.perSecond) * alone || 1),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failed: whole.failed,
    n: times.length,
  }
}

/** The next customer through HTTP with all its rules, against SKIP LOCKED alone. Results are recorded in between. */
async function claim(bench: Bench): Promise<Row[]> {
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

/** One cell of a row with rights, version and audit, against the bare UPDATE. */
async function edit(bench: Bench): Promise<Row[]> {
  const { rows } = await bench.pool.query<{ id: string }>('SELECT id FROM giahoantien')
  const raw = rawPool(bench, 16)
  const limit = await loop(16, seconds, (worker, n) =>
    raw.query('UPDATE giahoantien SET gia_goi = $1, version = version + 1 WHERE id = $2', [
      n,
      rows[(worker * 31 + n) % rows.length]?.id,
    ]),
  )
  await raw.end()
  const ours = await loop(16, seconds, (worker, n) =>
    http(`${bench.url}/api/v1/giahoantien/${rows[(worker * 31 + n) % rows.length]?.id}`, bench.admin, {
      method: 'PUT',
      body: { gia_goi: n },
    }),
  )
  return [compare('edit one cell with trail, 16', ours, limit, '≥ 0.35')]
}

async function signIn(bench: Bench): Promise<Row[]> {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  const limit = await loop(2, seconds, () => hash('Demo@2026', cost))
  const body = { username: 'sale111', password: 'Demo@2026' }
  const ours = await loop(2, seconds, () =>
    http(`${bench.url}/api/v1/auth/login`, '', { method: 'POST', body }),
  )
  return [compare('sign-in, 2', ours, limit, '≥ 0.9')]
}

/** From an empty folder, and from one with data, to the first answered list; and memory of the idle server. */
async function boot(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'vasdesk-boot-'))
  const rows: Row[] = []
  for (const [work, reach] of [
    ['start on an empty database, demo organisation', '≤ 15 s'],
    ['start with its data', '≤ 5 s'],
  ] as const) {
    const from = performance.now()
    const env = { ...process.env, DATA_DIR: dir, PORT: '0', VASDESK_DEMO: '1', LOG_LEVEL: 'silent' }
    const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await addressOf(child)
    const login = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'Demo@2026' }),
    })
    const { data } = (await login.json()) as { data: { access_token: string } }
    await http(`${url}/api/v1/blacklist`, data.access_token)
    const took = performance.now() - from
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const memory = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    rows.push({
      work,
      value: `${(took / 1000).toFixed(1)} s`,
      limit: '-',
      ratio: '-',
      reach,
      note: `server ${memory} MB`,
    })
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return rows
}

/** Compressed script of sign-in, shell and first list: what index.html and a plain list load, with all they import. */
async function bundle(): Promise<Row[]> {
  const dist = join(import.meta.dirname, '..', 'dist/assets')
  if (!existsSync(dist)) return []
  const html = readFileSync(join(dist, '../index.html'), 'utf8')
  const all = globSync('*.js', { cwd: dist })
  const kb = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0) / 1000
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, other] of readFileSync(join(dist, file), 'utf8').matchAll(
      /(?:from|import)"\.\/([\w.~-]+\.js)"/g,
    ))
      if (other) load(other)
  }
  for (const [, file] of html.matchAll(/assets\/([\w.~-]+\.js)/g)) if (file) load(file)
  const first = new Set(loaded)
  for (const file of all) if (/^(plain-screen|blacklist)-/.test(file)) load(file)
  return [
    {
      work: 'script of sign-in, shell and first list, brotli',
      value: `${kb(loaded).toFixed(0)} kB`,
      limit: '-',
      ratio: '-',
      reach: '≤ 200 kB',
      note: `${loaded.size} files, ${first.size} of them (${kb(first).toFixed(0)} kB) before the sign-in; ${all.length} in all, ${kb(all).toFixed(0)} kB`,
    },
  ]
}

export const measures: Record<string, (bench: Bench) => Promise<Row[]>> = {
  listPage,
  bigTotal,
  farPage,
  monthTotals,
  search,
  simSearch,
  claim,
  edit,
  import: importMeasures,
  importSheet,
  exportAll,
  money,
  desk,
  floodPublic,
  signIn,
  flood,
  boot,
  payroll,
  payrollRadar,
  growth,
  bundle,
}
