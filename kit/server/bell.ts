/** Notifies people of events that concern them, in the transaction of the event (D3-BELL-01, docs/decisions/bell.md). */
import sql from 'sql-template-tag'
import type { BellAbout, BellKind } from '#platform/contract/bell.ts'
import { actId } from './audit.ts'
import type { Ctx } from './context.ts'

type Ring = {
  to: string
  kind: BellKind
  about: BellAbout
  /** In đồng. */
  amount?: number | null
}

type Ringer = Pick<Ctx, 'db' | 'actor' | 'requestId' | 'act'>

/** Notifies a person other than the actor; events of the same kind, list and act are merged into one notice. */
export async function ring({ to, kind, about, amount = null }: Ring, ctx: Ringer): Promise<void> {
  const { username } = ctx.actor
  if (to === username) return
  const act = actId(ctx)
  await ctx.db.query(sql`
    SELECT ring_bell(${to}, ${kind}, ${JSON.stringify({ by: username, ...about })}::jsonb, ${amount}::bigint,
      p_actor => ${username}, p_act => ${act === '' ? '' : `${act} ${about.resource ?? ''}`})`)
}

/** Notifies the requester that a job has ended, even if it is the actor. */
export async function ringEnded(to: string, about: BellAbout, db: Ctx['db']): Promise<void> {
  await db.query(sql`
    SELECT ring_bell(${to}, ${'job' satisfies BellKind}, ${JSON.stringify(about)}::jsonb, p_actor => NULL, p_act => NULL)`)
}
