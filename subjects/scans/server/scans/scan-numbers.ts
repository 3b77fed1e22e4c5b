/**
 * The scan loop: every process claims numbers of running files, asks the carrier, and stores each paid answer, retrying until the number's
 * lease ends. An answer that is never stored counts as not requested (D3-SCN-01).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { scanCarrierName, type ScanCarrier } from '#subjects/scans/contract/calls/scans.ts'
import { neverAnswered, type Carrier, type Failure } from '#platform/server/gateways/carrier/carrier.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'
import { askCarrier, type Claimed, type Outcome } from './ask-carrier.ts'
import { readPace } from './read-scan.ts'

/** Polling intervals for numbers, in ms: when idle, and while there are numbers. */
const lookEvery = 500
const busyEvery = 50
/** Maximum age of cached settings, in ms. */
const settingsFor = 2_000
/** Minimum time between progress notifications, in ms. */
const tellEvery = 1_000
/** Delay between tries to store a result, in ms. */
const storeEvery = 250
/** Numbers of a crashed process are taken over this many seconds after its time limits. */
const margin = 2

/** `pool` is reserved for scans: one connection claims numbers, another stores results. */
type Scanning = Pick<Services, 'pool' | 'publish' | 'announce' | 'log'>
type Connection = { carrier: Carrier; timeoutMs: number }

type Pace = Awaited<ReturnType<typeof readPace>>

/** Claims numbers of each carrier up to its free capacity (scan_claim). */
async function claim({ pool }: Scanning, { limits }: Pace, seconds: number): Promise<Claimed[]> {
  const { rows } = await pool.query<Claimed>(sql`
    SELECT r_id::text AS id, r_kind AS kind, r_file AS file, r_phone AS phone, nha_mang AS carrier, r_package AS package, clock_timestamp()::text AS began
    FROM jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) AS l(nha_mang text, "perMinute" int, parallel int),
      scan_claim(nha_mang, "perMinute", parallel, ${seconds}::float8)`)
  return rows
}

/** Notifies the starters of a carrier's running files that it fails, or answers again (D3-SCN-03). */
async function tellStarters(
  { pool, announce }: Scanning,
  carrier: ScanCarrier,
  content: string,
): Promise<void> {
  const { rows } = await pool.query<{ username: string }>(sql`
    SELECT DISTINCT nguoi_quet AS username FROM scan_files f WHERE trang_thai = 'running' AND nguoi_quet IS NOT NULL
      AND EXISTS (SELECT FROM scan_numbers n
        WHERE n.file_id = f.id AND n.nha_mang = ${carrier} AND n.state IN ('waiting', 'asking'))`)
  for (const { username } of rows) announce({ username }, content)
}

/** Stores whether the carrier answers, so that all processes pause a failing one. */
async function noteCarrier(
  scanning: Scanning,
  { carrier, began }: Claimed,
  failure: Failure | null,
): Promise<void> {
  const failureText = failure && lookupTexts[failure]
  const { rows } = await scanning.pool.query<{ turned: boolean }>(sql`
    SELECT scan_carrier(${carrier}, ${failureText}, ${failure !== null && neverAnswered.includes(failure)}, ${began}::timestamptz) AS turned`)
  if (!rows[0]?.turned) return
  scanning.log.warn({ carrier, why: failure }, failure ? 'scans paused: the carrier fails' : 'scans go on')
  const name = scanCarrierName(carrier)
  await tellStarters(
    scanning,
    carrier,
    failureText
      ? `Tạm dừng quét số ${name}: ${failureText}. Tự quét tiếp khi nhà mạng trả lời`
      : `${name} đã trả lời, quét tiếp`,
  )
}

/** Stores the result of one number and its carrier's state. */
async function store(scanning: Scanning, number: Claimed, outcome: Outcome): Promise<void> {
  if (outcome.ok) {
    await scanning.pool.query(sql`
      SELECT scan_store(${number.id}::bigint, ${number.kind}, ${number.file}, ${JSON.stringify(outcome.found)}::jsonb)`)
    return noteCarrier(scanning, number, null)
  }
  // The carrier first: while it fails for all numbers, this one must not be given up.
  await noteCarrier(scanning, number, outcome.reason)
  const isNumbersFault = !neverAnswered.includes(outcome.reason)
  await scanning.pool.query(sql`
    SELECT scan_put_back(${number.id}::bigint, ${number.kind}, ${number.file}, ${isNumbersFault}, ${lookupTexts[outcome.reason]})`)
}

/** Runs tasks sequentially, so that a hundred simultaneous answers use one connection. */
function inTurns(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

type Turns = ReturnType<typeof inTurns>
/** Queue of storing, and its deadline by this process's clock. */
type Storing = { turns: Turns; until: number }

/** Retries until stored or the number's lease ends; then throws the last failure. */
async function keepStoring(
  scanning: Scanning,
  number: Claimed,
  outcome: Outcome,
  { turns, until }: Storing,
): Promise<void> {
  for (;;) {
    try {
      return await turns(() => store(scanning, number, outcome))
    } catch (error) {
      if (performance.now() + storeEvery > until) throw error
      await sleep(storeEvery)
    }
  }
}

/** Resolves after `ms` or when one of `works` is finished. */
function nextTurn(works: ReadonlySet<Promise<void>>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout
  const nap = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  return Promise.race([nap, ...works]).finally(() => clearTimeout(timer))
}

/** Scans until no number may be requested now, or `signal` aborts; waits for running requests. */
export async function scanAll(
  scanning: Scanning,
  { carrier, timeoutMs }: Connection,
  signal?: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const toTell = new Set<ScanKind>()
  let toldAt = 0
  let pace = await readPace(scanning.pool)
  let readAt = performance.now()
  const pushProgress = (): void => {
    for (const kind of toTell) scanning.publish(kind)
    toTell.clear()
    toldAt = performance.now()
  }
  const seconds = (2 * timeoutMs) / 1000 + margin
  const turns = inTurns()
  const begin = (number: Claimed): void => {
    const until = performance.now() + seconds * 1000
    const work = askCarrier(number, carrier)
      .then((outcome) => keepStoring(scanning, number, outcome, { turns, until }))
      .catch((error: unknown) => scanning.log.warn({ error: String(error) }, 'scanning a number failed'))
      .finally(() => {
        underWay.delete(work)
        toTell.add(number.kind)
      })
    underWay.add(work)
  }
  while (!signal?.aborted) {
    try {
      if (performance.now() - readAt > settingsFor) {
        pace = await readPace(scanning.pool)
        readAt = performance.now()
      }
      const claimed = pace.open ? await claim(scanning, pace, seconds) : []
      claimed.forEach(begin)
    } catch (error) {
      // Running requests are not abandoned because of it.
      if (underWay.size === 0) throw error
      scanning.log.warn({ error: String(error) }, 'looking for numbers to scan failed')
    }
    if (underWay.size === 0) break
    await nextTurn(underWay, busyEvery)
    if (performance.now() - toldAt > tellEvery) pushProgress()
  }
  await Promise.all(underWay)
  pushProgress()
}

/** Starts scanning, if a carrier is configured; returns a function that stops it. */
export function keepScanning(services: Services, connection: Connection | undefined): () => Promise<void> {
  if (!connection) return () => Promise.resolve()
  const run = (signal: AbortSignal) => scanAll(services, connection, signal)
  return runPeriodically({ name: 'scanning', everyMs: lookEvery, run }, services.log)
}
