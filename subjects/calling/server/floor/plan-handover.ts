/** GET sangoi/{id}/bangiao: plan of how an absent person's numbers and appointments would be shared out (D3-FLR-02). */
import sql from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import type { planHandover as call } from '#subjects/calling/contract/calls/floor.ts'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import type { Ctx } from '#kit/server/context.ts'
import { isHandedOver, readAccount } from '#subjects/people/server/index.ts'
import { clockOf } from './help.ts'
import { judgeAll, type Judged } from './kept-floors.ts'
import { readPeople } from './read-people.ts'
import { shareOut } from './share-out.ts'

export type Plan = AnswerOf<typeof call>
type Share = Plan['soon'][number]

/** Counts what a full hand-over would move. */
export async function countHeld(
  person: Account,
  ctx: Ctx,
): Promise<{ numbers: number; appointments: number }> {
  const { rows } = await ctx.db.query<{ numbers: number; appointments: number }>(sql`
    SELECT (count(*) FILTER (WHERE c.stage = 'left'))::int AS numbers,
      (count(*) FILTER (WHERE c.stage = 'called'))::int AS appointments
    FROM customer c WHERE ${isHandedOver(person, null)}`)
  return rows[0] ?? { numbers: 0, appointments: 0 }
}

const takerOf = ({ id, left, day, firstAt }: Judged, now: Date) => ({
  id,
  left,
  calls: day.calls,
  workedMs: now.getTime() - (firstAt ?? now).getTime(),
})

/** Members of the same group who are at work, those who run out soonest first. */
async function atWork(person: Account, ctx: Ctx): Promise<{ people: Judged[]; at: Date }> {
  const reading = await readPeople({ unit: null }, ctx)
  const group = person.role_priority === 4 ? person.id : (person.group_id ?? person.brand_id)
  const people = judgeAll(reading.people, clockOf(reading.at)).filter(
    ({ id, group: unit, state }) =>
      id !== person.id && (unit?.id ?? null) === group && (state === 'calling' || state === 'idle'),
  )
  const lasts = (one: Judged): number => {
    const { left, calls, workedMs } = takerOf(one, reading.at)
    return calls > 0 ? (left * workedMs) / calls : Infinity
  }
  // Sorted by remaining time, as `endsAt` is null for people with numbers beyond the end of the day.
  return {
    people: people.toSorted((a, b) => (lasts(a) < lasts(b) ? -1 : Number(lasts(a) > lasts(b)))),
    at: reading.at,
  }
}

/** Recipient of appointments: the leader, who decides on them; without a leader the person who runs out first. */
async function keeperOf(
  person: Account,
  first: Judged,
  ctx: Ctx,
): Promise<Omit<Share, 'numbers' | 'appointments'>> {
  const { rows } = await ctx.db.query<{ id: string; username: string; fullname: string }>(sql`
    SELECT id, username, fullname FROM users WHERE id = ${person.group_id} AND NOT is_deleted AND id <> ${person.id}`)
  return rows[0] ?? { id: first.id, username: first.username, fullname: first.fullname }
}

/** Plans the hand-over: numbers go to members of the group at work, most to those who run out soonest; appointments to the leader. */
export async function planFor(person: Account, ctx: Ctx): Promise<Plan> {
  const { numbers, appointments } = await countHeld(person, ctx)
  const { people, at } = await atWork(person, ctx)
  const [first] = people
  if (!first) return { numbers, appointments, soon: [] }
  const parts = shareOut(
    numbers,
    people.map((one) => takerOf(one, at)),
  )
  const soon = people
    .filter(({ id }) => parts.has(id))
    .map(({ id, username, fullname }) => ({
      id,
      username,
      fullname,
      numbers: parts.get(id) ?? 0,
      appointments: 0,
    }))
  if (appointments === 0) return { numbers, appointments, soon }
  const keeper = await keeperOf(person, first, ctx)
  const others = soon.filter(({ id }) => id !== keeper.id)
  const keeperNumbers = soon.find(({ id }) => id === keeper.id)?.numbers ?? 0
  return { numbers, appointments, soon: [...others, { ...keeper, numbers: keeperNumbers, appointments }] }
}

export const planHandover = async ({ id }: ParsedOf<typeof call>, ctx: Ctx): Promise<Plan> =>
  planFor(await readAccount(id, ctx), ctx)
