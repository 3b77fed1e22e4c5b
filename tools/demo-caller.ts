/** Calls of the product's API as an account of the demo, over HTTP as a browser makes them. */
import { demoPassword } from '#platform/app/server/seed/organisation.ts'

/** A call by its path below `/api/v1/`; answers its data, throws when it is refused. */
export type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<unknown>

const timeoutMs = 20_000

/**
 * Calls as `username` of the server at `base`, signed in on first use and again when the session has ended. Where the
 * demo's password does not fit any more it is not tried again: the account is somebody's own.
 */
export function callerOf(base: string, username: string): Call {
  let token: string | undefined
  let isTaken = false
  const send: (...call: Parameters<Call>) => Promise<Response> = (method, path, body) =>
    fetch(`${base}/${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
  const signIn = async (): Promise<void> => {
    if (isTaken) throw new Error(`the demo password of ${username} was changed`)
    token = undefined
    const answer = await send('POST', 'auth/login', { username, password: demoPassword })
    isTaken = answer.status === 401 || answer.status === 403
    if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}`)
    token = ((await answer.json()) as { data: { access_token: string } }).data.access_token
  }
  return async (method, path, body) => {
    if (token === undefined) await signIn()
    let answer = await send(method, path, body)
    if (answer.status === 401) {
      await signIn()
      answer = await send(method, path, body)
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    return ((await answer.json()) as { data: unknown }).data
  }
}
