/**
 * The scanning itself: every server process takes numbers of running files from the database, asks the carrier, and
 * stores each answer as it comes, again and again until its lease ends: it is paid for. What is not stored then was not
 * asked for, as far as anybody knows (D3-SCN-01).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { lookupTexts } from '../../../contract/workflows/lookup.ts'
import type { ScanKind } from '../../../contract/resources/scans.ts'
import { scanCarrierName, type ScanCarrier } from '../../../contract/workflows/scans.ts'
import { neverAnswered, type Carrier, type Failure } from '../../gateways/carrier/carrier.ts'
import type { Services } from '../../kit/context.ts'
import { runPeriodically } from '../../kit/periodic.ts'
import { askCarrier, type Claimed, type Outcome } from './ask-carrier.ts'
import { readPace } from './read-scan.ts'

/** How often a process looks for something to scan, in ms; while there is something it looks more often. */
const lookEvery = 500
const busyEvery = 50
/** Longest time between two looks at the settings, in ms. */
const settingsFor = 2_000
/** The screens are told of progress at most this often, in ms. */
const tellEvery = 1_000
/** Between two tries to store what came of a number, in ms. */
const storeEvery = 250
/** A process that died leaves its numbers to others after this, on top of its time limits, in seconds. */
const margin = 2

/** `pool` is of scans alone: one connection looks for numbers, another stores what came of them. */
type Scanning = Pick<Services, 'pool' | 'publish' | 'announce' | 'log'>
type Connection = { carrier: Carrier; timeoutMs: number }

type Pace = Awaited<ReturnType<typeof readPace>>

/** Numbers to ask for, of each carrier as far as it has capacity (scan_claim). */
async function claim({ pool }: Scanning, { limits }: Pace, seconds: number): Promise<Claimed[]> {
  const { rows } = await pool.query<Claimed>(sql`
    SELECT r_id::text AS id, r_kind AS kind, r_file AS file, r_phone AS phone, nha_mang AS carrier, r_package AS package, clock_timestamp()::text AS began
    FROM jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) AS l(nha_mang text, "perMinute" int, parallel int),
      scan_claim(nha_mang, "perMinute", parallel, ${seconds}::float8)`)
  return rows
}

/** Tells who started a running file with numbers of the carrier that it fails, or answers again (D3-SCN-03). */
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

/** Notes whether the carrier answers, so that all processes leave a failing one alone. */
async function noteCarrier(
  scanning: Scanning,
  { carrier, began }: Claimed,
  why: Failure | null,
): Promise<void> {
  const words = why && lookupTexts[why]
  const { rows } = await scanning.pool.query<{ turned: boolean }>(sql`
    SELECT scan_carrier(${carrier}, ${words}, ${why !== null && neverAnswered.includes(why)}, ${began}::timestamptz) AS turned`)
  if (!rows[0]?.turned) return
  scanning.log.warn({ carrier, why }, why ? 'scans paused: the carrier fails' : 'scans go on')
  const name = scanCarrierName(carrier)
  await tellStarters(
    scanning,
    carrier,
    words
      ? `Tạm dừng quét số ${name}: ${words}. Tự quét tiếp khi nhà mạng trả lời`
      : `${name} đã trả lời, quét tiếp`,
  )
}

/** Stores what came of one number, and what that says of its carrier. */
async function store(scanning: Scanning, one: Claimed, outcome: Outcome): Promise<void> {
  if (outcome.ok) {
    await scanning.pool.query(sql`
      SELECT scan_store(${one.id}::bigint, ${one.kind}, ${one.file}, ${JSON.stringify(outcome.found)}::jsonb)`)
    return noteCarrier(scanning, one, null)
  }
  // First what it says of the carrier: who fails for all numbers is no reason to give one up.
  await noteCarrier(scanning, one, outcome.why)
  const own = !neverAnswered.includes(outcome.why)
  await scanning.pool.query(sql`
    SELECT scan_put_back(${one.id}::bigint, ${one.kind}, ${one.file}, ${own}, ${lookupTexts[outcome.why]})`)
}

/** Does works one after the other, so that a hundred answers that come together want one connection. */
function inTurns(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

type Turns = ReturnType<typeof inTurns>
/** How storing goes: in turns, and until when by this process's clock. */
type Storing = { turns: Turns; until: number }

/** Tries until it is stored or the lease of the number ends; the last failure is thrown. */
async function keepStoring(
  scanning: Scanning,
  one: Claimed,
  outcome: Outcome,
  { turns, until }: Storing,
): Promise<void> {
  for (;;) {
    try {
      return await turns(() => store(scanning, one, outcome))
    } catch (error) {
      if (performance.now() + storeEvery > until) throw error
      await sleep(storeEvery)
    }
  }
}

/** Resolves after `ms` or when one of `works` is through. */
function nextTurn(works: ReadonlySet<Promise<void>>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout
  const nap = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  return Promise.race([nap, ...works]).finally(() => clearTimeout(timer))
}

/** Scans until nothing is left that may be asked for now, or `signal` ends it; what is under way is waited for. */
export async function scanAll(
  scanning: Scanning,
  { carrier, timeoutMs }: Connection,
  signal?: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const toTell = new Set<ScanKind>()
  let told = 0
  let pace = await readPace(scanning.pool)
  let readAt = performance.now()
  const tell = (): void => {
    for (const kind of toTell) scanning.publish(kind)
    toTell.clear()
    told = performance.now()
  }
  const seconds = (2 * timeoutMs) / 1000 + margin
  const turns = inTurns()
  const begin = (one: Claimed): void => {
    const until = performance.now() + seconds * 1000
    const work = askCarrier(one, carrier)
      .then((outcome) => keepStoring(scanning, one, outcome, { turns, until }))
      .catch((error: unknown) => scanning.log.warn({ error: String(error) }, 'scanning a number failed'))
      .finally(() => {
        underWay.delete(work)
        toTell.add(one.kind)
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
      // What is under way is not left alone for it.
      if (underWay.size === 0) throw error
      scanning.log.warn({ error: String(error) }, 'looking for numbers to scan failed')
    }
    if (underWay.size === 0) break
    await nextTurn(underWay, busyEvery)
    if (performance.now() - told > tellEvery) tell()
  }
  await Promise.all(underWay)
  tell()
}

/** Scans from now on, where there is a carrier; answers how to stop. */
export function keepScanning(services: Services, asked: Connection | undefined): () => Promise<void> {
  if (!asked) return () => Promise.resolve()
  const run = (signal: AbortSignal) => scanAll(services, asked, signal)
  return runPeriodically({ name: 'scanning', everyMs: lookEvery, run }, services.log)
}
