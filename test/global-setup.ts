/** Starts one PostgreSQL for the whole test run and prepares the template that every test file copies. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded, type Embedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { createPool } from '#platform/server/db/pool.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { letServe } from '#platform/server/db/serving-role.ts'
import { openJobs } from '#platform/server/running/jobs.ts'
import { memoryHome } from './memory-home.ts'
import { servingRole } from './serving.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the test database server's superuser. */
    postgresAdminUrl: string
    /** Address of the product's role on the template database. */
    postgresTemplateUrl: string
  }
}

// Tests about performance or crashes turn this on for their own database; the others need no durability.
const speed = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: process.env.TEST_SYNCHRONOUS_COMMIT ?? 'off',
  shared_buffers: '128MB',
  autovacuum_naptime: '1h',
  io_method: 'sync',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_writer_delay: '10s',
  bgwriter_delay: '10s',
  update_process_title: 'off',
  // These passwords protect nothing, and node computes the hash at each connection.
  scram_iterations: '1',
  checkpoint_timeout: '1h',
}

// By default glibc returns memory after each statement, and allocating it again is very slow on a virtual machine.
const keepMemory = {
  MALLOC_TRIM_THRESHOLD_: '134217728',
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TOP_PAD_: '262144',
}

/** The database server of the run, which keeps its memory. */
async function startDatabase(dir: string): Promise<Embedded> {
  Object.assign(process.env, keepMemory)
  try {
    return await startEmbedded(dir, speed)
  } finally {
    for (const name of Object.keys(keepMemory)) delete process.env[name]
  }
}

const seedFile = join(import.meta.dirname, '../platform/app/server/seed/base.ts')

async function seed(url: string): Promise<void> {
  if (!existsSync(seedFile)) return
  const { seedBase } = (await import(seedFile)) as { seedBase: (pool: Pool) => Promise<unknown> }
  const pool = createPool(url, { max: 2, applicationName: 'test seed', log: console })
  await seedBase(pool)
  await pool.end()
  // Creating its tables takes longer than all other work at a server's start.
  await (await openJobs(url, console)).close()
}

/** Databases that are copied from the template have its grants. */
async function addServingRole({ url, adminUrl }: { url: string; adminUrl: string }): Promise<void> {
  const admin = createPool(adminUrl, { max: 1, applicationName: 'test roles', log: console })
  await admin.query(`CREATE ROLE ${servingRole.name} LOGIN PASSWORD '${servingRole.password}'`)
  // Tests query what the servers' connections wait for.
  await admin.query(`GRANT ${servingRole.name} TO ${pg.escapeIdentifier(new URL(url).username)}`)
  await admin.end()
  const owner = createPool(url, { max: 1, applicationName: 'test grants', log: console })
  await letServe(owner, servingRole.name)
  await owner.end()
}

/** Folder for temporary files of the run; the database's own account works there too. */
async function makeHome(): Promise<string> {
  if (memoryHome === undefined) return tmpdir()
  await mkdir(memoryHome, { recursive: true })
  await chmod(memoryHome, 0o1777)
  return memoryHome
}

/** Runs before the first test of a project; the returned function runs after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(await makeHome(), 'vasdesk-test-'))
  const database = await startDatabase(dir)
  const stop = async (): Promise<void> => {
    await database.stop()
    await rm(memoryHome ?? dir, { recursive: true, force: true })
  }
  try {
    await migrate(database.url)
    await seed(database.url)
    await addServingRole(database)
    await seal(database.adminUrl, new URL(database.url).pathname.slice(1))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgresAdminUrl', database.adminUrl)
  project.provide('postgresTemplateUrl', database.url)
  return stop
}

/** A database can only be copied while it has no connections. */
async function seal(adminUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(
    `ALTER DATABASE ${pg.escapeIdentifier(name)} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`,
  )
  await admin.end()
}
