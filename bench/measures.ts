/** The measures, each against its raw limit. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { hash } from '@node-rs/argon2'
import { dist, firstScript, sizeOf } from '#tools/first-script.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { addressOf } from '#test/process.ts'
import { signIn as enter } from '#tools/player/person.ts'
import { compare, rawPool, stretch } from './compare.ts'
import { http, loop } from './load.ts'
import { memoryOf } from './processor.ts'
import { firstRow } from './measure-browser.ts'
import { callingRules, claim } from './measure-claim.ts'
import { desk } from './measure-desk.ts'
import { farPage } from './measure-far.ts'
import { flood } from './flood.ts'
import { floor } from './measure-floor.ts'
import { listPage, search } from './measure-lists.ts'
import { growth, retention } from './measure-growth.ts'
import { exportAll, importSheet } from './measure-files.ts'
import { importMeasures } from './measure-import.ts'
import { money } from './measure-money.ts'
import { floodPublic } from './flood-public.ts'
import { floodSlow } from './flood-slow.ts'
import { monthTotals } from './measure-revenue.ts'
import { shopList } from './measure-shop.ts'
import { simSearch } from './measure-sims.ts'
import { liveEvents } from './measure-live.ts'
import { payroll } from './measure-payroll.ts'
import { payrollRadar } from './measure-radar.ts'
import { growthOfLists } from './measure-sizes.ts'
import { bigTotal } from './measure-total.ts'
import type { Bench, Row } from './types.ts'

/** One cell of a row with rights, version and audit, against the bare UPDATE. */
async function edit(bench: Bench): Promise<Row[]> {
  const { rows } = await bench.pool.query<{ id: string }>('SELECT id FROM giahoantien')
  const raw = rawPool(bench, 16)
  const limit = await loop(16, stretch, (worker, n) =>
    raw.query({
      name: 'edit',
      text: 'UPDATE giahoantien SET gia_goi = $1, version = version + 1 WHERE id = $2',
      values: [n, rows[(worker * 31 + n) % rows.length]?.id],
    }),
  )
  await raw.end()
  const ours = await loop(16, stretch, (worker, n) =>
    http(`${bench.url}/api/v1/giahoantien/${rows[(worker * 31 + n) % rows.length]?.id}`, bench.admin, {
      method: 'PUT',
      body: { gia_goi: n },
    }),
  )
  return [compare('edit one cell with trail, 16', ours, limit, '≥ 0.45')]
}

async function signIn(bench: Bench): Promise<Row[]> {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  const limit = await loop(2, stretch, () => hash(demoPassword, cost))
  const ours = await loop(2, stretch, () => enter(bench.url, 'sale111', demoPassword))
  return [compare('sign-in, 2', ours, limit, '≥ 0.9')]
}

/**
 * Time from an empty folder, and from one with data, to the first answered list, started like `npm start`; and
 * memory of the idle server.
 */
async function boot(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'vasdesk-boot-'))
  const rows: Row[] = []
  for (const [work, reach] of [
    ["demo's start, on an empty database", '≤ 8 s'],
    ['start with its data', '≤ 2 s'],
  ] as const) {
    const from = performance.now()
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: join(dir, 'compiled'),
      DATA_DIR: dir,
      PORT: '0',
      VASDESK_DEMO: '1',
      LOG_LEVEL: 'silent',
    }
    const child = spawn(process.execPath, ['--max-semi-space-size=16', 'platform/app/server/main.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await addressOf(child)
    await http(`${url}/api/v1/blacklist`, await enter(url, 'admin', demoPassword))
    const took = performance.now() - from
    const memory = memoryOf(child.pid ?? 0)
    rows.push({
      work,
      value: `${(took / 1000).toFixed(1)} s`,
      limit: '-',
      ratio: '-',
      reach,
      note: `server ${memory} MB`,
    })
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return rows
}

/** Compressed script of sign-in, shell and first list. */
async function bundle(): Promise<Row[]> {
  const { files, bytes } = firstScript()
  const all = globSync('*.js', { cwd: dist })
  const kb = (value: number) => `${(value / 1000).toFixed(0)} kB`
  return [
    {
      work: 'script of sign-in, shell and first list, brotli',
      value: kb(bytes),
      limit: '-',
      ratio: '-',
      reach: '≤ 200 kB',
      note: `${files.length} files; ${all.length} in all, ${kb(sizeOf(all))}`,
    },
  ]
}

export const measures: Record<string, (bench: Bench) => Promise<Row[]>> = {
  growthOfLists,
  listPage,
  bigTotal,
  farPage,
  monthTotals,
  search,
  simSearch,
  shopList,
  claim,
  callingRules,
  floor,
  edit,
  import: importMeasures,
  importSheet,
  exportAll,
  money,
  desk,
  floodPublic,
  floodSlow,
  signIn,
  flood,
  boot,
  payroll,
  payrollRadar,
  liveEvents,
  growth,
  retention,
  bundle,
  firstRow,
}
