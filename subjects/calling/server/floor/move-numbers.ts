/** POST sangoi/{id}/chuyen and /bangiao: moves uncalled numbers of a person to others, as hand-overs (D3-FLR-02). */
import sql, { type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import {
  texts,
  tooFew,
  type Handed,
  type handOverAll as handCall,
  type moveNumbers as moveCall,
} from '#subjects/calling/contract/calls/floor.ts'
import { texts as handoverTexts } from '#subjects/people/contract/calls/handovers.ts'
import { withMsg } from '#kit/server/answer.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import {
  handOverRows,
  isHandedOver,
  holdClaims,
  isAppointment,
  oneAtATime,
  readAccount,
} from '#subjects/people/server/index.ts'
import { countHeld, planFor } from './plan-handover.ts'

/** Condition: the first `n` uncalled numbers of a person, in calling order. */
const firstOf = (person: Account, n: number, which: Sql): Sql => sql`
  c.holder_id = ${person.id} AND c.stage = 'left' AND c.id IN (
    SELECT x.id FROM customer x JOIN data_files f ON f.id = x.file_id
    WHERE x.holder_id = ${person.id} AND x.stage = 'left' AND ${which}
    ORDER BY x.rank >= 0, f.ngay_upload, f.id, x.rank, x.id LIMIT ${n})`

/** Numbers in files open for hand-out, without those the person was asked to call again; the floor counts these as left too. */
const free = sql`x.rank >= 0 AND f.deleted_at IS NULL AND (f.kind = 'list' OR f.is_activated = 1)`

async function countFree(person: Account, ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.query<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM customer x JOIN data_files f ON f.id = x.file_id
    WHERE x.holder_id = ${person.id} AND x.stage = 'left' AND ${free}`)
  return rows[0]?.n ?? 0
}

type Part = { to: Account; condition: Sql }

/** Gives each recipient a part; notifies the giver once for all parts. */
async function giveParts(from: Account, parts: readonly Part[], reason: string, ctx: Ctx): Promise<Handed> {
  const to: Handed['to'] = []
  for (const part of parts) {
    const { id, ...counts } = await handOverRows(from, part.to, part.condition, ctx, reason)
    to.push({ handover: id, username: part.to.username, fullname: part.to.fullname, ...counts })
  }
  const sum = (name: 'numbers' | 'appointments'): number => to.reduce((total, one) => total + one[name], 0)
  const done = { numbers: sum('numbers'), appointments: sum('appointments') }
  const receiver = to.length === 1 ? to[0]?.username : `${to.length} người`
  await ring({ to: from.username, kind: 'givenAway', about: { to: receiver, ...done } }, ctx)
  return { ...done, to }
}

/** Moves so many numbers; CONFLICT, with nothing moved, when the person has fewer by now. */
export async function moveSome(input: ParsedOf<typeof moveCall>, ctx: Ctx) {
  await oneAtATime(ctx)
  const from = await readAccount(input.id, ctx)
  const to = await readAccount(input.to, ctx)
  await holdClaims([from.id, to.id], ctx)
  const left = await countFree(from, ctx)
  if (left < input.numbers) throw new AppError('CONFLICT', tooFew(left))
  const parts = [{ to, condition: firstOf(from, input.numbers, free) }]
  const done = await giveParts(from, parts, 'Chuyển số từ sàn gọi', ctx)
  if (done.numbers < input.numbers) throw new AppError('CONFLICT', tooFew(done.numbers))
  return withMsg(done, texts.moved)
}

/** Parts of a hand-over to the people who run out soonest. */
async function partsOfPlan(from: Account, ctx: Ctx): Promise<Part[]> {
  const { soon, numbers, appointments } = await planFor(from, ctx)
  if (numbers + appointments === 0) throw new AppError('CONFLICT', handoverTexts.nothing)
  if (soon.length === 0) throw new AppError('CONFLICT', texts.noRecipient)
  const parts: Part[] = []
  for (const share of soon) {
    const to = await readAccount(share.id, ctx)
    const uncalled = firstOf(from, share.numbers, sql`true`)
    const promised = sql`c.holder_id = ${from.id} AND ${isAppointment}`
    parts.push({ to, condition: share.appointments > 0 ? sql`((${uncalled}) OR (${promised}))` : uncalled })
  }
  return parts
}

async function partsFor(from: Account, to: string | undefined, ctx: Ctx): Promise<Part[]> {
  if (to === undefined) return partsOfPlan(from, ctx)
  return [{ to: await readAccount(to, ctx), condition: isHandedOver(from, null) }]
}

/**
 * Hands everything over to one person, or to the members of the group who run out soonest; CONFLICT when the person has taken a number
 * since the plan.
 */
export async function handOverAll(input: ParsedOf<typeof handCall>, ctx: Ctx) {
  await oneAtATime(ctx)
  const from = await readAccount(input.id, ctx)
  const parts = await partsFor(from, input.to, ctx)
  await holdClaims([from.id, ...parts.map(({ to }) => to.id)], ctx)
  const { numbers, appointments } = await countHeld(from, ctx)
  const done = await giveParts(from, parts, 'Bàn giao từ sàn gọi', ctx)
  if (done.numbers !== numbers || done.appointments !== appointments)
    throw new AppError('CONFLICT', texts.changedMeanwhile)
  return withMsg(done, texts.handedOver)
}
