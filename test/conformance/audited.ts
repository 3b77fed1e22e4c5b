/** Building blocks of the audit tests: an action of an account, and the expected entry. */
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import { startTestServer, type Answer, type Caller, type TestServer } from '../server.ts'

/**
 * Actions with tests of their own, because they need an archive, a closed month, a carrier, an invitation, a secret, a
 * decision, hours without calls, or the command line.
 */
export const elsewhere = [
  'archive',
  'auto-invite',
  'call',
  'close',
  'invite',
  'recovery-code',
  'reopen',
  'reveal',
  'insist',
  'show-phone',
  'view',
  'vouch',
] as const
type Action = Exclude<AuditAction, (typeof elsewhere)[number]>

/** Id of the changed row, and its state before and after; for an object, only the given parts. */
type Entry = { id: string; before: unknown; after: unknown }

export type Deed = {
  action: Action
  resource: string
  /** Username, or the name of automatic work. */
  by: string
  /** Performs the action, and returns the expected single entry for `resource`; `start` marks where the action begins after preparations. */
  run: (scene: Scene, start: () => Promise<void>) => Promise<Entry>
}

/** A row of the table. */
export const deed = (action: Action, resource: string, by: string, run: Deed['run']): Deed => ({
  action,
  resource,
  by,
  run,
})

type Method = keyof Omit<Caller, 'token'>
export type Scene = {
  server: TestServer
  /** Calls as an account; throws unless the response is 200. */
  ask: (username: string, method: Method, path: string, body?: unknown) => Promise<Answer>
  /** Id in the answer to such a call. */
  made: (username: string, method: Method, path: string, body?: unknown) => Promise<string>
  /** Id returned by a query; throws unless there is exactly one. */
  find: (query: string, ...values: unknown[]) => Promise<string>
  idOf: (username: string) => Promise<string>
  /** The next unused number. */
  next: () => number
  /** An unused phone. */
  phone: () => string
}

export const bankSecret = 'bi-mat-cua-ngan-hang'

/** A server for the audit tests. */
export async function openScene(): Promise<Scene> {
  const server = await startTestServer({ BANK_WEBHOOK_SECRET: bankSecret })
  let last = 0
  const next = (): number => ++last
  const ask: Scene['ask'] = async (username, method, path, body) => {
    const answer = await (await server.as(username))[method](`/api/v1/${path}`, body)
    if (answer.status !== 200)
      throw new Error(`${username} ${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  const find: Scene['find'] = async (query, ...values) => {
    const { rows } = await server.pool.query<{ id: string }>(query, values)
    const [row] = rows
    if (!row || rows.length > 1) throw new Error(`${rows.length} rows: ${query} ${String(values)}`)
    return row.id
  }
  return {
    server,
    ask,
    made: async (...request) => ((await ask(...request)).data as { id: string }).id,
    find,
    idOf: (username) => find('SELECT id FROM users WHERE username = $1', username),
    next,
    phone: () => String(934_000_000 + next()),
  }
}

/** A successful registration of a phone is imported by the admin. */
export async function arrives({ ask, find }: Scene, phone: string): Promise<string> {
  const result = { SubAgent: 'd1', NumberPhone: phone, PackageCode: 'VD90', Price: 90_000, Status: 1 }
  const data = [{ ...result, Time: '2026-10-20T03:00:00.000Z', Result: 'OK', username_nv: '' }]
  await ask('admin', 'post', 'customer-message-9084/import', { data })
  return find('SELECT id FROM customer_message_9084 WHERE "NumberPhone" = $1', phone)
}
