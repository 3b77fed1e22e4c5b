/** Uploads and saves files on a test server, and computes digests of the database as in the samples' README. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportSummary, PreviewRow } from '#platform/contract/calls/imports.ts'
import type { JobEvent } from '#platform/contract/live.ts'
import type { TestDatabase } from './database.ts'
import { samplePath } from './samples/path.ts'
import { startTestServer, type Answer, type TestServer } from './server.ts'
import { allRows } from '#platform/server/sheet/book.fixture.ts'
import type { SheetRow } from '#platform/server/sheet/sheet-row.ts'
import { sheetRows } from '#platform/server/sheet/sheet-rows.ts'
import { runImport } from '#platform/app/server/imports/save-job.ts'

export type ExpectedFile = {
  header_rows: number
  data_rows: number
  blank_rows: number
  blank: number[]
  invalid_rows: number
  invalid: { row: number }[]
  duplicate_rows: number
  duplicates: { row: number; same_key_as_row: number }[]
  saved: number
  digest_of_keys?: string
  digest_of_rows?: string
  sums?: { money?: number }
}

export const sample = (name: string): Buffer => readFileSync(samplePath(name))
export const expected: Record<string, ExpectedFile> = JSON.parse(sample('expected.json').toString())

export type ImportServer = TestServer & {
  jobEvents: JobEvent[]
  /** Posts bytes as an upload; `query` starts with '?'. */
  upload: (username: string, target: string, name: string, bytes: Buffer, query?: string) => Promise<Answer>
  /** Uploads a valid file. */
  ready: (
    username: string,
    target: string,
    name: string,
    bytes: Buffer,
    query?: string,
  ) => Promise<ImportSummary>
  /** Requests saving and runs the queued job. */
  save: (username: string, id: string) => Promise<ImportSummary>
  run: (id: string, signal?: AbortSignal) => Promise<void>
  rows: (username: string, id: string, query?: string) => Promise<{ values: PreviewRow[]; count: number }>
  /** A file from a response, parsed; without a session for null. */
  download: (
    username: string | null,
    url: string,
    method?: 'GET' | 'POST',
  ) => Promise<{ name: string; bytes: Buffer; rows: SheetRow[] }>
  /** Remaining files in the upload folder, and rows of the import tables. */
  leftOver: () => Promise<{ files: number; imports: number; rows: number }>
}

/** A test server with its own data folder. */
export async function startImportServer(open?: () => Promise<TestDatabase>): Promise<ImportServer> {
  const server = await startTestServer({}, undefined, open)
  const dataDir = await mkdtemp(join(tmpdir(), 'vasdesk-imports-'))
  const jobEvents: JobEvent[] = []
  const { services } = server.api
  Object.assign(services, {
    dataDir,
    notify: (_user: string, _event: 'job', job: JobEvent) => void jobEvents.push(job),
  })
  const upload: ImportServer['upload'] = async (username, target, name, bytes, query = '') =>
    (await server.as(username)).post(`/api/v1/imports/${target}${query}`, bytes, {
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
    })
  const run: ImportServer['run'] = (id, signal = new AbortController().signal) =>
    runImport(services, id, signal)
  return {
    ...server,
    jobEvents,
    upload,
    run,
    ready: async (...args) => {
      const answer = await upload(...args)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.data as ImportSummary
    },
    save: async (username, id) => {
      const caller = await server.as(username)
      // Most tests send the same small files again; the test of D3-FILE-02 handles the question itself.
      const reply = await caller.post(`/api/v1/imports/${id}/save`, { again: 1, far: 1, days: 'replace' })
      if (reply.status !== 200) throw new Error(reply.text)
      await run(id)
      return (await caller.get(`/api/v1/imports/${id}`)).data as ImportSummary
    },
    rows: async (username, id, query = '') =>
      (await (await server.as(username)).get(`/api/v1/imports/${id}/rows${query}`)).data as {
        values: PreviewRow[]
        count: number
      },
    download: async (username, url, method = 'GET') => {
      const headers =
        username === null ? {} : { authorization: `Bearer ${(await server.as(username)).token}` }
      const answer = await server.app.inject({ method, url, headers })
      if (answer.statusCode !== 200) throw new Error(answer.payload)
      const path = join(dataDir, 'downloaded')
      await writeFile(path, answer.rawPayload)
      const rows = await allRows(sheetRows(path, 1))
      const name = /filename\*=UTF-8''(.*)$/.exec(String(answer.headers['content-disposition']))?.[1] ?? ''
      return { name: decodeURIComponent(name), bytes: answer.rawPayload, rows }
    },
    leftOver: async () => {
      const files = await readdir(join(dataDir, 'uploads')).catch(() => [])
      const { rows } = await server.pool.query<{ imports: number; rows: number }>(`
        SELECT (SELECT count(*) FROM imports) AS imports, (SELECT count(*) FROM import_rows) AS rows`)
      return { files: files.length, imports: rows[0]?.imports ?? -1, rows: rows[0]?.rows ?? -1 }
    },
    close: async () => {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** SHA-256 of lines sorted by bytes; fields joined by TAB, null as empty. */
export const digest = (rows: (string | number | null)[][]): string =>
  createHash('sha256')
    .update(
      rows
        .map((fields) => Buffer.from(fields.map((field) => field ?? '').join('\t')))
        .toSorted((a, b) => a.compare(b))
        .join('\n'),
    )
    .digest('hex')

/** CSV bytes of rows of cells. */
export const csv = (rows: (string | number)[][]): Buffer =>
  Buffer.from(
    rows
      .map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','))
      .join('\r\n'),
  )
