/** Requests that arrive in two parts, and the database's contents in between. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { isObject } from '#kit/contract/is-object.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import type { Ask } from './requests.ts'

/** Content and its type: a file if the call takes one, else JSON, as long as its body may be. */
function contentOf(ask: Ask): { type: string; content: string } {
  if (isUpload(ask)) return { type: 'text/csv', content: 'Số điện thoại\n0987000111\n0987000112' }
  const content = JSON.stringify(isObject(ask.body) ? ask.body : {})
  return { type: 'application/json', content: `${content} ` }
}

/** Whether the call takes a file, which it reads as a stream. */
export const isUpload = ({ path }: Ask): boolean => path.startsWith('/api/v1/imports/') && !path.includes(':')

export type Late = { ask: Ask; finish: () => Promise<{ status: number; text: string }> }

async function answerOn(socket: Socket): Promise<{ status: number; text: string }> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }
}

/** Sends a request except for the last byte of its body; `finish` sends that and reads the response. */
export async function sendLate(ask: Ask, token: string, port: number): Promise<Late> {
  const { type, content } = contentOf(ask)
  const bytes = Buffer.from(content)
  const head = [
    `${ask.method} ${ask.address} HTTP/1.1`,
    'host: desk.example',
    'connection: close',
    `authorization: Bearer ${token}`,
    `content-type: ${type}`,
    'x-file-name: muon.csv',
    `content-length: ${bytes.length}`,
    '',
    '',
  ].join('\r\n')
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, -1)]))
  return {
    ask,
    finish: () => {
      const answer = answerOn(socket)
      socket.write(bytes.subarray(-1))
      return answer
    },
  }
}

/** Tables that change anyway: counters of attempts and requests, last use of sessions, and the test's own changes. */
const besides = new Set(['rates', 'sessions', 'login_failures', 'by_hand'])

/** One line per table: its number of rows, and a checksum of their contents. */
export async function imprintOfAll(pool: Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`)
  const each = tables
    .filter(({ name }) => !besides.has(name))
    .map(
      ({ name }) =>
        `SELECT '${name} ' || count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) AS line FROM "${name}" t`,
    )
  const { rows } = await pool.query<{ line: string }>(each.join(' UNION ALL '))
  return rows.map(({ line }) => line).toSorted()
}
