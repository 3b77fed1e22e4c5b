/** Routes of signing in and out, of the session, and of the own profile. */
import type * as z from 'zod/mini'
import type { Call } from '#kit/contract/call.ts'
import {
  changePassword as changePasswordCall,
  login,
  logout,
  me,
  saveProfile as saveProfileCall,
  type Bar,
} from '#platform/contract/calls/session.ts'
import { confirmSession } from '#platform/contract/calls/confirm-session.ts'
import * as own from '#subjects/people/contract/calls/own-sessions.ts'
import * as factor from '#subjects/people/contract/calls/second-factor.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { bodyOf, type Reply } from '#kit/server/answer.ts'
import { answerTo, readInput } from '#kit/server/call.ts'
import { firstScreensOf } from '#subjects/settings/server/index.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readViews } from '#platform/server/views/index.ts'
import { bearer, register, type Api, type Route } from '#kit/server/handle.ts'
import { accountOf } from './account.ts'
import { changePassword } from './change-password.ts'
import { confirm } from './confirm.ts'
import { endSession, endOthers, readOwnSessions } from './own-sessions.ts'
import { saveProfile } from './save-profile.ts'
import { beginFactor, finishFactor, readFactor, removeFactor, showDraft } from './second-factor.ts'
import { signIn, signOut } from './sign-in.ts'
import { deviceCookies } from './source.ts'

const bars: readonly Bar[] = ['PASSWORD_CHANGE', 'FACTOR_SETUP']
/** Set-up of a second factor is allowed before everything except setting an own password. */
const setUp: readonly Bar[] = ['FACTOR_SETUP']

type More = Pick<Route<unknown>, 'mode' | 'whileBarred'>

/** Registers a call about the session or its account. */
function serve<I extends z.ZodMiniType, A extends z.ZodMiniType>(
  api: Api,
  { method, path, input, reauth, decides }: Call<I, A>,
  run: (ctx: Ctx, input: z.output<I>) => Promise<Reply<z.output<A>>>,
  more: More,
): void {
  register(api, {
    method,
    path,
    may: 'any',
    ...(reauth && { reauth }),
    ...(decides && { decides }),
    ...more,
    parse: (raw) => readInput(input, raw),
    run,
  })
}

/** Answer of GET me, with which the web client starts. */
async function readMe(ctx: Ctx, expiresAt: number) {
  const account = await accountOf(ctx.db, ctx.actor.id)
  if (!account) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
  const expires_in = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000))
  const barred = account.must_change_password || account.second_factor === 'due'
  const first = [...(await firstScreensOf(ctx))]
  return { ...account, expires_in, views: barred ? null : await readViews(ctx), first }
}

function serveFactor(api: Api): void {
  serve(api, factor.factorState, readFactor, { mode: 'read', whileBarred: setUp })
  serve(api, factor.beginFactor, (ctx, input) => beginFactor(input, ctx), {
    mode: 'write',
    whileBarred: setUp,
  })
  serve(api, factor.factorDraft, showDraft, { mode: 'read', whileBarred: setUp })
  serve(api, factor.finishFactor, (ctx, input) => finishFactor(input, ctx), {
    mode: 'write',
    whileBarred: setUp,
  })
  serve(api, factor.removeFactor, (ctx, input) => removeFactor(input, ctx), { mode: 'write' })
}

function serveOwnSessions(api: Api): void {
  serve(api, own.ownSessions, (ctx) => readOwnSessions(ctx, api.sessions.idleSeconds), { mode: 'read' })
  serve(api, own.endOwnSession, (ctx, input) => endSession(input, ctx), { mode: 'write' })
  serve(api, own.endOtherSessions, endOthers, { mode: 'write' })
}

/** Registers the session calls; login is the one call without a session. */
export function serveSession(api: Api): void {
  const { pool } = api.services
  api.policy.push({ method: login.method, path: login.path, may: 'public' })
  api.app.post(login.path, async (request, reply) => {
    const { signedIn, device } = await signIn(api, request.body, request)
    // A sign-in with the token of a session ends that session.
    const former = bearer(request)
    if (former !== undefined) await signOut(pool, former)
    reply
      .type('application/json; charset=utf-8')
      .header('set-cookie', deviceCookies('signIn', [login.path], device, request))
    return bodyOf(answerTo(login, signedIn))
  })
  // Logout works without a live session too, and ends whatever token it gets.
  api.policy.push({ method: logout.method, path: logout.path, may: 'public' })
  api.app.post(logout.path, async (request, reply) => {
    const { accessToken } = readInput(logout.input, { params: {}, query: {}, body: request.body })
    const token = accessToken ?? bearer(request)
    reply.type('application/json; charset=utf-8').header('clear-site-data', '"cache"')
    return bodyOf(answerTo(logout, token ? await signOut(pool, token) : null))
  })
  register(api, {
    method: me.method,
    path: me.path,
    may: 'any',
    mode: 'read',
    whileBarred: bars,
    parse: (_raw, session) => session.expiresAt,
    run: async (ctx, expiresAt) => answerTo(me, await readMe(ctx, expiresAt)),
  })
  serve(api, changePasswordCall, (ctx, input) => changePassword(input, ctx), {
    mode: 'write',
    whileBarred: ['PASSWORD_CHANGE'],
  })
  serve(api, saveProfileCall, (ctx, input) => saveProfile(input, ctx), { mode: 'write' })
  // Not idempotent: the hash of the body stored for repeats would be a hash of the password alone.
  serve(api, confirmSession, (ctx, input) => confirm(input, ctx), { mode: 'read', whileBarred: setUp })
  serveFactor(api)
  serveOwnSessions(api)
}
