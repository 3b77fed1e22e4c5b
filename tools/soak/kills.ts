/** Kills parts of the product: a server, a helper of PostgreSQL, PostgreSQL as a whole. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

const kills = {
  async server({ servers: [, killed], restart, chance }) {
    // During its jobs, not always between them.
    await sleep(chance.between(0, 1_499))
    await killed.kill()
    await restart()
  },
  async 'helper of PostgreSQL'({ pool, database, chance }) {
    const { rows } = await pool.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE backend_type = $1',
      [chance.pick(['checkpointer', 'walwriter'])],
    )
    if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
    await sleep(200)
    await database.revive()
  },
  async PostgreSQL({ pool, database }) {
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const postmaster = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8'))?.[1]
    if (postmaster === undefined) throw new Error('the postmaster is not found')
    process.kill(Number(postmaster), 'SIGKILL')
    await sleep(200)
    await database.revive()
  },
} satisfies Record<string, (stage: Stage) => Promise<void>>

/** Which part is killed, in each twelve kills: mostly the server. */
const others: Readonly<Record<number, keyof typeof kills>> = { 2: 'PostgreSQL', 7: 'helper of PostgreSQL' }

/** Whether both servers and the database answer. */
const answers = async ({ servers, pool }: Stage): Promise<boolean> => {
  try {
    await pool.query('SELECT')
    const ready = await Promise.all(servers.map(({ url }) => fetch(`${url}/readyz`)))
    return ready.every(({ ok }) => ok)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return false
  }
}

/** Longest wait after a kill, in ms. */
const patience = 90_000

/** Kill number `n`; returns its name and the seconds until everything answered again. */
export async function killOnce(stage: Stage, n: number): Promise<string> {
  const name = others[n % 12] ?? 'server'
  const begun = performance.now()
  await kills[name](stage)
  while (!(await answers(stage))) {
    if (performance.now() - begun > patience) throw new Error(`${name}: not ready after ${patience / 1000} s`)
    await sleep(100)
  }
  return `${name}, back after ${((performance.now() - begun) / 1000).toFixed(1)} s`
}
