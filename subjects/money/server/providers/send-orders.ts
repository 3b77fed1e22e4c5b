/**
 * Sends approved orders to refund partners, each once: an order is marked before it is sent, and one with an unknown
 * outcome is asked about, never resent automatically (D3-PRV-01, D3-PRV-02).
 */
import sql from 'sql-template-tag'
import type { Order, OrderReply, Provider } from '#platform/server/gateways/provider/provider.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'
import { asSystem } from '#kit/server/system.ts'
import { noteRefusal, noteState } from './note-state.ts'

export type Providers = ReadonlyMap<string, Provider>

type Due = Order & { provider: string; state: 'sending' | 'accepted'; attempts: number; sure: boolean }

/** Polling interval for work, in ms. */
const lookEvery = 500
/** Pauses after failures, in seconds: the first, doubled with each consecutive failure, up to the longest. */
const firstPause = 2
const longestPause = 300
/** Orders of a crashed process are taken over this many seconds after the time limit. */
const margin = 5

const names = (providers: Providers): string[] => [...providers.keys()]
const limits = (providers: Providers): string =>
  JSON.stringify(
    [...providers].map(([name, { timeoutMs }]) => ({ name, seconds: timeoutMs / 1000 + margin })),
  )

/** The next order to send, marked as possibly sent before the call; null when there is none. */
async function nextToSend({ pool }: Services, providers: Providers): Promise<Due | null> {
  const { rows } = await pool.query<Due>(sql`
    UPDATE provider_orders o SET state = 'sending', attempts = o.attempts + 1, sent_at = now(),
      next_at = now() + make_interval(secs => l.seconds)
    FROM jsonb_to_recordset(${limits(providers)}::jsonb) AS l(name text, seconds float8)
    WHERE l.name = o.provider AND o.id = (
      SELECT id FROM provider_orders
      WHERE state = 'queued' AND greatest(due_at, next_at) <= now() AND provider = ANY(${names(providers)}::text[])
      ORDER BY greatest(due_at, next_at) LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING o.id, o.provider, o.kind, o.isdn, o.number_type AS "numberType", o.package_code AS package, o.amount,
      o.state, o.attempts, false AS sure`)
  return rows[0] ?? null
}

/**
 * The next order to query: its answer was lost, or the partner has not reported for long; null when there is none. `sure`: sent so long ago
 * that it cannot be under way any more.
 */
async function nextToAsk({ pool }: Services, providers: Providers): Promise<Due | null> {
  const { rows } = await pool.query<Due>(sql`
    UPDATE provider_orders o SET next_at = now() + make_interval(secs => l.seconds)
    FROM jsonb_to_recordset(${limits(providers)}::jsonb) AS l(name text, seconds float8)
    WHERE l.name = o.provider AND o.id = (
      SELECT id FROM provider_orders
      WHERE state IN ('sending', 'accepted') AND next_at <= now() AND provider = ANY(${names(providers)}::text[])
      ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING o.id, o.provider, o.kind, o.isdn, o.number_type AS "numberType", o.package_code AS package, o.amount,
      o.state, o.attempts, o.sent_at + make_interval(secs => l.seconds) <= now() AS sure`)
  return rows[0] ?? null
}

const pauseOf = ({ attempts }: Due): number =>
  Math.min(firstPause * 2 ** Math.max(0, attempts - 1), longestPause)

/** Postpones the order: back to the queue if it cannot have arrived, otherwise to be queried. */
async function putOff(
  { pool, log }: Services,
  due: Due,
  state: 'queued' | Due['state'],
  reason: string,
): Promise<void> {
  log.warn({ order: due.id, provider: due.provider, why: reason, state }, 'order at a refund partner put off')
  await pool.query(sql`
    UPDATE provider_orders SET state = ${state}, next_at = now() + make_interval(secs => ${pauseOf(due)}),
      attempts = attempts + CASE WHEN ${state}::text = 'queued' THEN 0 ELSE 1 END
    WHERE id = ${due.id} AND state = ${due.state}`)
}

/** Handles the reply about `due`; `isQuery`: the request was a query, not the order itself. */
async function follow(services: Services, due: Due, reply: OrderReply, isQuery: boolean): Promise<void> {
  switch (reply.outcome) {
    case 'known':
      await asSystem(services, `provider:${due.id}`, (ctx) =>
        noteState(due.provider, due.id, reply.state, ctx),
      )
      // No news: query again later.
      await services.pool.query(sql`
        UPDATE provider_orders SET state = 'accepted', next_at = now() + interval '5 minutes'
        WHERE id = ${due.id} AND state IN ('sending', 'accepted')`)
      return
    case 'refused':
      await asSystem(services, `provider:${due.id}`, (ctx) => noteRefusal(due, reply, ctx))
      return
    case 'absent':
      // Only an order that cannot be under way any more counts as never received.
      return putOff(
        services,
        due,
        isQuery && due.sure && due.state === 'sending' ? 'queued' : due.state,
        'absent',
      )
    case 'unsent':
      return putOff(services, due, isQuery ? due.state : 'queued', reply.reason)
    case 'unknown':
      return putOff(services, due, due.state, reply.reason)
  }
}

/** Sends or queries one order; returns whether there was one. */
export async function handOneOver(services: Services, providers: Providers): Promise<boolean> {
  const fresh = await nextToSend(services, providers)
  const due = fresh ?? (await nextToAsk(services, providers))
  const provider = due && providers.get(due.provider)
  if (!provider) return false
  await follow(services, due, fresh ? await provider.submit(due) : await provider.ask(due.id), !fresh)
  return true
}

/** Stores the configured partners and starts sending; returns a function that stops it. */
export async function keepHandingOver(
  services: Services,
  providers: Providers,
): Promise<() => Promise<void>> {
  await services.pool.query(sql`
    WITH gone AS (DELETE FROM provider_adapters WHERE name <> ALL(${names(providers)}::text[]))
    INSERT INTO provider_adapters (name) SELECT unnest(${names(providers)}::text[]) ON CONFLICT DO NOTHING`)
  if (providers.size === 0) return () => Promise.resolve()
  const run = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && (await handOneOver(services, providers)));
  }
  return runPeriodically({ name: 'handing over orders', everyMs: lookEvery, run }, services.log)
}
