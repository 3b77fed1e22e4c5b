/** A filled database with a server on it, stopped and removed in any case. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { seedBase } from '#platform/app/server/seed/base.ts'
import { startProcess, type ServerProcess } from '#test/process.ts'
import { fillCustomers, fillPeople, patient } from './data.ts'
import { watch } from './processor.ts'
import type { Bench } from './types.ts'

/** Runs `work` on a database with people and `rows` customers (slow to create; none when 0). */
export async function onBench<T>(rows: number, work: (bench: Bench) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'vasdesk-bench-'))
  const database = await startEmbedded(dir)
  const pool = patient(database.url)
  let server: ServerProcess | undefined
  // A measure may fill another database beside this one.
  const former = watch(undefined)
  try {
    await migrate(pool)
    await seedBase(pool)
    const data = await fillPeople(pool)
    if (rows > 0) await fillCustomers(pool, data.file, rows)
    // With the heap settings and the compile cache of `npm start`: without it the server and its threads are some 30 MB larger.
    server = await startProcess(database.url, {
      DB_POOL: '16',
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled'),
      NODE_OPTIONS: '--max-semi-space-size=16',
    })
    watch({
      server: server.pid,
      postmaster: parseInt(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8')),
    })
    return await work({
      url: server.url,
      pid: server.pid,
      databaseUrl: database.url,
      pool,
      ...data,
      afterwards: [],
    })
  } finally {
    watch(former)
    await server?.kill()
    await pool.end()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
