/** Import of requests: rows by field name, each refused with its reason (D2-REFUND-111, D1-Q-137). */
import sql from 'sql-template-tag'
import { mayHaveRefunds } from '#platform/contract/abilities.ts'
import { readField } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { packageRefunds, topUpType } from '#subjects/money/contract/refund-states.ts'
import { packageKey } from '#kit/contract/text.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import type { Ctx } from '#kit/server/context.ts'
import { importRows, readChunk } from '#kit/server/import.ts'
import { readSettings } from '#platform/server/db/settings.ts'

type Sheet = Record<string, unknown>

/** Fields allowed in a row; refund amounts are computed by the server. */
const importable = [
  'staff_username',
  'number_phone',
  'number_type',
  'package_code',
  'request_type',
  'request_method',
  'refund_price',
  'other_refund',
  'other_reason',
  'created_time',
] as const

const isTopUp = (resource: Resource, row: Sheet): boolean => {
  const type = readField(row.request_type, fieldOf(resource, 'request_type'))
  return type.ok && type.value === topUpType
}

const packageOf = ({ package_code: name }: Sheet): string => packageKey(String(name ?? ''))

/** Normalised names of the packages of `rows` without a price. */
async function unpriced(rows: readonly Sheet[], ctx: Ctx): Promise<ReadonlySet<string>> {
  const names = [...new Set(rows.map(packageOf))]
  const { rows: unpriced } = await ctx.db.query<{ name: string }>(sql`
    SELECT name FROM unnest(${names}::text[]) AS n(name) WHERE name <> '' AND NOT EXISTS (
      SELECT FROM giahoantien WHERE package_key(ten_goi_cuoc) = name AND deleted_at IS NULL)`)
  return new Set(unpriced.map(({ name }) => name))
}

/** Refusal of a row that depends on the price table or the type; null when it is valid. */
function refusalOf(resource: Resource, row: Sheet, without: ReadonlySet<string>): string | null {
  if (!isTopUp(resource, row)) return without.has(packageOf(row)) ? refusals.packageNotFound : null
  const amount = readField(row.refund_price, { ...fieldOf(resource, 'refund_price'), required: true })
  return amount.ok ? null : amount.reason
}

/** Whether the row's person may have no requests (D2-Q-78). */
const isOutsider = ({ staff_username: username }: Sheet, noRefundPrefixes: readonly string[]): boolean =>
  !mayHaveRefunds(String(username ?? '').trim(), noRefundPrefixes)

type Room = { username: string; left: number; words: string }

/** Refusals of rows that exceed their person's limit of undecided requests, by position (D3-SEC-11). */
async function overfull(resource: Resource, rows: readonly Sheet[], ctx: Ctx): Promise<(string | null)[]> {
  const names = rows.map((row) =>
    String(row.staff_username ?? '')
      .trim()
      .toLowerCase(),
  )
  // Locked in a fixed order, so that concurrent imports do not deadlock.
  const { rows: rooms } = await ctx.db.query<Room>(sql`
    SELECT to_lower(username) AS username, waiting_room(username) AS left, waiting_words(username) AS words
    FROM (SELECT username FROM users WHERE to_lower(username) = ANY(${names}::text[]) ORDER BY username) u`)
  const roomsByName = new Map(rooms.map((room) => [room.username, room]))
  return rows.map((row, index) => {
    const room = roomsByName.get(names[index] ?? '')
    const type = readField(row.request_type, fieldOf(resource, 'request_type'))
    if (!room || !type.ok || ![...packageRefunds, topUpType].includes(Number(type.value))) return null
    room.left -= 1
    return room.left < 0 ? room.words : null
  })
}

/** Saves a chunk; errors keep the row numbers of the chunk. */
export async function importRequests(resource: Resource, body: unknown, ctx: Ctx) {
  const chunk = readChunk(body)
  const without = await unpriced(chunk.rows, ctx)
  const { noRefundPrefixes } = await readSettings(ctx.db, ['noRefundPrefixes'])
  const wrong = chunk.rows.map((row) =>
    isOutsider(row, noRefundPrefixes) ? refundTexts.outsider : refusalOf(resource, row, without),
  )
  const fitting = chunk.rows.filter((_, index) => wrong[index] === null)
  const full = await overfull(resource, fitting, ctx)
  const refusals = wrong.map((refusal) => refusal ?? full.shift() ?? null)
  const numbers = refusals.flatMap((refusal, index) => (refusal === null ? [index + 1] : []))
  const rows = chunk.rows.filter((_, index) => refusals[index] === null)
  const saved = await importRows({ ...resource, form: importable }, { ...chunk, rows }, ctx)
  const errors = [
    ...saved.errors.map(({ row, msg }) => ({ row: numbers[row - 1] ?? 0, msg })),
    ...refusals.flatMap((msg, index) => (msg === null ? [] : [{ row: index + 1, msg }])),
  ]
  return { ...saved, errors: errors.toSorted((a, b) => a.row - b.row) }
}
