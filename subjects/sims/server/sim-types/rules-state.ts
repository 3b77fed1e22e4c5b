/** Whether the stock was typed by the current rules or by those of an earlier version (D3-SIM-03). */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { simTypes } from '#subjects/sims/contract/sim-types.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { simRules } from '#subjects/sims/contract/calls/sim-types.ts'
import type { Queryable } from '#platform/server/db/pool.ts'

/** Digest over all rules; independent of the other properties of a type. */
export const rulesDigest: string = createHash('sha256')
  .update(
    JSON.stringify(
      simTypes.map((type) =>
        'digits' in type ? [type.key, String(type.digits)] : [type.key, type.carrier, type.kind],
      ),
    ),
  )
  .digest('hex')

/** At server start: a stock without numbers typed by rule, or without a digest, counts as typed by the current rules. */
export async function adoptRules(db: Queryable, digest: string = rulesDigest): Promise<void> {
  await db.query(sql`
    INSERT INTO sim_rules AS r (digest) VALUES (${digest})
    ON CONFLICT (one) DO UPDATE SET digest = excluded.digest
    WHERE r.digest <> excluded.digest AND NOT EXISTS (SELECT FROM simso WHERE loai_chon_tay = 0 AND deleted_at IS NULL)`)
}

/** After the job: records that the stock was typed by these rules. */
export async function noteRules(db: Queryable, digest: string): Promise<void> {
  await db.query(sql`
    INSERT INTO sim_rules AS r (digest, ran_at) VALUES (${digest}, now())
    ON CONFLICT (one) DO UPDATE SET digest = excluded.digest, ran_at = excluded.ran_at`)
}

/** Whether a rule changed since the stock was typed, and when the rules last ran. */
export async function rulesState(db: Queryable): Promise<AnswerOf<typeof simRules>> {
  const { rows } = await db.query<AnswerOf<typeof simRules>>(sql`
    SELECT digest <> ${rulesDigest} AS changed, ran_at FROM sim_rules`)
  return rows[0] ?? { changed: false, ran_at: null }
}
