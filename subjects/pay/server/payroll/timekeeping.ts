/** Import of a timekeeping file: parses rows, finds their people, replaces earlier rows (D2-Q-153). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { todayVn } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { noAccount } from '#platform/contract/messages.ts'
import { slipTexts } from '#subjects/pay/contract/calls/payslip.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { noteSaved } from '#kit/server/import.ts'
import type { Values } from '#kit/server/write.ts'
import { readClocking, type Clocked } from './clock-times.ts'
import { accountsOf } from './pay-values.ts'

type Row = Clocked & { username: string; thang: string }

/**
 * Replaces rows that earlier imports stored for the same people and months, or with `adds` only for the same days (D3-FILE-09). Decisions
 * on identical rows are kept; overridden days are cleared (D2-Q-155). Replaced rows of an upload are stored for its undo.
 */
async function replaceRows(
  rows: readonly Row[],
  { importId, adds = false }: Brought,
  ctx: Ctx,
): Promise<void> {
  const months = [...new Set(rows.map(({ thang }) => thang))].toSorted()
  for (const month of months)
    await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('chamcong ' || ${month}, 0))`)
  const numbered = rows.map((row, index) => ({ ...row, at: index }))
  const undoable = ctx.wrote !== undefined
  await noteSaved(
    ctx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
        AS r(at int, username text, thang date, ngay date, vao int, ra int, nghi text[])
    ), gone AS (
      DELETE FROM timekeeping t USING (SELECT DISTINCT username, thang, CASE WHEN ${adds} THEN ngay END AS ngay FROM given) g
      WHERE t.username = g.username AND t.thang = g.thang AND t.import_id <> ${importId} AND (NOT ${adds} OR t.ngay = g.ngay)
      RETURNING t.*
    ), kept AS (
      INSERT INTO timekeeping_replaced (import_id, id, dong) SELECT ${importId}, id, to_jsonb(gone) FROM gone WHERE ${undoable}
    ), put AS (
    INSERT INTO timekeeping (thang, username, ngay, vao, ra, nghi, import_id, quyet_dinh, quyet_dinh_boi, quyet_dinh_luc)
    SELECT g.thang, g.username, g.ngay, g.vao, g.ra, g.nghi, ${importId}, d.quyet_dinh, d.quyet_dinh_boi, d.quyet_dinh_luc
    FROM (
      SELECT given.*, row_number() OVER (PARTITION BY username, thang, ngay, vao, ra) AS n FROM given) g
    LEFT JOIN (
      SELECT gone.*, row_number() OVER (PARTITION BY username, thang, ngay, vao, ra ORDER BY id) AS n
      FROM gone WHERE quyet_dinh IS NOT NULL) d
      ON (d.username, d.thang, d.n) = (g.username, g.thang, g.n)
      AND (d.ngay, d.vao, d.ra) IS NOT DISTINCT FROM (g.ngay, g.vao, g.ra)
    ORDER BY g.at RETURNING id)
    SELECT id::text, true AS made FROM put`,
  )
  const changed = changeRows(ctx, 'update', 'tinhluong', {
    table: 'payroll_input',
    key: ['username', 'thang'],
    from: sql`(SELECT DISTINCT * FROM unnest(${rows.map(({ username }) => username)}::text[],
      ${rows.map(({ thang }) => thang)}::date[]) AS r(username, thang)) g`,
    where: sql`t.username = g.username AND t.thang = g.thang AND t.ngay_cong IS NOT NULL`,
    set: sql`ngay_cong = NULL, updated_by = ${ctx.actor.username}, updated_at = now(), version = t.version + 1`,
    returning: sql`t.username || ':' || to_char(t.thang, 'MM-YYYY') AS id`,
    audited: sql`jsonb_build_object('ngayCongThucTe', t.ngay_cong)`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish('tinhluong')
}

/** The import of the rows, and whether it keeps days missing in it. */
type Brought = { importId: string; adds?: boolean }

/** Month of a row: the filter's, else its day's, else the current one. */
const monthFor = (month: string | null, { ngay }: Clocked): string =>
  month ?? `${(ngay ?? todayVn()).slice(0, 7)}-01`

/** Returns the month; VALIDATION when it has not begun (D2-PAY-37). */
export function requireBegun<M extends string | null>(month: M): M {
  const { notBegun: thangTinhLuong } = slipTexts
  if (month !== null && month > todayVn())
    throw new AppError('VALIDATION', thangTinhLuong, { fields: { thangTinhLuong } })
  return month
}

/**
 * Saves the rows of an import; unparseable ones are refused by position. A row with an unknown name is reported as refused but kept as an
 * anomaly, to be assigned or discarded (D2-Q-153, D3-PAY-14).
 */
export async function saveClockings(
  rows: readonly Values[],
  {
    month,
    importId = randomUUID(),
    adds = false,
  }: { month: string | null; importId?: string | undefined; adds?: boolean },
  ctx: Ctx,
): Promise<{ inserted: number; refused: ReadonlyMap<number, string> }> {
  const usernames = await accountsOf(
    rows.map(({ username }) => String(username)),
    ctx,
  )
  const refused = new Map<number, string>()
  const good: Row[] = []
  for (const [index, row] of rows.entries()) {
    const name = String(row.username)
    const reading = readClocking(row, month)
    if (!reading.ok) {
      refused.set(index, reading.reason)
      continue
    }
    const username = usernames.get(name.toLowerCase())
    if (username === undefined) refused.set(index, noAccount(name))
    good.push({ ...reading.value, username: username ?? name, thang: monthFor(month, reading.value) })
  }
  if (good.length > 0) await replaceRows(good, { importId, adds }, ctx)
  return { inserted: good.length, refused }
}
