/** Pool files by name: parsing the name, finding and locking the file (D1-Q-111). */
import sql, { empty, type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { isPlain } from '#kit/contract/is-object.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { cleanText } from '#kit/contract/text.ts'
import { fileTexts } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import type { Ctx } from '#kit/server/context.ts'

export type PoolFile = {
  id: string
  FileName: string
  is_activated: 0 | 1
  nguoi_upload: string
  ngay_upload: Date
}

const longest = 255
/** Invisible characters and bidirectional controls: two names must not look the same. */
const hidden = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The name as stored and compared: NFC, trimmed, without invisible characters; VALIDATION when empty or too long. */
export function readFileName(raw: unknown, none: string = fileTexts.noFile): string {
  const name = isPlain(raw) ? cleanText(raw).replace(hidden, '') : ''
  if (name === '') throw new AppError('VALIDATION', none, { fields: { FileName: none } })
  if (name.length > longest) {
    const refusal = `Tên file dài ${name.length} ký tự, tối đa ${longest}`
    throw new AppError('VALIDATION', refusal, { fields: { FileName: refusal } })
  }
  return name
}

async function find(raw: unknown, ctx: Pick<Ctx, 'db'>, lock: typeof empty): Promise<PoolFile> {
  const { rows } = await ctx.db.query<PoolFile>(sql`
    SELECT id, "FileName", is_activated, nguoi_upload, ngay_upload FROM data_files
    WHERE kind = 'pool' AND deleted_at IS NULL AND "FileName" = ${readFileName(raw)} ${lock}`)
  const file = rows[0]
  if (!file) throw new AppError('NOT_FOUND', refusals.notFound)
  return file
}

/** Id of the live file of that name, in a statement; NULL without one. */
export const poolFileId = (name: unknown): Sql =>
  sql`(SELECT id FROM data_files WHERE kind = 'pool' AND deleted_at IS NULL AND "FileName" = ${readFileName(name)})`

/** The live file of that name; NOT_FOUND otherwise. */
export const findFile = (name: unknown, ctx: Pick<Ctx, 'db'>): Promise<PoolFile> => find(name, ctx, empty)

/** The same with its row locked: blocks claims, imports, splits and deletes of the file meanwhile (threats E3, E8). */
export const lockFile = (name: unknown, ctx: Pick<Ctx, 'db'>): Promise<PoolFile> =>
  find(name, ctx, sql`FOR UPDATE`)
