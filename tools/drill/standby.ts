/**
 * `npm run drill standby`: the primary dies under load. Two servers with synchronous replication and two processes
 * of the product: kill -9, promotion, acknowledged writes, continued service, and the former primary's return.
 */
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { makeStandby } from '#platform/server/backup/standby.ts'
import { startEmbedded, type Embedded } from '#platform/server/db/embedded.ts'
import { administer, query } from './database.ts'
import { read } from '../player/asked.ts'
import { expectOk } from '../player/person.ts'
import { userAt, type Seen } from './load.ts'
import { command, waitFor, type Server } from './processes.ts'
import { signInAdmin, figureOf, invariantsOf, lastLine, load, production, start } from './product.ts'
import type { DrillStep } from './table.ts'

type Env = Record<string, string>

/** Processes look for the primary among `first` and `second`, and for a replica in reverse order. */
function addresses(first: Embedded, second: Embedded): Env {
  const { username, password, host } = new URL(first.url)
  const address = (hosts: string[], wish: string): string =>
    `postgres://${username}:${password}@${hosts.join(',')}/vasdesk?target_session_attrs=${wish}`
  const hosts = [host, new URL(second.url).host]
  return {
    DATABASE_URL: address(hosts, 'read-write'),
    DATABASE_READ_URL: address(hosts.toReversed(), 'prefer-standby'),
  }
}

/** From now on the primary acknowledges only after the standby of this name. */
async function replicateSynchronously(primary: Embedded, name: string): Promise<void> {
  await administer(primary, `ALTER SYSTEM SET synchronous_standby_names = '"${name}"'`)
  await administer(primary, 'SELECT pg_reload_conf()')
  await waitFor('a synchronous standby', async () => {
    const state = `SELECT FROM pg_stat_replication WHERE application_name = '${name}' AND sync_state = 'sync'`
    return (await query(primary.adminUrl, state)).length > 0 ? true : undefined
  })
}

const phonesIn = async (server: Embedded): Promise<Set<string>> =>
  new Set(
    (await query<{ phone: string }>(server.url, 'SELECT phone_number AS phone FROM blacklist')).map(
      ({ phone }) => phone,
    ),
  )

/** Checks that every acknowledged number is on `server`; returns how many. */
async function requireAll({ saved }: Seen, server: Embedded): Promise<number> {
  const present = await phonesIn(server)
  const lost = saved.filter(({ phone }) => !present.has(phone))
  if (lost.length > 0) throw new Error(`${lost.length} of ${saved.length} acknowledged numbers are lost`)
  return saved.length
}

/** Waits until `/readyz` of each process says `status`. */
async function untilReadiness(urls: readonly string[], status: string): Promise<void> {
  for (const url of urls)
    await waitFor(`${status} at ${url}`, async () => {
      const answer = (await (await fetch(`${url}/readyz`)).json()) as { status: string }
      return answer.status === status ? true : undefined
    })
}

/** Checks that a change through one process is announced by the other. */
async function requireEvents([one, other]: readonly [Server, Server]): Promise<void> {
  const auth = { token: await signInAdmin(other.url) }
  const socket = io(other.url, { transports: ['websocket'], auth })
  await once(socket as never, 'connect')
  const heard = once(socket as never, 'changes')
  const stop = await load([one.url])
  await Promise.race([
    heard,
    sleep(10_000).then(() => Promise.reject(new Error('no event arrived within 10 s'))),
  ])
  await stop()
  socket.disconnect()
}

const newJobs = (since: Date) =>
  `SELECT FROM pgboss.job WHERE state = 'completed' AND completed_on > '${since.toISOString()}'`
const newSeals = (since: Date) => `SELECT FROM trail_seals WHERE at > '${since.toISOString()}'`

/** Steps of the drill with their files in `home`; `end` stops the running databases. */
export function standbySteps(home: string): { steps: DrillStep[]; end: () => Promise<void> } {
  const folder = (name: string): string => join(home, name)
  let first: Embedded
  let second: Embedded
  let env: Env
  let processes: [Server, Server]
  let killedAt: Date
  let running: Embedded[] = []
  const urls = (): string[] => processes.map(({ url }) => url)

  const steps: DrillStep[] = [
    {
      name: 'a standby, synchronous; two processes',
      run: async () => {
        first = await startEmbedded(join(folder('first'), 'pg'))
        running = [first]
        env = production(home, first.url)
        await (await start(env)).stop()
        second = await makeStandby({
          from: folder('first'),
          to: folder('second'),
          copies: folder('copies'),
          slot: 'second',
        })
        running = [first, second]
        await replicateSynchronously(first, 'second')
        env = { ...env, ...addresses(first, second) }
        processes = [await start(env), await start(env)]
        return 'an acknowledgement waits until the standby has it on disk'
      },
    },
    {
      name: 'standby stopped under load, and started again',
      run: async () => {
        const stop = await load(urls())
        await sleep(3_000)
        await second.stop()
        running = [first]
        await untilReadiness(urls(), 'standby missing')
        await sleep(3_000)
        second = await startEmbedded(join(folder('second'), 'pg'))
        running = [first, second]
        await untilReadiness(urls(), 'ready')
        await sleep(2_000)
        const journal = await stop()
        const others = journal.failed.filter((text) => !/: 503 /.test(text))
        if (others.length > 0) throw new Error(`failed otherwise than by 503: ${others[0]}`)
        const count = await requireAll(journal, second)
        const unread = journal.failed.filter((text) => text.startsWith('GET ')).length
        if (unread > journal.requests / 100)
          throw new Error(`${unread} of ${journal.requests} requests were not read`)
        const refused = journal.failed.length - unread
        return `${count} acknowledged, 0 lost; 503 meanwhile to ${refused} saves and ${unread} readings`
      },
    },
    {
      name: 'primary killed under load, standby promoted',
      run: async () => {
        const stop = await load(urls())
        await sleep(5_000)
        const pid = (await readFile(join(folder('first'), 'pg/postgres/postmaster.pid'), 'utf8')).split(
          '\n',
        )[0]
        killedAt = new Date()
        process.kill(Number(pid), 'SIGKILL')
        await administer(second, 'SELECT pg_promote()')
        await sleep(8_000)
        const journal = await stop()
        const [next] = journal.saved.filter(({ sent }) => sent > killedAt.getTime())
        if (!next) throw new Error('nothing was saved after the promotion')
        const others = journal.failed.filter((text) => !/: 503 |ECONNRESET|socket hang up/.test(text))
        if (others.length > 0) throw new Error(`failed otherwise than by 503: ${others[0]}`)
        const seconds = ((next.answered - killedAt.getTime()) / 1000).toFixed(1)
        const count = await requireAll(journal, second)
        return `${count} acknowledged, 0 lost; first write ${seconds} s after the kill; ${journal.failed.length} requests answered 503 meanwhile`
      },
    },
    {
      name: 'events, jobs and locks go on',
      run: async () => {
        await requireEvents(processes)
        // A third process takes the migration lock and starts a job.
        const third = await start(env)
        await waitFor('a finished job', async () =>
          (await query(second.url, newJobs(killedAt))).length > 0 ? true : undefined,
        )
        await waitFor('sealed entries', async () =>
          (await query(second.url, newSeals(killedAt))).length > 0 ? true : undefined,
        )
        await third.stop()
        return 'an event from process to process, a job done, a third process started, the trail sealed'
      },
    },
    {
      name: 'the former primary is started again',
      run: async () => {
        first = await startEmbedded(join(folder('first'), 'pg'))
        running = [first, second]
        await processes[0].stop()
        processes[0] = await start(env)
        const stop = await load(urls())
        await sleep(6_000)
        const journal = await stop()
        const count = await requireAll(journal, second)
        const strays = await phonesIn(first)
        if (journal.saved.some(({ phone }) => strays.has(phone))) throw new Error('it took writes')
        const write = query(first.url, `INSERT INTO blacklist (phone_number) VALUES ('999999999')`)
        const waited = await Promise.race([write.then(() => false), sleep(3_000).then(() => true)])
        if (!waited) throw new Error('it acknowledged a write')
        write.catch(() => undefined)
        return `${count} more saved by the new one, none by it, also after a restart of a process; a write on it is not acknowledged`
      },
    },
    {
      name: 'it becomes the standby; a replica answers',
      run: async () => {
        await first.stop()
        await rm(folder('first'), { recursive: true })
        const { port } = new URL(first.url)
        first = await makeStandby(
          { from: folder('second'), to: folder('first'), copies: folder('copies'), slot: 'first' },
          { port },
        )
        running = [first, second]
        await replicateSynchronously(second, 'first')
        const boss = userAt(processes[1].url, await signInAdmin(processes[1].url))
        const reads = await waitFor('a long read by the replica', async () => {
          await expectOk(boss, read('reportstaffrevenue?page=0&count=50'))
          const count = await figureOf(processes[1], 'vasdesk_long_reads{server="replica"}')
          return count > 0 ? count : undefined
        })
        return `synchronous again; ${reads} reports answered by the replica`
      },
    },
    {
      name: 'invariants and trail',
      run: async () => {
        for (const server of processes) await server.stop()
        const promoted = { ...env, DATABASE_URL: second.url }
        const trail = lastLine(await command('tools/verify-trail.ts', [], promoted))
        return `${await invariantsOf(promoted)}; trail: ${trail}`
      },
    },
  ]
  return { steps, end: async () => void (await Promise.all(running.map((server) => server.stop()))) }
}
