/** GET saokedoitac: the stored statements (D3-ACC-05). */
import sql from 'sql-template-tag'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { Statement, statementList } from '#subjects/money/contract/calls/statements.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import type { Ctx } from '#kit/server/context.ts'

/** Partners that have orders, or are configured. */
export async function partnersOf({ db }: Pick<Ctx, 'db'>): Promise<string[]> {
  const { kenh_doi_tac_ds: chosen } = await readSettings(db, ['kenh_doi_tac_ds'])
  const { rows } = await db.query<{ provider: string }>(sql`SELECT DISTINCT provider FROM provider_orders`)
  return [...new Set([...chosen, ...rows.map(({ provider }) => provider)])].toSorted()
}

export async function listStatements(ctx: Ctx): Promise<AnswerOf<typeof statementList>> {
  const { rows } = await ctx.db.query<{ values: Statement[] }>(sql`
    SELECT coalesce(json_agg(s ORDER BY s.luc DESC), '[]') AS values FROM (
      SELECT s.id, s.provider AS doi_tac, s.from_day::text AS tu_ngay, s.to_day::text AS den_ngay, s.by_username AS boi, s.at AS luc,
        count(l.id)::int AS so_dong, coalesce(sum(l.paid), 0)::bigint AS da_tra
      FROM (SELECT * FROM provider_statement ORDER BY at DESC LIMIT 50) s
      LEFT JOIN provider_statement_line l ON l.statement_id = s.id
      GROUP BY s.id, s.provider, s.from_day, s.to_day, s.by_username, s.at) s`)
  return { values: rows[0]?.values ?? [], doi_tac: await partnersOf(ctx) }
}
