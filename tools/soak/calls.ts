/** People who do not give up: each call is repeated with the same key until it is answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { chanceOf, type Chance } from '#simulator/random.ts'
import type { Asked } from '../player/asked.ts'
import { exchange, replyOf, type Reply, type Sent } from '../player/exchange.ts'
import { keyFor, type Person } from '../player/person.ts'
import type { Level } from '../player/screens.ts'
import type { Stage } from './stage.ts'

export type Staff = { username: string; level: Level }
/** `chance`: the person's random choices. */
export type Worker = Person & Staff & { chance: Chance }

/** One call in this many is aborted by its sender and sent again. */
const abandoned = 40
/** Longest time in real ms that a call may stay unanswered; PostgreSQL recovers within it. */
const patience = 90_000

/** Number of calls, of repeated ones, and faults of the product. */
export type Counted = { calls: number; again: number; faults: Set<string> }

/** One attempt; null if there was no answer or the server was busy. */
async function attempt<A>(url: string, sent: Sent, { faults }: Counted): Promise<Reply<A> | null> {
  try {
    const reply = replyOf<A>(await exchange(url, { timeout: 20_000, ...sent }))
    if (reply.status === 500)
      faults.add(`${sent.method} ${new URL(url).pathname}: 500 ${JSON.stringify(reply.body)}`)
    return reply.status < 500 ? reply : null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return null
  }
}

/** A signed-in person who asks both servers in turn until one answers. */
export async function workerOf(stage: Stage, staff: Staff, counted: Counted): Promise<Worker> {
  const { username } = staff
  const token = await stage.signIn(username)
  const chance = chanceOf(stage.seed, username)
  async function ask<A>(wanted: Asked<A>): Promise<Reply<A>> {
    const begun = performance.now()
    const sent: Sent = { ...wanted, ...keyFor(wanted), token }
    counted.calls += 1
    // Only the server that is not killed receives files, as people repeat an interrupted upload by hand.
    const first = wanted.body instanceof Uint8Array ? null : counted.calls
    for (let tries = 0; ; tries += 1) {
      const { url } = stage.servers[first === null || (first + tries) % 2 === 0 ? 0 : 1]
      // Like a closed browser: the request is sent again.
      if (tries === 0 && first !== null && chance.between(1, abandoned) === 1)
        await attempt(
          url + wanted.path,
          { ...sent, signal: AbortSignal.timeout(chance.between(1, 14)) },
          counted,
        )
      const reply = await attempt<A>(url + wanted.path, sent, counted)
      if (reply) return reply
      if (performance.now() - begun > patience) {
        counted.faults.add(`${wanted.method} ${wanted.path} was not answered within ${patience / 1000} s`)
        return { status: 0, body: {} }
      }
      counted.again += 1
      await sleep(50)
    }
  }
  return { ...staff, chance, ask }
}
