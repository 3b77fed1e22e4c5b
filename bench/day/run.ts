/** The day itself: sends each request on time, independent of earlier ones, and runs the events. */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { exchange } from '#tools/player/exchange.ts'
import { keyFor } from '#tools/player/person.ts'
import { read } from '#tools/player/asked.ts'
import { callOf, staffOf, type Call, type Staff } from './calls.ts'
import { readerOf } from './lists.ts'
import { longWork, type Long } from './long.ts'
import type { Person } from './people.ts'
import { dueAt, kindsInTurn, requestsOf, type Event, type Kind, type Stage } from './plan.ts'
import type { Asked, Given, Heard, Told } from './sockets.ts'
import { newTally, outcomeOf, type Outcome, type Tally } from './tally.ts'
import { windowsFor, type Window } from './windows.ts'
import { probeOf, writerOf } from './writes.ts'

/** Longest wait for an answer in ms: by then a user has left. */
const patience = 30_000
/** Time between two probes of the live channel in ms: a change, timed until every socket has received it. */
const probeEvery = 5_000

type Server = { url: string; kill: () => Promise<void>; start: () => Promise<void> }
export type Restart = { startMs: number; backMs: number }

export type Day = {
  staff: Staff
  windows: readonly Window[]
  tally: Tally
  /** Runs a stage to its end. */
  stage: (stage: Stage) => Promise<void>
  heard: () => Promise<Heard>
  claimed: () => { n: number; doubles: number }
  /** Duration of the long tasks, in words. */
  long: string[]
  /** Unexpected answers, an example of each. */
  faults: Map<string, number>
  restarts: Restart[]
  close: () => Promise<void>
}

type Options = {
  server: Server
  people: readonly Person[]
  phone: () => string
  fresh: () => string
  rows: number
}

/** A browser keeps up to six connections and reuses them: each person has their own, visitors share one set. */
function openBrowsers(): { of: (token: string) => Agent; close: () => void } {
  const agents = new Map<string, Agent>()
  return {
    of(token) {
      const known = agents.get(token)
      if (known) return known
      const made = new Agent({ keepAlive: true, maxSockets: token === '' ? 100 : 6 })
      agents.set(token, made)
      return made
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  }
}

/** Connects all windows in a thread; resolves when all are connected; some already read again before that. */
async function openWindows(
  url: string,
  windows: readonly Window[],
  hear: (message: Told, read: (reading: number) => void) => void,
): Promise<{
  probe: Float64Array
  heard: () => Promise<Heard>
  close: () => Promise<void>
}> {
  const shared = new SharedArrayBuffer(8)
  const workerData: Given = { url, windows, probe: shared }
  const worker = new Worker(new URL('./sockets.ts', import.meta.url), { workerData })
  const post = (request: Asked): void => worker.postMessage(request)
  const read = (reading: number): void => post({ read: reading })
  let answerHeard: ((heard: Heard) => void) | undefined
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: Told) => {
      if (message.kind === 'ready') resolve()
      else if (message.kind === 'figures') answerHeard?.(message)
      else hear(message, read)
    })
  })
  const heard = (): Promise<Heard> =>
    new Promise((resolve) => {
      answerHeard = resolve
      post('figures')
    })
  const close = async (): Promise<void> => {
    post('close')
    await sleep(200)
    await worker.terminate()
  }
  return { probe: new Float64Array(shared), heard, close }
}

/** Opens all windows and returns how to run stages on them. */
export async function openRun({ server, people, phone, fresh, rows }: Options): Promise<Day> {
  const staff = staffOf(people)
  const tally = newTally()
  const windows = windowsFor(people)
  const faults = new Map<string, number>()
  const browsers = openBrowsers()
  const [long, restarts]: [string[], Restart[]] = [[], []]
  const writer = writerOf(staff, fresh)
  const reader = readerOf(staff, phone, writer.note)
  const calls: Record<Kind, () => Call> = { ...reader, ...writer }
  let stage = 'before'
  let away = false
  let underWay = 0
  const fault = (reason: string): void => void faults.set(reason, (faults.get(reason) ?? 0) + 1)

  async function send(kind: string, call: Call, planned = performance.now(), of = stage): Promise<boolean> {
    const { person, got, ...wanted } = call
    const { method, path } = wanted
    const name = path.replace(/\?.*$/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')
    let [outcome, data]: [Outcome, unknown] = ['failed', null]
    underWay += 1
    try {
      const { token } = person
      const sent = { ...wanted, ...keyFor(wanted), token, agent: browsers.of(token), timeout: patience }
      const { status, text, headers: sentBack } = await exchange(server.url + path, sent)
      outcome = outcomeOf(status, sentBack['retry-after'])
      if (status === 200 && got) data = (JSON.parse(text) as { data: unknown }).data
      if (status >= 400 && outcome !== 'busy') fault(`${status} ${method} ${name} ${text.slice(0, 160)}`)
    } catch (error) {
      outcome = away ? 'gone' : 'failed'
      if (!away) fault(`${of}: ${method} ${String(error)}`)
    }
    underWay -= 1
    tally.note(of, kind, name, performance.now() - planned, outcome)
    got?.(data)
    return outcome === 'answered'
  }

  const line = await openWindows(server.url, windows, (message, ended) => {
    const window = 'window' in message ? windows[message.window] : undefined
    if (!window) return
    if (message.kind === 'reread')
      void send('reread', callOf(window, read(window.path))).then(() => ended(message.reading))
    else
      for (const path of ['setting/public', 'auth/me', window.path])
        void send('back', callOf(window, read(path)))
  })

  const probes = setInterval(() => {
    if (away) return
    void send('edit', probeOf(staff, fresh)).then((made) => {
      if (made) line.probe[0] = performance.timeOrigin + performance.now()
    })
  }, probeEvery)

  async function kill(): Promise<void> {
    away = true
    line.probe[0] = 0
    const begun = performance.now()
    await server.kill()
    await server.start()
    away = false
    const startMs = performance.now() - begun
    for (;;) {
      const { connected, lastBack } = await line.heard()
      const backMs = lastBack - performance.timeOrigin - begun
      if (connected === windows.length) return void restarts.push({ startMs, backMs })
      if (performance.now() - begun > 60_000) return void restarts.push({ startMs, backMs: Infinity })
      await sleep(50)
    }
  }

  async function happen(event: Event): Promise<void> {
    if (event === 'kill') return kill()
    const where = { url: server.url, staff, rows }
    long.push(`${event}: ${await longWork[event satisfies Long](where)}`)
  }

  return {
    staff,
    windows,
    tally,
    long,
    faults,
    restarts,
    heard: line.heard,
    claimed: writer.claimed,
    async stage(now) {
      stage = now.name
      const begun = performance.now()
      const next = kindsInTurn()
      let open = now.events?.length ?? 0
      for (const [after, event] of now.events ?? [])
        void sleep(after * 1000)
          .then(() => happen(event))
          .catch((error: unknown) => long.push(`${event}: FAILED ${String(error)}`))
          .finally(() => (open -= 1))
      // Unfinished long tasks extend the stage, under the same load.
      for (let n = 0; n < requestsOf(now) || open > 0; n += 1) {
        const due = begun + dueAt(n, now.rate)
        const wait = due - performance.now()
        if (wait > 1) await sleep(wait)
        const kind = next()
        void send(kind, calls[kind](), due, now.name)
      }
      await sleep(Math.max(0, begun + now.seconds * 1000 - performance.now()))
    },
    async close() {
      clearInterval(probes)
      // Waits for the last answers.
      while (underWay > 0) await sleep(50)
      await line.close()
      browsers.close()
    },
  }
}
