/** Tells people what concerns them, in the transaction that does it (D3-BELL-01, docs/decisions/bell.md). */
import sql from 'sql-template-tag'
import type { BellAbout, BellKind } from '#platform/contract/bell.ts'
import { actOf } from './audit.ts'
import type { Ctx } from './context.ts'

type Ring = {
  to: string
  kind: BellKind
  about: BellAbout
  /** In đồng. */
  amount?: number | null
}

type Ringer = Pick<Ctx, 'db' | 'actor' | 'requestId' | 'act'>

/** Tells a person, not the actor itself; more of the same kind and list by the same act is one notice. */
export async function ring({ to, kind, about, amount = null }: Ring, ctx: Ringer): Promise<void> {
  const { username } = ctx.actor
  if (to === username) return
  const act = actOf(ctx)
  await ctx.db.query(sql`
    SELECT ring_bell(${to}, ${kind}, ${JSON.stringify({ by: username, ...about })}::jsonb, ${amount}::bigint,
      p_actor => ${username}, p_act => ${act === '' ? '' : `${act} ${about.resource ?? ''}`})`)
}

/** Tells whoever asked for it that a job ended, also of the own one. */
export async function ringEnded(to: string, about: BellAbout, db: Ctx['db']): Promise<void> {
  await db.query(sql`
    SELECT ring_bell(${to}, ${'job' satisfies BellKind}, ${JSON.stringify(about)}::jsonb, p_actor => NULL, p_act => NULL)`)
}
