/** Each rule of deploy/alerts.yml against the metrics of a live server: its metrics exist, and it fires in its case (D3-RUN-03). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRules } from '#tools/alert-rules.ts'
import type { TestDatabase } from '#test/database.ts'
import { valuesOf } from '#test/figures.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { startRunning } from '#test/running.ts'
import { signInAs } from '#test/server.ts'
import { setMark } from '../db/operator-marks.ts'
import type { Running } from '#platform/app/server/running/run-process.ts'

const metricsToken = 'nobody guesses this'
let database: TestDatabase
let admin: string
/** One with two connections, one with the default limits and a replica. */
let small: Running
let limited: Running
const start = (env: Record<string, string>): Promise<Running> =>
  startRunning(database.url, { DATA_DIR: import.meta.dirname, METRICS_TOKEN: metricsToken, ...env })
beforeAll(async () => {
  database = await organisationDatabase()
  admin = await signInAs(database.pool, 'admin')
  small = await start({ DB_POOL: '2', RATE_PER_SECOND: '0' })
  limited = await start({ DATABASE_READ_URL: database.url })
})
afterAll(() => Promise.all([small.close(), limited.close()]))

const get = ({ url }: Running, path: string, token = admin) =>
  fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
const scrape = async (server: Running): Promise<string> =>
  (await get(server, '/metrics', metricsToken)).text()
const run = (text: string) => database.pool.query(text)
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** Two consecutive scrapes, to calculate increases. */
type Looks = { text: string; before: string }
type Holds = (looks: Looks) => boolean

const grown = ({ text, before }: Looks, metric: string, labels = ''): number =>
  sum(valuesOf(text, metric, labels)) - sum(valuesOf(before, metric, labels))

/** Supported forms of expressions, and how each is evaluated. */
const shapes: [shape: RegExp, of: (...parts: string[]) => Holds][] = [
  [
    /^(time\(\) - )?(\w+)(?:\{(.*)\})? (>|<|==) ([\d.]+)$/,
    (age, metric = '', labels, sign, limit) =>
      ({ text }) =>
        valuesOf(text, metric, labels).some((value) => {
          const figure = age ? Date.now() / 1000 - value : value
          return sign === '>'
            ? figure > Number(limit)
            : sign === '<'
              ? figure < Number(limit)
              : figure === Number(limit)
        }),
  ],
  [
    /^increase\((\w+)\[\d+m\]\) > (\d+)$/,
    (metric = '', limit) =>
      (looks) =>
        // As in Prometheus, a series that is new has no increase.
        valuesOf(looks.before, metric).length > 0 && grown(looks, metric) > Number(limit),
  ],
  [
    /^sum by \(instance\) \(increase\((\w+)\{(.*)\}\[5m\]\)\) > clamp_min\(([\d.]+) \* sum by \(instance\) \(increase\(\1\[5m\]\)\), (\d+)\)$/,
    (metric = '', labels, share, least) =>
      (looks) =>
        valuesOf(looks.before, metric, labels).length > 0 &&
        grown(looks, metric, labels) > Math.max(Number(share) * grown(looks, metric), Number(least)),
  ],
  [
    /^histogram_quantile\(([\d.]+), sum by \(instance, kind, le\) \(rate\((\w+)_bucket\[5m\]\)\)\) > ([\d.]+)$/,
    (share, metric, limit) => (looks) =>
      ['read', 'write'].some((kind) => {
        const upTo = (le: string): number => grown(looks, `${metric}_bucket`, `le="${le}",kind="${kind}"`)
        return upTo(limit ?? '') < Number(share) * upTo('+Inf')
      }),
  ],
  [
    /^count\(count by \(version\) \((\w+)\{.*\}\)\) > 1$/,
    (metric = '') =>
      ({ text }) =>
        valuesOf(text, metric).length > 1,
  ],
]

const rules = readRules().map(({ alert, expr }) => {
  for (const [shape, evaluate] of shapes) {
    const found = shape.exec(expr)
    if (found) return { alert, expr, holds: evaluate(...found.slice(1)) }
  }
  throw new Error(`${alert}: '${expr}' has another shape`)
})

/** Alerts whose expression is true at the second scrape. */
const firing = (text: string, before: string): string[] =>
  rules.filter(({ holds }) => holds({ text, before })).map(({ alert }) => alert)

/** Alerts that depend on the machine running the tests. */
const ofMachine: readonly string[] = ['EventLoopSlow', 'MemoryHigh', 'DiskFull']
const ofServer = (alerts: readonly string[]): string[] => alerts.filter((alert) => !ofMachine.includes(alert))

test('every metric used by an alert is exported by a server, with the labels it uses (D3-RUN-03)', async () => {
  await get(limited, '/readyz')
  const text = `${await scrape(limited)}\nup{job="vasdesk"} 1`
  // A server that was just started has read no feed, and the job label comes from the scraper.
  const isExported = (metric: string, labels: string): boolean =>
    metric.startsWith('vasdesk_feed_')
      ? text.includes(`\n# TYPE ${metric} `)
      : valuesOf(text, metric, labels.replace('job="vasdesk"', '')).length > 0
  for (const { alert, expr } of rules) {
    const named = [...expr.matchAll(/\b(up|vasdesk_\w+)(?:\{([^}]*)\})?/g)]
    expect([alert, named.length > 0]).toEqual([alert, true])
    expect(named.filter(([, metric = '', labels = '']) => !isExported(metric, labels))).toEqual([])
  }
})

test('each alert fires when its condition becomes true (D3-RUN-03)', async () => {
  const keep = await database.pool.connect()
  try {
    // Prevents folding of the ledger and sealing of entries meanwhile.
    await keep.query('SELECT pg_advisory_lock(74001); BEGIN; SELECT pg_current_xact_id()')
    // Connections may be waited for during the start, but not afterwards.
    let before = ''
    const atRest = async (): Promise<string[]> => {
      before = await scrape(small)
      return ofServer(firing(before, before))
    }
    await expect.poll(atRest).toEqual(['BackupOld'])
    await setMark(database.pool, 'backup-verified')
    await setMark(database.pool, 'trail-broken')
    await run(`
      INSERT INTO audit_log (at, username, action, resource, resource_id)
      VALUES (now() - interval '11 minutes', 'admin', 'create', 'niem-phong', 'x');
      INSERT INTO feed_rejects (feed, reason, row) VALUES ('bank', 'x', '{}'), ('bank', 'x', '[]');
      UPDATE feeds SET failures = 7, read_at = now() - interval '6 minutes' WHERE name = 'bank';
      UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE name = 'result-lines';
      INSERT INTO pgboss.job (name, start_after) SELECT 'import', now() + interval '1 day' FROM generate_series(1, 1001);
      ALTER TABLE blacklist RENAME TO elsewhere`)
    await run(`
      INSERT INTO balance_deltas (file_id, stage, n) SELECT gen_random_uuid(), 'left', 0 FROM generate_series(1, 100001)`)
    expect((await get(small, '/api/v1/blacklist')).status).toBe(500)
    await run('ALTER TABLE elsewhere RENAME TO blacklist')
    await keep.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
    const slow = Array.from({ length: 24 }, () => get(small, '/api/v1/users'))
    await expect.poll(async () => firing(await scrape(small), before)).toContain('RequestsWaitForConnections')
    // All connections for requests are in use; probes and metrics still answer correctly.
    expect((await get(small, '/readyz')).status).toBe(200)
    const answers = await Promise.all(slow)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    const text = await scrape(small)
    await keep.query('ROLLBACK')
    // Cases that are hard to produce are tested with modified metrics.
    const worse = text
      .replace(/^(vasdesk_(?:disk_free_ratio|database_up)) .*$/gm, '$1 0')
      .replace(
        /^(vasdesk_(?:nodejs_eventloop_lag_p99_seconds|process_resident_memory_bytes|live_sockets)) .*$/gm,
        '$1 1e10',
      )
      .replace(/^(vasdesk_(?:pool_stuck|commits_stalled)\{.*\}) .*$/gm, '$1 1')
      .concat('\nup{job="vasdesk"} 0\nvasdesk_build_info{version="0.9.0"} 1\nvasdesk_replica_lag_seconds 11')
    const planted = [
      'RequestsFail',
      'RequestsSlow',
      'AnswersLate',
      'RequestsRefusedBusy',
      'JobsFail',
      'JobsWait',
      'FeedFails',
      'FeedLate',
      'FeedRowsSetAside',
      'LedgerNotFolded',
      'SealsBroken',
      'SealingLate',
    ]
    // The server's own work may be waiting for a connection at this moment, as calls were above.
    const now = ofServer(firing(text, before)).filter((alert) => alert !== 'RequestsWaitForConnections')
    expect(now).toEqual(planted)
    const elsewhere = ['BackupOld', 'RequestsWaitForConnections', 'RequestsRefusedOften', 'SignInsRefused']
    const all = [...firing(worse, before), ...elsewhere]
    expect(rules.map(({ alert }) => alert).filter((alert) => !all.includes(alert))).toEqual([])
  } finally {
    keep.release(true)
  }
}, 60_000)

test('alerts fire for mass refused sign-ins and for a script above the request limit, not for requests for a code (D3-RUN-03)', async () => {
  const before = await scrape(limited)
  const send = (body: object) =>
    fetch(`${limited.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const refusedSoFar = async () =>
    grown({ text: await scrape(limited), before }, 'vasdesk_refused_sign_ins_total')
  expect((await send({ username: 'admin', password: 'sai' })).status).toBe(401)
  expect(await refusedSoFar()).toBe(1)
  expect((await send({ username: 'admin' })).status).toBe(400)
  expect(await refusedSoFar()).toBe(1)
  for (let n = 0; n < 60; n += 1) await send({ username: `khong-co-${n}`, password: 'sai' })
  await Promise.all(Array.from({ length: 300 }, () => get(limited, '/api/v1/blacklist')))
  const alerts = firing(await scrape(limited), before)
  expect(alerts).toEqual(expect.arrayContaining(['SignInsRefused', 'RequestsRefusedOften']))
  expect(firing(before, before)).not.toEqual(expect.arrayContaining(['SignInsRefused']))
})
