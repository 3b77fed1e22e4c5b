/** The recording is the same bytes every time, and has no id, time or secret of the machine that made it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import { longRun } from '#test/rounds.ts'
import { readRecording } from '#platform/app/server/seed/demo-load.ts'
import { folder, rowsFile } from '#platform/app/server/seed/demo-recording.ts'
import { playAndRecord } from './whole.ts'

async function played(): Promise<Map<string, string>> {
  const dir = await mkdtemp(join(tmpdir(), 'vasdesk-recorded-'))
  const database = await emptyDatabase()
  try {
    await playAndRecord(database.pool, dir)
    const names = await readdir(dir)
    const files = await Promise.all(names.map((name) => readFile(join(dir, name), 'base64')))
    return new Map(names.map((name, n) => [name, files[n] ?? '']))
  } finally {
    await database.drop()
    await rm(dir, { recursive: true })
  }
}

test.runIf(longRun)(
  'two recordings have the same bytes',
  async () => {
    const [first, second] = [await played(), await played()]
    expect([...first.keys()]).toContain('plan.json')
    expect([...first].filter(([name, bytes]) => second.get(name) !== bytes).map(([name]) => name)).toEqual([])
    expect(second.size).toBe(first.size)
  },
  300_000,
)

test('the kept recording is small, states its number of rows, and contains no day, id, hash or password', async () => {
  const { tables } = await readRecording()
  let bytes = 0
  for (const { table, columns, rows } of tables) {
    const packed = await readFile(rowsFile(folder, table))
    bytes += packed.length
    const text = brotliDecompressSync(packed).toString()
    const lines = text.split('\n').slice(0, -1)
    expect([table, lines.length]).toEqual([table, rows])
    // Its story, and the columns.
    expect([table, lines.filter((line) => line.split('\t').length !== columns.length + 1)]).toEqual([
      table,
      [],
    ])
    expect([table, /20\d\d-\d\d-\d\d|\d\d\/\d\d\/20\d\d|[0-9a-f]{8}-[0-9a-f]{4}-|argon2|Demo@2026|\b17\d{11}\b/.exec(text)?.[0]]).toEqual([table, undefined]) // prettier-ignore
  }
  expect(bytes).toBeLessThan(6_000_000)
  expect((await readdir(folder)).toSorted()).toEqual(
    [...tables.map(({ table }) => `${table}.br`), 'plan.json'].toSorted(),
  )
})
