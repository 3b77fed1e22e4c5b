/** Stores the lines of a partner's statement, without changing orders or requests (D3-ACC-05). */
import sql from 'sql-template-tag'
import { fromFilterDate, readDate } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { cleanText } from '#kit/contract/text.ts'
import { statementDays, statementTexts } from '#subjects/money/contract/calls/statements.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Values } from '#kit/server/write.ts'
import { partnersOf } from './list.ts'

type Options = Record<string, string>

const refused = (field: string, reason: string): AppError =>
  new AppError('VALIDATION', reason, { fields: { [field]: reason } })

const dayOf = (text: string | undefined): string | null => fromFilterDate(text ?? '') ?? readDate(text)

/** Validates partner and days of an upload. */
export async function statementOptions(query: Record<string, string>, ctx: Ctx): Promise<Options> {
  const doi_tac = cleanText(query.doi_tac)
  if (!(await partnersOf(ctx)).includes(doi_tac)) throw refused('doi_tac', statementTexts.noPartner)
  const [from, to] = [dayOf(query.tu_ngay), dayOf(query.den_ngay)]
  if (from === null || to === null) throw refused('tu_ngay', statementTexts.noDays)
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1 || days > statementDays) throw refused('den_ngay', statementTexts.daysTurned)
  return { doi_tac, tu_ngay: from, den_ngay: to }
}

/** Error of a line outside the statement's days. */
export const lineFault =
  ({ tu_ngay = '', den_ngay = '' }: Options) =>
  (values: Values) => {
    const day = String(values.ngay)
    return day >= tu_ngay && day <= den_ngay ? null : { refused: statementTexts.outside, field: 'ngay' }
  }

type Part = { importId: string; options: Record<string, unknown> }

/** Saves a part of the statement's lines. */
export async function saveStatement(rows: Values[], { importId, options }: Part, ctx: Ctx): Promise<number> {
  await ctx.db.query(sql`
    INSERT INTO provider_statement (id, provider, from_day, to_day, by_username)
    VALUES (${importId}, ${String(options.doi_tac)}, ${String(options.tu_ngay)}::date, ${String(options.den_ngay)}::date,
      ${ctx.actor.username}) ON CONFLICT (id) DO NOTHING`)
  const { rowCount } = await ctx.db.query(sql`
    INSERT INTO provider_statement_line (statement_id, order_id, day, amount, status, paid)
    SELECT ${importId}, ma_don, ngay, so_tien, trang_thai, da_tra
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r(ma_don text, ngay date, so_tien bigint, trang_thai text, da_tra bigint)`)
  ctx.publish('lechdoitac')
  return rowCount ?? 0
}
