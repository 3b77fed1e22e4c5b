/** The account's own sessions, and ending them (ASVS 7.5.2). */
import sql from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import {
  ownSessionTexts,
  type endOwnSession,
  type ownSessions,
} from '#subjects/people/contract/calls/own-sessions.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { livingSession } from '#kit/server/sessions.ts'
import { underWaySeconds } from './confirm.ts'
import { sessionOf } from './session-tries.ts'
import { endSessions, endSignIn } from './sign-in.ts'

/** The first match wins: Edge and Opera also call themselves Chrome, and Chrome also Safari. */
const programs = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  coc_coc_browser: 'Cốc Cốc',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  Linux: 'Linux',
}

const nameIn = (names: Readonly<Record<string, string>>, agent: string): string | undefined =>
  Object.entries(names).find(([mark]) => agent.includes(mark))?.[1]

/** Describes a user agent, such as 'Chrome trên Windows'; for an unknown program the beginning of the text. */
export function deviceOf(agent: string | null): string | null {
  if (agent === null) return null
  const system = nameIn(systems, agent)
  const program = nameIn(programs, agent) ?? agent.slice(0, 40)
  return system === undefined ? program : `${program} trên ${system}`
}

type Row = { id: string; agent: string | null; address: string | null; issued_at: Date; seen_at: Date }

/** GET own, without the former token of a renewed session; `idleSeconds` is the idle timeout. */
export async function readOwnSessions(ctx: Ctx, idleSeconds: number): Promise<AnswerOf<typeof ownSessions>> {
  const current = sessionOf(ctx)
  const { rows } = await ctx.db.query<Row>(sql`
    SELECT encode(s.token_hash, 'hex') AS id, s.agent, s.address, s.issued_at, s.seen_at
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = ${ctx.actor.id} AND ${livingSession(idleSeconds)}
      AND (s.expires_at > now() + make_interval(secs => ${underWaySeconds}) OR s.token_hash = decode(${current}, 'hex'))
    ORDER BY s.token_hash <> decode(${current}, 'hex'), s.seen_at DESC LIMIT 100`)
  const values = rows.map(({ agent, issued_at, seen_at, ...row }) => ({
    ...row,
    current: row.id === current,
    device: deviceOf(agent),
    issued_at: issued_at.toISOString(),
    seen_at: seen_at.toISOString(),
  }))
  return { values }
}

/** DELETE own/:id. NOT_FOUND unless it is a live session of the account. */
export async function endSession({ id }: ParsedOf<typeof endOwnSession>, ctx: Ctx) {
  // A text that is no hash cannot match.
  const ended = /^[0-9a-f]{64}$/.test(id) ? await endSignIn(ctx.db, id, ctx.actor.id) : 0
  if (ended === 0) throw new AppError('NOT_FOUND', ownSessionTexts.gone)
  await audit(ctx, { action: 'end-sessions', resource: 'sessions', resourceId: ctx.actor.id })
  return withMsg(null, ownSessionTexts.ended)
}

/** DELETE own. */
export async function endOthers(ctx: Ctx) {
  await endSessions(ctx.db, ctx.actor.id, sessionOf(ctx))
  await audit(ctx, { action: 'end-sessions', resource: 'sessions', resourceId: ctx.actor.id })
  return withMsg(null, ownSessionTexts.othersEnded)
}
