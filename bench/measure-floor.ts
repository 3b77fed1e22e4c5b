/** The live floor with five hundred people at work: cost of a refresh, and delay of a change (D3-FLR-05). */
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { firstOfMonthVn, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import type { Floor } from '#subjects/calling/contract/calls/floor.ts'
import { stretch } from './compare.ts'
import { http, loop } from './load.ts'
import type { Bench, Row } from './types.ts'

const changes = 10
const refusal = { status: 'REJECTED', note: 'Không có nhu cầu' }

const take = async ({ url }: Bench, token: string): Promise<string> => {
  const answer = JSON.parse(await http(`${url}/api/v1/customer/new-care`, token)) as {
    data: { value: { id: string } | null }
  }
  if (!answer.data.value) throw new Error('nothing left')
  return answer.data.value.id
}
const record = ({ url }: Bench, token: string, id: string): Promise<string> =>
  http(`${url}/api/v1/customer/${id}/care`, token, { method: 'POST', body: refusal })

const read = async ({ url, admin }: Bench, since = ''): Promise<Floor> =>
  (JSON.parse(await http(`${url}/api/v1/sangoi?since=${since}`, admin)) as { data: Floor }).data

/** Windows that request the changes since their last answer, like the screen. */
function openWindows(bench: Bench, count: number): () => Promise<void> {
  let marks: string[] = Array.from({ length: count }, () => '')
  return async () => {
    const floors = await Promise.all(marks.map((mark) => read(bench, mark)))
    marks = floors.map(({ mark }) => mark)
  }
}

/** Everybody has recorded a result today and has the next number in hand. */
async function atWork(bench: Bench): Promise<void> {
  for (let n = 0; n < bench.tokens.length; n += 16)
    await Promise.all(
      bench.tokens.slice(n, n + 16).map(async (token) => {
        await record(bench, token, await take(bench, token))
        await take(bench, token)
      }),
    )
  // Statistics as in a database after such a day.
  await bench.pool.query('ANALYZE')
}

/** Time from the answer to a result until the floor, read after the push, shows it; each time for another person. */
async function untilShown(bench: Bench): Promise<number[]> {
  const socket = io(bench.url, { transports: ['websocket'], forceNew: true, auth: { token: bench.admin } })
  await once(socket as never, 'connect')
  const waits: number[] = []
  try {
    for (let n = 0; n < changes; n += 1) {
      const token = bench.tokens[n * 7] ?? ''
      const before = (await read(bench)).sums.day.calls
      const pushed = new Promise<void>((done) => {
        const hear = ({ resources }: { resources: string[] }): void => {
          if (!resources.includes('floor')) return
          socket.off('changes', hear)
          done()
        }
        socket.on('changes', hear)
      })
      await record(bench, token, await take(bench, token))
      const from = performance.now()
      await pushed
      if ((await read(bench)).sums.day.calls <= before) throw new Error('the floor shows another figure')
      waits.push(performance.now() - from)
      // Both a change by itself and one soon after another.
      await sleep(n % 2 === 0 ? 1500 : 100)
    }
  } finally {
    socket.disconnect()
  }
  return waits.toSorted((a, b) => a - b)
}

/** Windows that show the floor and read it after the same push. */
const windows = 10
/** People who record a result and take the next number within a second, of 500 who do so once a minute. */
const callers = 8

type Work = (n: number) => Promise<unknown>

/**
 * Processor time of PostgreSQL and the server per call of each work, in ms. In turns, long enough for the
 * processes' clock, which has steps of 10 ms.
 */
async function costsOf<K extends string>(works: Readonly<Record<K, Work>>): Promise<Record<K, number>> {
  const all = Object.entries<Work>(works).map(([name, work]) => ({ name, work, ms: 0, calls: 0 }))
  for (const { work } of all) await loop(1, 500, (_, n) => work(n))
  for (let turn = 0; turn < 5; turn += 1)
    for (const one of all) {
      const { spent, n: calls } = await loop(1, stretch, (_, n) => one.work(n))
      one.ms += ((spent?.postgres ?? 0) + (spent?.server ?? 0)) * calls
      one.calls += calls
    }
  return Object.fromEntries(all.map(({ name, ms, calls }) => [name, ms / calls])) as Record<K, number>
}

/** A refresh of the whole floor after a second of results, by one window and by several, against a list page of 50 with its total. */
export async function floor(bench: Bench): Promise<Row[]> {
  await atWork(bench)
  const range = `startDate=${toFilterDate(firstOfMonthVn())}&endDate=${toFilterDate(todayVn())}`
  const people = (await read(bench)).people.length
  const change = async (n: number): Promise<void> => {
    const token = bench.tokens[n % bench.tokens.length] ?? ''
    await record(bench, token, await take(bench, token))
    await take(bench, token)
  }
  const results = (n: number) =>
    Promise.all(Array.from({ length: callers }, (_, more) => change(n * callers + more)))
  const [one, several] = [openWindows(bench, 1), openWindows(bench, windows)]
  const list = (n: number) =>
    http(
      `${bench.url}/api/v1/care/history?page=0&count=50&username=bench${1 + ((n * 7) % 500)}&${range}`,
      bench.admin,
    )
  const after =
    (refresh: Work): Work =>
    async (n) => {
      await results(n)
      await refresh(n)
    }
  const { quiet, ...costs } = await costsOf({
    quiet: results,
    list: after(list),
    one: after(one),
    several: after(several),
    whole: after(() => read(bench)),
  })
  const waits = await untilShown(bench)
  const percentile = (share: number): string =>
    `${(waits[Math.floor(waits.length * share)] ?? 0).toFixed(0)} ms`
  const page = costs.list - quiet
  const line = (work: string, cost: number, reach = '-'): Row => ({
    work,
    value: `${(cost - quiet).toFixed(1)} ms`,
    limit: `${page.toFixed(1)} ms`,
    ratio: `${((cost - quiet) / page).toFixed(1)} ×`,
    reach,
    note: `processor of PostgreSQL and server after ${callers} results, as 500 people have each second; limit is a list page of 50 with total at the same place`,
  })
  return [
    line(`floor of ${people} people, read again by one window`, costs.one, '≤ 1 × a second'),
    line(`the same by ${windows} windows at once, all of them`, costs.several),
    line('the same by a window that has just been opened', costs.whole),
    {
      work: `a result shown on the floor of ${people} people`,
      value: percentile(0.99),
      limit: '-',
      ratio: '-',
      reach: '≤ 1 s',
      note: `longest of ${changes}; p50 ${percentile(0.5)}; pushed, read again and answered`,
    },
  ]
}
