/** Compares two answers byte by byte, ignoring differences due to the time of the request. */
import { unzip } from '../conformance/scan.ts'
import type { Reply } from '../conformance/stage.ts'
import type { Pair } from './worlds.ts'

/** Headers that depend on time or request. */
const ofTheMoment = ['date', 'x-request-id', 'content-length']

/** Texts of the second world → the same in the first: opaque names of the same phone. */
export type Names = ReadonlyMap<string, string>

/** The addresses of the pages of a customer, which encrypt the phone. */
export function addressesOf({ one, phones }: Pair): Names {
  const { secrets } = one.server.api.services
  if (!secrets) throw new Error('no key')
  const key = (phone: string): string => secrets.conceal('khachhang360', phone)
  return new Map([...phones].map(([phone, other]) => [key(other), key(phone)]))
}

/** The text with the names of the first world, or of the second by the inverse map. */
export const renamed = (text: string, names: Names): string =>
  text.replace(/[\w-]{22}/g, (word) => names.get(word) ?? word)

const instants = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)/g
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Expected differences: remaining time, and one's own rank among people of the team (D1-HOME-02). */
const meant = /"(con_lai_ms|expires_in|ownRank)":(?:-?\d+(?:\.\d+)?|null|\{[^}]*\})/g

/** Ids of sessions, which are derived from random tokens. */
const sessions = /"id":"[0-9a-f]{64}"/g

/** Version of the floor view held by a page: a random name of the process, and times (subjects/calling/decisions/floor.md). */
const marks = /"mark":"[0-9a-f-]{36}(?:\.\d+){3}"/g

/** Instants and ids created after `since` differ between any two requests. */
function withoutNow(text: string, since: number): string {
  return text
    .replace(instants, (moment) => (Date.parse(moment) >= since ? '(now)' : moment))
    .replace(ids, (id) => (Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) >= since ? '(new)' : id))
    .replace(/"requestId":"[^"]*"/g, '"requestId":"(request)"')
    .replace(meant, '"$1":"(meant)"')
    .replace(sessions, '"id":"(session)"')
    .replace(marks, '"mark":"(mark)"')
}

/** Status, headers and body of an answer as text; a workbook as its parts. */
function written({ status, headers, raw, text }: Reply, since: number): Record<string, string> {
  const sent = Object.entries(headers).filter(([name]) => !ofTheMoment.includes(name))
  const isBook = raw.subarray(0, 2).toString('latin1') === 'PK'
  const parts = isBook
    ? [...unzip(raw)].map(([name, part]): [string, string] => [name, withoutNow(part.toString(), since)])
    : [['body', withoutNow(text, since)] as [string, string]]
  return {
    status: String(status),
    headers: withoutNow(JSON.stringify(sent), since),
    ...Object.fromEntries(parts),
  }
}

/** The first place where two JSON values differ, with both. */
function place(a: unknown, b: unknown, path: string): string | null {
  if (JSON.stringify(a) === JSON.stringify(b)) return null
  const areObjects = typeof a === 'object' && a !== null && typeof b === 'object' && b !== null
  if (areObjects && Array.isArray(a) === Array.isArray(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
    for (const key of keys) {
      const found = place(Reflect.get(a, key), Reflect.get(b, key), `${path}.${key}`)
      if (found) return found
    }
  }
  return `${path}: ${JSON.stringify(a)?.slice(0, 160)} ≠ ${JSON.stringify(b)?.slice(0, 160)}`
}

const around = (text: string, other: string): string => {
  let index = 0
  while (index < text.length && text[index] === other[index]) index += 1
  const excerpt = (whole: string): string => whole.slice(Math.max(0, index - 30), index + 90)
  return `${excerpt(text)} ≠ ${excerpt(other)}`
}

/** The difference between the answers of the two worlds, with its place; null if there is none. */
export function difference(one: Reply, other: Reply, names: Names, since: number): string | null {
  const [a, b] = [written(one, since), written(other, since)]
  for (const part of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [first, second] = [a[part] ?? '', renamed(b[part] ?? '', names)] as const
    if (first === second) continue
    if (part !== 'body' || !first.startsWith('{') || !second.startsWith('{'))
      return `${part}: ${around(first, second)}`
    return place(JSON.parse(first), JSON.parse(second), '') ?? `the order of keys: ${around(first, second)}`
  }
  return null
}
