/** POST import: at most 200 rows by field name, validated one by one, saved together, once per chunk. */
import { createHash } from 'node:crypto'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import * as z from 'zod/mini'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { readField, type Value } from '#kit/contract/kinds.ts'
import { fieldOf, importChunk, tableOf, type Resource, type SheetTarget } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { packageKey } from '#kit/contract/text.ts'
import { audit, savedRows } from './audit.ts'
import type { Ctx, SavedRow } from './context.ts'
import { judgeRows, noteInsistence, type Insistence } from './do-not-call.ts'
import { ident } from './kinds.ts'
import { requireId } from './list.ts'
import { withAuthors } from './author.ts'
import { countKeys, markUntold } from './phone-searches.ts'
import { toAppError } from './refusals.ts'
import { untakenInRow } from './untaken.ts'
import { sentName, typeOf, type Values } from './write.ts'

const rowError = z.strictObject({ row: z.int(), msg: z.string() })
type RowError = z.output<typeof rowError>

/** Answer of an import call: rows saved, how many are new, and errors of the other rows. */
export const savedAnswer = z.strictObject({
  saved: z.int(),
  inserted: z.int(),
  errors: z.array(rowError),
})
export type Saved = z.output<typeof savedAnswer>

export type Chunk = {
  rows: Record<string, unknown>[]
  /** Import and chunk number; a repeated chunk is saved once. */
  importId: string | null
  chunk: number | null
  /** Other values of the body, e.g. `FileName` or `upload`. */
  extra: Record<string, unknown>
}

/** Marks an entry that is not a row (null, a text, a list): refused by its number without affecting the others. */
const noRow = Symbol('no row')

/** Whether an entry of a chunk is a row. */
export const isRow = (row: Record<string, unknown>): boolean => !(noRow in row)

/** Reads the body of an import call: `{ data: [...] }` or a bare array (D2-Q-14). */
export function readChunk(body: unknown): Chunk {
  const object = Array.isArray(body) ? { data: body } : body
  if (typeof object !== 'object' || object === null || !('data' in object) || !Array.isArray(object.data)) {
    throw new AppError('VALIDATION', messages.invalid)
  }
  const { data, importId, chunk, ...extra } = object as Record<string, unknown> & { data: unknown[] }
  if (data.length > importChunk) throw new AppError('VALIDATION', refusals.chunkTooLarge)
  return {
    rows: data.map((row) => (isObject(row) ? row : { [noRow]: true })),
    importId: typeof importId === 'string' ? requireId(importId) : null,
    chunk: typeof chunk === 'number' && Number.isInteger(chunk) && chunk >= 0 ? chunk : null,
    extra,
  }
}

/** A resource, or an upload target whose rows are saved into another resource. */
export type Importable = Resource | SheetTarget

/** Fields an import may write: the sheet's columns, else the form, without those the caller may not write. */
export const importable = (resource: Importable, actor: Actor): string[] =>
  [...(resource.sheet?.columns ?? resource.form ?? [])].filter((name): name is string => {
    if (name === null) return false
    const { write, see } = fieldOf(resource, name)
    if (write === 'never') return false
    return (write === undefined || can(actor, write)) && (see === undefined || can(actor, see))
  })

type KeptRow = { values: Values; number: number; insistence: Insistence | undefined }

/** Fields that a file of the resource may contain, whoever imports it. */
const takenBySheet = (resource: Importable): string[] => [
  ...[...(resource.sheet?.columns ?? resource.form ?? [])].filter(
    (name): name is string => name !== null && fieldOf(resource, name).write !== 'never',
  ),
  ...('accepts' in resource ? (resource.accepts ?? []) : []),
]

/** Reads rows by their fields and sets their author: the valid ones, and number and reason of each invalid one. */
async function readRows(
  resource: Importable,
  rows: Record<string, unknown>[],
  ctx: Ctx,
): Promise<{ kept: KeptRow[]; errors: RowError[] }> {
  const names = importable(resource, ctx.actor)
  const sheetFields = takenBySheet(resource)
  const good: Values[] = []
  const numbers: number[] = []
  const errors: RowError[] = []
  for (const [index, row] of rows.entries()) {
    const values: Values = {}
    const reasons: string[] = isRow(row)
      ? untakenInRow(resource, sheetFields, row, ctx.actor)
      : [refusals.noRow]
    for (const name of names) {
      const field = fieldOf(resource, name)
      const reading = readField(row[sentName(row, name, field)], field)
      if (reading.ok) values[name] = reading.value
      else reasons.push(reading.reason)
    }
    if (reasons.length > 0) {
      errors.push({ row: index + 1, msg: reasons.join('; ') })
      continue
    }
    good.push(values)
    numbers.push(index + 1)
  }
  const signing = await withAuthors(resource, good, ctx)
  for (const [index, msg] of signing.refused) errors.push({ row: numbers[index] ?? 0, msg })
  const signed = numbers.filter((_, index) => !signing.refused.has(index))
  const sent = signed.map((number) => rows[number - 1] ?? {})
  const judged = await judgeRows(resource, signing.rows, sent, ctx)
  const accepted = signing.rows.flatMap((values, index) => {
    const verdict = judged.get(index)
    const number = signed[index] ?? 0
    if (verdict && 'refused' in verdict) errors.push({ row: number, msg: verdict.refused })
    return verdict && 'refused' in verdict ? [] : [{ values, number, insistence: verdict }]
  })
  return { kept: accepted, errors }
}

/** The last of rows with the same key (D1-Q-070); all without a declared key. `keyPart` maps a value to the form in which keys are compared. */
export function collapse(
  rows: Values[],
  key: readonly string[] | undefined,
  keyPart: (name: string, value: Value | undefined) => unknown = (_, value) => value,
): Values[] {
  if (!key) return rows
  const last = new Map<string, Values>()
  for (const row of rows) last.set(JSON.stringify(key.map((name) => keyPart(name, row[name]))), row)
  return [...last.values()]
}

/** Package names are compared independently of their spelling (D3-PRC-01). */
const keyPartOf =
  (resource: Importable) =>
  (name: string, value: Value | undefined): unknown =>
    fieldOf(resource, name).code ? packageKey(String(value)) : value

/** `a bigint, b text, …` for jsonb_to_recordset. */
const recordset = (resource: Importable, names: string[]) =>
  join(
    names.map((name) => sql`${ident(name)} ${raw(typeOf(resource, name))}`),
    ', ',
  )

/** Inserts or updates rows in one statement, auditing each overwritten row; returns how many are new. */
export async function saveRows(resource: Importable, rows: Values[], ctx: Ctx): Promise<number> {
  const key = resource.sheet?.key
  await countKeys(resource, key ?? [], rows, ctx)
  const unique = await markUntold(resource, collapse(rows, key, keyPartOf(resource)), ctx)
  const first = unique[0]
  if (!first) return 0
  const names = Object.keys(first)
  const live = resource.softDelete ? sql`WHERE deleted_at IS NULL` : empty
  const columns = join(names.map(ident), ', ')
  const sets = names
    .filter((name) => !key?.includes(name))
    .map((name) => sql`${ident(name)} = EXCLUDED.${ident(name)}`)
  const conflict =
    key && !resource.sheet?.beside
      ? sql`ON CONFLICT (${join(key.map(ident), ', ')}) ${live}
        DO UPDATE SET ${join([...sets, sql`version = t.version + 1`], ', ')}`
      : empty
  const insert = sql`
    INSERT INTO ${ident(tableOf(resource))} AS t (${columns})
    SELECT ${columns} FROM json_to_recordset(${JSON.stringify(unique)}::json) AS r(${recordset(resource, names)}) ${conflict}`
  return noteSaved(
    ctx,
    sql`WITH ${savedRows(ctx, resource, insert)} SELECT id, before IS NULL AS made FROM saved`,
  )
}

/** Runs an import statement that returns `SavedRow`s, collects them for an undo, and returns how many are new. */
export async function noteSaved(ctx: Ctx, saving: Sql): Promise<number> {
  const { rows } = await ctx.db.query<SavedRow>(saving)
  ctx.wrote?.push(...rows)
  return rows.reduce((sum, { made }) => sum + Number(made), 0)
}

/** How many rows are new, and the reasons the database refused others, by position. */
type Outcome = { inserted: number; refused: ReadonlyMap<number, string> }
/** Saves parsed rows; `numbers` are their numbers in the call, from 1, empty for a previewed file. */
export type SaveRows = (rows: Values[], ctx: Ctx, numbers: readonly number[]) => Promise<number | Outcome>

/** Saves rows one by one if triggers may refuse some; errors other than refusals are thrown. */
export async function saveEach(rows: readonly Values[], ctx: Ctx, save: (row: Values) => Promise<unknown>) {
  const refused = new Map<number, string>()
  for (const [index, row] of rows.entries()) {
    await ctx.db.query('SAVEPOINT one_row')
    try {
      await save(row)
    } catch (error) {
      const { code, message } = toAppError(error)
      if (code !== 'VALIDATION' && code !== 'CONFLICT') throw error
      await ctx.db.query('ROLLBACK TO SAVEPOINT one_row')
      refused.set(index, message)
    }
  }
  return { inserted: rows.length - refused.size, refused }
}

/** Saves rows as declared: in one statement, or one by one. */
export const savePlain =
  (resource: Importable): SaveRows =>
  (rows, ctx) =>
    resource.eachRow
      ? saveEach(rows, ctx, (row) => saveRows(resource, [row], ctx))
      : saveRows(resource, rows, ctx)

/** Audits the reasons for saving rows whose customers asked not to be called; `wrote` has them in the same order. */
async function noteInsistences(
  resource: Importable,
  kept: readonly KeptRow[],
  wrote: readonly SavedRow[],
  ctx: Ctx,
): Promise<void> {
  ctx.wrote?.push(...wrote)
  for (const [index, { insistence }] of kept.entries()) {
    const row = wrote[index]
    if (insistence && row)
      await noteInsistence(resource, row.id, insistence.entry, { ...ctx, insists: insistence.insists })
  }
}

/** Saves one chunk in the transaction of `ctx`, with one audit entry for all; a repeated chunk returns the first answer. */
export async function importRows(
  resource: Importable,
  chunk: Chunk,
  ctx: Ctx,
  save = savePlain(resource),
): Promise<Saved> {
  const { importId } = chunk
  const hash = createHash('sha256').update(JSON.stringify(chunk.rows)).digest('hex')
  if (importId !== null && chunk.chunk !== null) {
    await ctx.db.query(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${importId}/${chunk.chunk}`}, 0))`,
    )
    const { rows } = await ctx.db.query<{ hash: string; response: Saved }>(sql`
      SELECT hash, response FROM import_chunks WHERE import_id = ${importId} AND chunk = ${chunk.chunk}`)
    const before = rows[0]
    if (before && before.hash !== hash)
      throw new AppError('CONFLICT', 'Phần này của file đã lưu với nội dung khác')
    if (before) return before.response
  }
  const { kept, errors } = await readRows(resource, chunk.rows, ctx)
  const numbers = kept.map(({ number }) => number)
  const wrote: SavedRow[] = []
  const outcome = await save(
    kept.map(({ values }) => values),
    { ...ctx, wrote },
    numbers,
  )
  const { inserted, refused } =
    typeof outcome === 'number' ? { inserted: outcome, refused: new Map<number, string>() } : outcome
  for (const [index, msg] of refused) errors.push({ row: numbers[index] ?? 0, msg })
  await noteInsistences(
    resource,
    kept.filter((_, index) => !refused.has(index)),
    wrote,
    ctx,
  )
  errors.sort((a, b) => a.row - b.row)
  const response: Saved = { saved: kept.length - refused.size, inserted, errors }
  await audit(ctx, {
    action: 'import',
    resource,
    resourceId: importId ?? 'import',
    after: { ...response, errors: errors.length },
  })
  if (importId !== null && chunk.chunk !== null) {
    await ctx.db.query(sql`
      INSERT INTO import_chunks (import_id, chunk, hash, response)
      VALUES (${importId}, ${chunk.chunk}, ${hash}, ${JSON.stringify(response)}::jsonb)`)
  }
  ctx.publish(resource)
  return response
}
