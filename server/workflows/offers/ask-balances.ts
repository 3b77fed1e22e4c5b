/** The balance of an offer's number, asked for in the background: nobody waits for the carrier (D2-Q-121). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { moigoihomsau } from '../../../contract/resources/moigoihomsau.ts'
import { lookupTexts } from '../../../contract/workflows/lookup.ts'
import { neverAnswered, type Carrier } from '../../gateways/carrier/carrier.ts'
import type { Services } from '../../kit/context.ts'
import { runPeriodically } from '../../kit/periodic.ts'
import { asSystem } from '../../kit/system.ts'
import { logLookup } from '../lookup/index.ts'

/** How often it is looked, in ms. */
const everyMs = 2_000
/** Then nobody can say it. */
const mostTries = 8

type Due = { id: string; phone: string; username: string; fullname: string; tries: number }

/** The offer that has waited longest; asked again later and later while the carrier does not answer. */
async function nextDue({ pool }: Pick<Services, 'pool'>): Promise<Due | undefined> {
  const { rows } = await pool.query<Due>(sql`
    UPDATE moigoihomsau SET lan_hoi_tkc = lan_hoi_tkc + 1,
      hoi_tkc_luc = now() + 60 * 2 ^ lan_hoi_tkc * interval '1 second'
    WHERE id = (SELECT id FROM moigoihomsau WHERE hoi_tkc_luc <= now() AND deleted_at IS NULL
      ORDER BY hoi_tkc_luc LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, phone, username, ten_nv AS fullname, lan_hoi_tkc AS tries`)
  return rows[0]
}

/**
 * Writes the balance, null when there is none to be had, unless the number was changed meanwhile. It is no edit of the
 * row: whoever has the row open may save it all the same.
 */
const keep = (services: Services, { id, phone }: Due, balance: number | null): Promise<void> =>
  asSystem(services, randomUUID(), async (ctx) => {
    await ctx.db.query(sql`
      UPDATE moigoihomsau SET tkc = ${balance}, hoi_tkc_luc = NULL WHERE id = ${id} AND phone = ${phone}`)
    ctx.publish(moigoihomsau.path)
  })

/** Asks for the balances that are due; answers how many are known now. Each look-up is on record under its staff. */
export async function askBalances(
  services: Services,
  carrier: Carrier,
  signal?: AbortSignal,
): Promise<number> {
  let known = 0
  while (!signal?.aborted) {
    const due = await nextDue(services)
    if (!due) return known
    const { phone, username, fullname, tries } = due
    const reply = await carrier.ask('balance', { isdn: phone }, randomUUID())
    const asked = reply.ok || !neverAnswered.includes(reply.why)
    if (asked) {
      const lines = [moigoihomsau.title, `Kết quả: ${reply.ok ? 'Có số dư' : lookupTexts[reply.why]}`]
      await asSystem(services, randomUUID(), (ctx) =>
        logLookup({ kind: 'balance', phone, lines }, { ...ctx, actor: { ...ctx.actor, username, fullname } }),
      )
    }
    if (reply.ok) known += 1
    if (reply.ok) await keep(services, due, reply.data.balance)
    else if (reply.why === 'notFound' || tries >= mostTries) await keep(services, due, null)
    // The carrier is out: the others keep their turn.
    else if (!asked) return known
  }
  return known
}

/** Looks after the balances from now on, where there is a carrier; answers how to stop. */
export function keepBalances(services: Services): () => Promise<void> {
  const { carrier, log } = services
  const run = async (signal: AbortSignal) => {
    if (carrier) await askBalances(services, carrier, signal)
  }
  return runPeriodically({ name: 'asking for balances', everyMs, run }, log)
}
