/** Fetches balances of offers in the background, so that creating one does not wait for the carrier (D2-Q-121). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { moigoihomsau } from '#subjects/registrations/contract/lists/moigoihomsau.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { neverAnswered, type Carrier } from '#platform/server/gateways/carrier/carrier.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'
import { asSystem } from '#kit/server/system.ts'
import { logLookup } from '../lookup/log.ts'

/** Interval in ms. */
const everyMs = 2_000
/** After this many tries the balance stays unknown. */
const mostTries = 8

type Due = { id: string; phone: string; username: string; fullname: string; tries: number }

/** The offer waiting longest; each unanswered try postpones the next one. */
async function nextDue({ pool }: Pick<Services, 'pool'>): Promise<Due | undefined> {
  const { rows } = await pool.query<Due>(sql`
    UPDATE moigoihomsau SET lan_hoi_tkc = lan_hoi_tkc + 1,
      hoi_tkc_luc = now() + 60 * 2 ^ lan_hoi_tkc * interval '1 second'
    WHERE id = (SELECT id FROM moigoihomsau WHERE hoi_tkc_luc <= now() AND deleted_at IS NULL
      ORDER BY hoi_tkc_luc LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, phone, username, ten_nv AS fullname, lan_hoi_tkc AS tries`)
  return rows[0]
}

/** Stores the balance (null for none) unless the number changed meanwhile. The row's version stays, so that open edits can be saved. */
const keep = (services: Services, { id, phone }: Due, balance: number | null): Promise<void> =>
  asSystem(services, randomUUID(), async (ctx) => {
    await ctx.db.query(sql`
      UPDATE moigoihomsau SET tkc = ${balance}, hoi_tkc_luc = NULL WHERE id = ${id} AND phone = ${phone}`)
    ctx.publish(moigoihomsau.path)
  })

/** Fetches due balances; returns how many became known. Each look-up is logged for the offer's staff member. */
export async function askBalances(
  services: Services,
  carrier: Carrier,
  signal?: AbortSignal,
): Promise<number> {
  let knownCount = 0
  while (!signal?.aborted) {
    const due = await nextDue(services)
    if (!due) return knownCount
    const { phone, username, fullname, tries } = due
    const reply = await carrier.ask('balance', { isdn: phone }, randomUUID())
    const answered = reply.ok || !neverAnswered.includes(reply.reason)
    if (answered) {
      const lines = [moigoihomsau.title, `Kết quả: ${reply.ok ? 'Có số dư' : lookupTexts[reply.reason]}`]
      await asSystem(services, randomUUID(), (ctx) =>
        logLookup({ kind: 'balance', phone, lines }, { ...ctx, actor: { ...ctx.actor, username, fullname } }),
      )
    }
    if (reply.ok) knownCount += 1
    if (reply.ok) await keep(services, due, reply.data.balance)
    else if (reply.reason === 'notFound' || tries >= mostTries) await keep(services, due, null)
    // The carrier is down: the others keep their position.
    else if (!answered) return knownCount
  }
  return knownCount
}

/** Starts the job, if a carrier is configured; returns a function that stops it. */
export function keepBalances(services: Services): () => Promise<void> {
  const { carrier, log } = services
  const run = async (signal: AbortSignal) => {
    if (carrier) await askBalances(services, carrier, signal)
  }
  return runPeriodically({ name: 'asking for balances', everyMs, run }, log)
}
