/** Routes of signing in, out, and the own profile. */
import {
  changePassword as changePasswordCall,
  login,
  logout,
  me,
  saveProfile as saveProfileCall,
} from '../../../contract/workflows/session.ts'
import { confirmSession } from '../../../contract/workflows/confirm-session.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { bodyOf } from '../../kit/answer.ts'
import { answerTo, readInput } from '../../kit/call.ts'
import { firstScreensOf } from '../first-day/index.ts'
import { readViews } from '../views/index.ts'
import { bearer, register, type Api } from '../../kit/handle.ts'
import { accountOf } from './account.ts'
import { confirm } from './confirm.ts'
import { changePassword } from './change-password.ts'
import { saveProfile } from './save-profile.ts'
import { signIn, signOut } from './sign-in.ts'
import { deviceCookie } from './source.ts'

/** Registers the session calls; login is the one call without a session. */
export function serveSession(api: Api): void {
  const { pool } = api.services
  api.policy.push({ method: login.method, path: login.path, may: 'public' })
  api.app.post(login.path, async (request, reply) => {
    const { signedIn, device } = await signIn(api, request.body, request)
    reply
      .type('application/json; charset=utf-8')
      .header('set-cookie', deviceCookie(login.path, device, request))
    return bodyOf(answerTo(login, signedIn))
  })
  // Logout works without a live session too: it ends whatever token it gets.
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
    beforePassword: true,
    parse: (_raw, session) => session.expiresAt,
    run: async (ctx, expiresAt) => {
      const account = await accountOf(ctx.db, ctx.actor.id)
      if (!account) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
      const expires_in = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000))
      const views = account.must_change_password ? null : await readViews(ctx)
      const first = [...(await firstScreensOf(ctx.db, ctx.actor))]
      return answerTo(me, { ...account, expires_in, views, first })
    },
  })
  register(api, {
    method: changePasswordCall.method,
    path: changePasswordCall.path,
    may: 'any',
    mode: 'write',
    beforePassword: true,
    parse: (raw, session) => ({ input: readInput(changePasswordCall.input, raw), hash: session.hash }),
    run: async (ctx, { input, hash }) => answerTo(changePasswordCall, await changePassword(input, ctx, hash)),
  })
  register(api, {
    method: confirmSession.method,
    path: confirmSession.path,
    may: 'any',
    // Nothing is kept for a repeat: a hash of the body would be one of the password alone.
    mode: 'read',
    parse: (raw, session) => ({ input: readInput(confirmSession.input, raw), hash: session.hash }),
    run: async (ctx, { input, hash }) => answerTo(confirmSession, await confirm(input, ctx, hash)),
  })
  register(api, {
    method: saveProfileCall.method,
    path: saveProfileCall.path,
    may: 'any',
    mode: 'write',
    parse: (raw, session) => ({ input: readInput(saveProfileCall.input, raw), hash: session.hash }),
    run: async (ctx, { input, hash }) => answerTo(saveProfileCall, await saveProfile(input, ctx, hash)),
  })
}
