/** What the tests of the audit trail are made of: something done in somebody's name, and the entry it must leave. */
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import { startTestServer, type Answer, type Caller, type TestServer } from '../server.ts'

/** Actions that tests of their own do: they want an archive, a closed month, a carrier, an invitation, a secret, a decision, hours without calls, the machine. */
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

/** Id of what was changed, and its state before and after; of an object, the parts that are named. */
type Entry = { id: string; before: unknown; after: unknown }

export type Deed = {
  action: Action
  resource: string
  /** Username, or the name under which the system acts. */
  by: string
  /** Does it, and answers the one entry about `resource` that it must leave; `start` is called where it only begins then. */
  run: (scene: Scene, start: () => Promise<void>) => Promise<Entry>
}

/** A line of the table. */
export const deed = (action: Action, resource: string, by: string, run: Deed['run']): Deed => ({
  action,
  resource,
  by,
  run,
})

type Method = keyof Omit<Caller, 'token'>
export type Scene = {
  server: TestServer
  /** Calls in somebody's name; throws unless the answer is 200. */
  ask: (who: string, method: Method, path: string, body?: unknown) => Promise<Answer>
  /** Id of what such a call answers. */
  made: (who: string, method: Method, path: string, body?: unknown) => Promise<string>
  /** Id that a statement answers; throws unless there is exactly one. */
  find: (query: string, ...values: unknown[]) => Promise<string>
  idOf: (username: string) => Promise<string>
  /** A number that was not answered before. */
  next: () => number
  /** A phone that nobody else has. */
  phone: () => string
}

/** The secret of the bank's pushes. */
export const bankSecret = 'bi-mat-cua-ngan-hang'

/** A server for the tests of the trail. */
export async function openScene(): Promise<Scene> {
  const server = await startTestServer({ BANK_WEBHOOK_SECRET: bankSecret })
  let last = 0
  const next = (): number => ++last
  const ask: Scene['ask'] = async (who, method, path, body) => {
    const answer = await (await server.as(who))[method](`/api/v1/${path}`, body)
    if (answer.status !== 200) throw new Error(`${who} ${method} ${path}: ${answer.status} ${answer.text}`)
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
    made: async (...asked) => ((await ask(...asked)).data as { id: string }).id,
    find,
    idOf: (username) => find('SELECT id FROM users WHERE username = $1', username),
    next,
    phone: () => String(934_000_000 + next()),
  }
}

/** A successful registration of a phone arrives in a file of the admin's. */
export async function arrives({ ask, find }: Scene, phone: string): Promise<string> {
  const result = { SubAgent: 'd1', NumberPhone: phone, PackageCode: 'VD90', Price: 90_000, Status: 1 }
  const data = [{ ...result, Time: '2026-10-20T03:00:00.000Z', Result: 'OK', username_nv: '' }]
  await ask('admin', 'post', 'customer-message-9084/import', { data })
  return find('SELECT id FROM customer_message_9084 WHERE "NumberPhone" = $1', phone)
}
