/** A signed-in member of staff who makes calls and gets answers. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '#platform/contract/calls/session.ts'
import { requestOf, type Asked } from './asked.ts'
import { exchange, replyOf, type Reply, type Sent } from './exchange.ts'

/** Scripts differ in how persistently they ask: once, again, or another server. */
export type Person = { ask: <A>(wanted: Asked<A>) => Promise<Reply<A>> }

export class Refused extends Error {
  readonly status: number
  constructor({ method, path }: Asked, { status, body }: Reply) {
    super(`${method} ${path}: ${status} ${body.msg ?? ''}`.trim())
    this.status = status
  }
}

/** The data of an answer with status 200; throws `Refused` for any other. */
export async function expectOk<A>(person: Person, wanted: Asked<A>): Promise<A> {
  const reply = await person.ask(wanted)
  if (reply.status !== 200) throw new Refused(wanted, reply)
  return reply.body.data as A
}

/** A key for each write, as browsers send it; a repeated write keeps its key. */
export const keyFor = ({ method }: Pick<Asked, 'method'>): Pick<Sent, 'key'> =>
  method === 'GET' ? {} : { key: randomUUID() }

/** Asks one server once, with or without a session. */
export const personAt = (url: string, token = '', options: Sent = {}): Person => ({
  ask: async <A>(wanted: Asked<A>) =>
    replyOf<A>(await exchange(url + wanted.path, { token, ...keyFor(wanted), ...options, ...wanted })),
})

/** The token of a new session. */
export const signIn = async (
  url: string,
  username: string,
  password: string,
  options: Sent = {},
): Promise<string> =>
  (await expectOk(personAt(url, '', options), requestOf(login, { username, password }))).access_token

/**
 * A person who signs in on the first call, and again when the session has ended. If the password is wrong it is not
 * retried: somebody else uses the account.
 */
export function accountAt(url: string, username: string, password: string, options: Sent = {}): Person {
  let token: string | undefined
  let isTaken = false
  const enter = async (): Promise<string> => {
    if (isTaken) throw new Error(`the password of ${username} was changed`)
    try {
      return (token = await signIn(url, username, password, options))
    } catch (error) {
      token = undefined
      isTaken = error instanceof Refused && (error.status === 401 || error.status === 403)
      throw error
    }
  }
  return {
    async ask(wanted) {
      const reply = await personAt(url, token ?? (await enter()), options).ask(wanted)
      return reply.status === 401 ? personAt(url, await enter(), options).ask(wanted) : reply
    },
  }
}

/** Repeats a request that was refused as busy, after so many ms, up to 10 times; never repeats earlier work. */
export async function patiently<T>(request: () => Promise<T>, pause = 2_000): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await request()
    } catch (error) {
      if (tries === 10 || !(error instanceof Refused) || error.status !== 503) throw error
      await sleep(pause)
    }
}

/** A person who repeats each request patiently. */
export const patient = (person: Person, pause?: number): Person => ({
  ask: (wanted) =>
    patiently(async () => {
      const reply = await person.ask(wanted)
      if (reply.status === 503) throw new Refused(wanted, reply)
      return reply
    }, pause),
})
