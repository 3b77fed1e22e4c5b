/**
 * `npm run soak -- --hours 72 --minutes 10 [--seed WORDS]`: people of all levels work on a separate demo through
 * the end of a month, so many hours played in so many minutes, while servers and PostgreSQL are killed. After each
 * kill and at the end all invariants are checked, and that acknowledged work is stored exactly once. Exit code 1 if
 * something is wrong, or grows that should not. docs/decisions/soak.md
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { todayVn } from '#kit/contract/dates.ts'
import { formatMonth } from '#kit/contract/month.ts'
import type { Chance } from '#simulator/random.ts'
import { brokenInvariants } from '#platform/server/db/invariants.ts'
import { purgeOld } from '#platform/app/server/jobs.ts'
import { command } from './drill/processes.ts'
import { workerOf, type Counted, type Worker } from './soak/calls.ts'
import {
  growthFaults,
  shortest,
  swollen,
  tableOfSamples,
  tableOfTables,
  type Sample,
  type Table,
} from './soak/judge.ts'
import { killOnce } from './soak/kills.ts'
import { booksOf, endOfMonth, type Books } from './soak/month.ts'
import { prepare } from './soak/people.ts'
import { nextInstant, openGate, type Gate } from './soak/played-clock.ts'
import { openStage, walLimitMb, type Stage } from './soak/stage.ts'
import { errorsOf, sampleOf, tablesNow, tablesOf } from './soak/watch.ts'
import { turns, worksOf, type Hired, type Work, type Works } from './soak/work.ts'

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '72' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
  },
})
const [hours, minutes] = [Number(values.hours), Number(values.minutes)]
if (!(hours > 0 && minutes > 0)) throw new Error('--hours and --minutes are numbers above 0')

/** In real ms: between a person's pieces of work, before and after a kill, between two samples. */
const pause = { work: [600, 1_800], kill: [6_000, 12_000], sample: 3_000 } as const
/** Share of the played time before the end of the month. */
const before = 2 / 3
const hour = 3_600_000

type Play = {
  stage: Stage
  gate: Gate
  works: Works
  books: Books
  done: Map<Work, string[]>
  counted: Counted
  faults: string[]
  /** Real ms left. */
  msLeft: () => number
  end: Date
  monthEnd: Date
}

const wait = (chance: Chance, [least, most]: readonly [number, number]): Promise<void> =>
  sleep(chance.between(least, most))

/** One person works, each kind in turn, until the time is over. */
async function workAs(person: Worker, kinds: readonly (keyof Works)[], play: Play): Promise<void> {
  for (let n = person.chance.between(1, kinds.length); play.msLeft() > 0; n += 1) {
    const work = play.works[kinds[n % kinds.length] ?? 'looks']
    const keys = await play.gate.pass(() => work.once(person))
    play.done.get(work)?.push(...keys)
    await wait(person.chance, pause.work)
  }
}

async function keepBooks({ gate, books, msLeft }: Play): Promise<void> {
  while (msLeft() > 0) {
    await gate.pass(books.once)
    await sleep(2_000)
  }
}

/** Checks the invariants in one snapshot, and that all acknowledged work is stored exactly once. */
async function check({ stage: { pool }, done, faults }: Play, when: string): Promise<void> {
  const keys = [...done].map(([work, all]): [Work, string[]] => [work, [...all]])
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0')
    for (const [name, rows] of Object.entries(await brokenInvariants(client)))
      faults.push(`${when}: '${name}' is broken by ${rows} rows`)
    for (const [{ name, wrong }, all] of keys) {
      const { rows } = await client.query<{ n: number }>(wrong, [all])
      if (rows[0]?.n) faults.push(`${when}: ${rows[0].n} of ${all.length} ${name} are not there exactly once`)
    }
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Moves the clock forward while nothing is running; the cleanup of a skipped night is caught up. */
async function jump(
  { stage: { clock, pool }, gate, msLeft, end, monthEnd }: Play,
  cycle: number,
): Promise<void> {
  const jumps = Math.max(1, Math.floor(msLeft() / cycle))
  await gate.quiet(async () => {
    const day = todayVn(clock.now())
    await clock.jump(nextInstant(clock.now(), { end, monthEnd, left: msLeft(), jumps }))
    if (todayVn(clock.now()) !== day) await purgeOld({ pool })
  })
}

/** Kills, checks and lets time pass, repeatedly. */
async function direct(play: Play): Promise<void> {
  const begun = performance.now()
  for (let n = 0; play.msLeft() > 0; n += 1) {
    await wait(play.stage.chance, pause.kill)
    if (play.msLeft() <= 0) return
    const victim = await killOnce(play.stage, n)
    console.log(`${play.stage.clock.now().toISOString()} killed: ${victim}`)
    await check(play, `after kill ${n + 1} (${victim})`)
    await jump(play, (performance.now() - begun) / (n + 1))
  }
}

type Watched = { samples: Sample[]; tables: Table[] }

/** Takes samples until the time is over; the tables are measured after the first third. */
async function watch({ stage, counted, msLeft }: Play): Promise<Watched> {
  const [started, all] = [performance.now(), msLeft()]
  const watched: Watched = { samples: [], tables: [] }
  while (msLeft() > 0) {
    const sample = await sampleOf(stage, started, counted.calls)
    if (sample) watched.samples.push(sample)
    if (watched.tables.length === 0 && msLeft() < (all * 2) / 3)
      watched.tables = (await tablesNow(stage)) ?? []
    await sleep(pause.sample)
  }
  return watched
}

/**
 * Once everything is quiet: checks invariants, acknowledged work, the closed month, and the audit log against its
 * seals.
 */
async function judge(play: Play, { samples, tables }: Watched): Promise<void> {
  const { stage, done, counted, faults, books, monthEnd } = play
  await check(play, 'at the end')
  faults.push(...(await books.faultsOf(formatMonth(todayVn(new Date(monthEnd.getTime() - hour))))))
  const trail = await command('tools/verify-trail.ts', [], stage.env).catch((error: Error) => {
    faults.push(error.message)
    return ''
  })
  const after = await tablesOf(stage)
  faults.push(...counted.faults, ...growthFaults(samples, walLimitMb))
  if (minutes >= shortest) faults.push(...swollen(tables, after))
  console.log(`\n${tableOfSamples(samples).join('\n')}\n\n${tableOfTables(tables, after).join('\n')}\n`)
  console.log(`${counted.calls} calls, ${counted.again} asked again; closed: ${[...books.closed].join(', ')}`)
  const worked = [...done].filter(([, keys]) => keys.length > 0)
  console.log(worked.map(([{ name }, keys]) => `${keys.length} ${name}`).join(', '))
  console.log(`errors in the log of the server that was not killed: ${errorsOf(stage).join('; ') || 'none'}`)
  console.log(trail.trim())
  if (minutes < shortest) console.log(`shorter than ${shortest} minutes: growth is shown, not judged`)
}

/** Everything that the soak needs, with all people signed in. */
async function open(
  stage: Stage,
  monthEnd: Date,
  end: Date,
): Promise<{ play: Play; people: [Worker, Hired][] }> {
  const counted: Counted = { calls: 0, again: 0, faults: new Set() }
  const { staff, packageCode } = await prepare(stage, Math.ceil(minutes * 1_500))
  const people: [Worker, Hired][] = []
  for (const one of staff) people.push([await workerOf(stage, one, counted), one])
  const { faults } = counted
  const {
    seed,
    clock: { now },
  } = stage
  const decider = await workerOf(stage, { username: 'quanly', level: 'manager' }, counted)
  const works = worksOf({ now, decider, packageCode, seed, faults })
  const accountant = await workerOf(stage, { username: 'ketoan', level: 'office' }, counted)
  const books = booksOf(accountant, now, faults)
  const over = performance.now() + minutes * 60_000
  const msLeft = (): number => over - performance.now()
  const done = new Map(Object.values(works).map((work) => [work, []]))
  return {
    play: { stage, gate: openGate(), works, books, done, counted, faults: [], msLeft, end, monthEnd },
    people,
  }
}

async function soak(): Promise<number> {
  const monthEnd = endOfMonth(new Date())
  const start = new Date(monthEnd.getTime() - hours * before * hour)
  const end = new Date(start.getTime() + hours * hour)
  console.log(`${hours} hours from ${start.toISOString()} in ${minutes} minutes, seed ${values.seed}`)
  const stage = await openStage(start, values.seed)
  try {
    const { play, people } = await open(stage, monthEnd, end)
    console.log(`${people.length + 2} people work`)
    const [watched] = await Promise.all([
      watch(play),
      direct(play),
      keepBooks(play),
      ...people.map(([person, { level }]) => workAs(person, turns[level], play)),
    ])
    await judge(play, watched)
    console.log(
      play.faults.length === 0 ? '\nsoaked: everything held' : `\nFAULTS\n${play.faults.join('\n')}`,
    )
    return play.faults.length === 0 ? 0 : 1
  } finally {
    await stage.close()
  }
}

process.exitCode = await soak()
// Ends the keep-alive connections of the calls.
process.exit()
