/** Complete spreadsheets in and out: a subscriber file from first byte to last saved row, a list as .xlsx. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { subscriberSheet } from '#subjects/numbers/contract/lists/subscriber-sheet.ts'
import { writeSheet } from '#platform/server/sheet/write-sheet.ts'
import { importFile, type Upload } from '#tools/player/files.ts'
import { personAt, Refused } from '#tools/player/person.ts'
import { memoryOf } from './processor.ts'
import type { Bench, Row } from './types.ts'

const rows = 100_000

/** Resets the peak of its memory; returns the former one in MB. */
function forgetPeak(pid: number): number {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    return 0
  }
  return memoryOf(pid, 'VmHWM')
}

const memory = (before: number, { pid }: Bench): string =>
  before === 0 ? 'memory not told' : `server ${before} → peak ${memoryOf(pid, 'VmHWM')} MB`

const line = (n: number): (string | number)[] => [
  `0${320_000_000 + n * 7}`,
  'Trả trước',
  'XL90',
  '01/11/2026',
  '01/12/2026',
  1,
  'Đang hoạt động',
  'VD120; VD150',
  0,
]

async function* lines(many: number): AsyncGenerator<unknown[][]> {
  for (let n = 0; n < many; n += 1000) yield Array.from({ length: 1000 }, (_, i) => line(n + i))
}

/** The same rows by COPY into the customers with all indexes, removed afterwards. */
async function copyRaw(bench: Bench): Promise<number> {
  const client = await bench.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `SELECT set_config('vas.movement', 'import', true), set_config('vas.actor', 'admin', true)`,
    )
    const start = performance.now()
    const into = client.query(
      copyFrom(`COPY customer (file_id, phone, type, package, "packageRegisterAt", "packageExpiredAt", "packageCycle",
        state, "packagesCanRegister", rank) FROM STDIN`),
    )
    const text = (function* () {
      for (let n = 0; n < rows; n += 1)
        yield `${bench.file}\t${320_000_000 + n * 7}\tMC\tXL90\t2026-11-01\t2026-12-01\t1\tĐang hoạt động\tVD120; VD150\t${n + 9_000_000}\n`
    })()
    await pipeline(Readable.from(text), into)
    return performance.now() - start
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** A file of this many subscribers. */
export async function subscriberFile(many: number): Promise<Uint8Array<ArrayBuffer>> {
  const headings = Object.values(subscriberSheet.fields).map(({ label }) => label)
  const types = headings.map(() => 'text' as const)
  return new Uint8Array(await buffer(writeSheet(headings, lines(many), types)))
}

/** A file as uploaded by the subscribers' screen. */
export const subscribers = (bytes: Uint8Array<ArrayBuffer>): Upload => ({
  target: 'uploadchiadata',
  name: 'thue-bao.xlsx',
  bytes,
})

/** A subscriber file of 100,000 rows from first byte sent to last row saved. */
export async function importSheet(bench: Bench): Promise<Row[]> {
  const bytes = await subscriberFile(rows)
  const raw = await copyRaw(bench)
  const before = forgetPeak(bench.pid)
  const { ms: ours, readMs, saved } = await importFile(personAt(bench.url, bench.admin), subscribers(bytes))
  return [
    {
      work: 'import 100,000 rows .xlsx, first byte to last row',
      value: `${(ours / 1000).toFixed(1)} s`,
      limit: `${(raw / 1000).toFixed(1)} s`,
      ratio: `${(ours / raw).toFixed(1)} ×`,
      reach: '≤ 2.5 ×',
      note: `${saved.toLocaleString('en-US')} saved, read in ${(readMs / 1000).toFixed(1)} s, ${memory(before, bench)}`,
    },
  ]
}

export type Exported = { rows: number; ms: number; firstMs: number; bytes: number }

/** Reads an export to its last byte. */
export async function exportFile(url: string, token: string, path: string): Promise<Exported> {
  const start = performance.now()
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok)
    throw new Refused(
      { method: 'GET', path },
      { status: response.status, body: { msg: await response.text() } },
    )
  let firstMs = 0
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    firstMs ||= performance.now() - start
    bytes += (chunk as Uint8Array).length
  }
  const rows = Number(response.headers.get('x-total-count'))
  return { rows, ms: performance.now() - start, firstMs, bytes }
}

/** Every blacklist row as .xlsx against COPY TO of the same rows. */
export async function exportAll(bench: Bench): Promise<Row[]> {
  const client = await bench.pool.connect()
  const from = performance.now()
  const copy = client.query(
    copyTo('COPY (SELECT phone_number, description, "createdAt" FROM blacklist) TO STDOUT CSV'),
  )
  copy.resume()
  await once(copy, 'end')
  const raw = performance.now() - from
  client.release()
  const before = forgetPeak(bench.pid)
  const {
    rows: many,
    ms: ours,
    firstMs,
    bytes,
  } = await exportFile(bench.url, bench.admin, '/api/v1/blacklist/export')
  const peak = memory(before, bench)
  return [
    {
      work: `export ${many.toLocaleString('en-US')} rows .xlsx`,
      value: `${(ours / 1000).toFixed(1)} s`,
      limit: `${(raw / 1000).toFixed(2)} s`,
      ratio: `${(ours / raw).toFixed(1)} ×`,
      reach: '≤ 12 ×',
      note: `first byte ${firstMs.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB, ${peak}`,
    },
  ]
}
