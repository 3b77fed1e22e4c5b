/** Stores bank messages, for all sources: each transfer once, text parsed, typed values kept. */
import sql from 'sql-template-tag'
import type { Queryable } from '#platform/server/db/pool.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { auditRows, changeRows, type Doer } from '#kit/server/audit.ts'
import { knownPackages, parseContent } from './parse-content.ts'

export type Incoming = {
  sender: string
  /** Whole đồng. */
  money: number
  /** ISO 8601 with zone. */
  datetime: string
  str_mes: string
  /** The bank's id of the transfer; absent in messages entered by hand. */
  ma_giao_dich?: string
}

/** One writer at a time, so that two sources cannot both find a transfer missing. */
const writerLock = 74_011

/** Takes the lock for parsing and storing messages until the transaction of `db` ends. */
export const lockReading = (db: Queryable): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(${writerLock})`)

const columns = sql`r(sender text, money bigint, datetime timestamptz, str_mes text, ma_giao_dich text,
  so_dien_thoai text, goi_cuoc text, nhan_dang text, ly_do_nhan_dang text)`

const same = sql`t.datetime = r.datetime AND t.money = r.money AND t.sender = r.sender AND t.str_mes = r.str_mes
  AND t.deleted_at IS NULL`

/** Parses the rows' texts with the current packages. */
export async function readTexts<R extends { str_mes: string }>(db: Queryable, rows: readonly R[]) {
  const { rows: prices } = await db.query<{ name: string }>(
    sql`SELECT ten_goi_cuoc AS name FROM giahoantien WHERE deleted_at IS NULL`,
  )
  const packages = knownPackages(prices.map(({ name }) => name))
  return rows.map((row) => {
    const { phone, package: name, confidence, reason } = parseContent(row.str_mes, packages)
    return { ...row, so_dien_thoai: phone, goi_cuoc: name, nhan_dang: confidence, ly_do_nhan_dang: reason }
  })
}

/**
 * Stores new messages in the transaction of `db` and returns their ids. A transfer is identified by the bank's id, even
 * after deletion; without one by sender, amount, time and text (D1-Q-054). A message entered before the bank sent it
 * gets the bank's id and keeps everything else.
 */
export async function saveMessages(db: Queryable, doer: Doer, rows: readonly Incoming[]): Promise<string[]> {
  if (rows.length === 0) return []
  await lockReading(db)
  const text = JSON.stringify(await readTexts(db, rows))
  const numbered = changeRows(doer, 'update', mesbank, {
    table: 'mesbank',
    from: sql`(SELECT DISTINCT ON (sender, money, datetime, str_mes) *
      FROM jsonb_to_recordset(${text}::jsonb) AS ${columns}) r`,
    carry: sql`r.ma_giao_dich AS number`,
    where: sql`r.ma_giao_dich IS NOT NULL AND t.ma_giao_dich IS NULL AND ${same}
      AND NOT EXISTS (SELECT FROM mesbank k WHERE k.ma_giao_dich = r.ma_giao_dich)`,
    set: sql`ma_giao_dich = was.number`,
  })
  await db.query(sql`WITH ${numbered} SELECT FROM changed`)
  const { rows: saved } = await db.query<{ id: string }>(sql`
    INSERT INTO mesbank (sender, money, datetime, str_mes, ma_giao_dich, so_dien_thoai, goi_cuoc, nhan_dang,
      ly_do_nhan_dang)
    SELECT * FROM jsonb_to_recordset(${text}::jsonb) AS ${columns}
    WHERE r.ma_giao_dich IS NOT NULL OR NOT EXISTS (SELECT FROM mesbank t WHERE ${same})
    ON CONFLICT DO NOTHING RETURNING id`)
  return saved.map(({ id }) => id)
}

export const recordMessages = (db: Queryable, doer: Doer, ids: readonly string[]): Promise<unknown> =>
  db.query(sql`
    WITH changed AS (
      SELECT id, NULL::jsonb AS before, to_jsonb(m) - 'version' AS after FROM mesbank m WHERE id = ANY(${ids}::uuid[])
    ) ${auditRows(doer, 'create', mesbank)}`)

/** Id of the live identical message, or null. */
export async function findMessage(db: Queryable, row: Incoming): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(sql`
    SELECT id FROM mesbank WHERE sender = ${row.sender} AND money = ${row.money} AND datetime = ${row.datetime}
      AND str_mes = ${row.str_mes} AND deleted_at IS NULL ORDER BY id LIMIT 1`)
  return rows[0]?.id ?? null
}
