/** Data for the tests of scopes: rows of people at every place of the hierarchy, calls for one row. */
import { can } from '#platform/contract/abilities.ts'
import { operationsOf, type Method } from '#kit/contract/operations.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { sampleBody } from './samples.ts'
import type { Player, Stage } from './stage.ts'

/** An id without a row. */
export const unknown = '018f0000-0000-7000-8000-00000000dead'

/** The first four differ at each level: oneself, another group, another branch, the leader. */
const people = ['sale111', 'sale121', 'sale211', 'leader11', 'chinhanh2', 'HNIMB01', 'doitac1', 'chinhanh1']

const tables = [
  { table: 'khr', column: 'username_nv' },
  { table: 'baodo', column: 'username_nv' },
  { table: 'lstracuu', column: 'username' },
  { table: 'care_history', column: 'username', also: ', user_id = u.id' },
  { table: 'customer_message_9084', column: 'username_nv' },
]

/** Distributes the rows of every table with an owner over people at all places; their creators do not matter. */
export async function dealRows(pool: Pool): Promise<void> {
  for (const { table, column, also = '' } of tables) {
    await pool.query(
      `UPDATE ${table} t SET ${column} = u.username ${also}
       FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM ${table}) d, users u
       WHERE d.id = t.id AND u.username = ($1::text[])[1 + d.n % $2::int]`,
      [people, people.length],
    )
  }
  // Past rows stay with the former unit when people move, others move along (D3-ORG-01).
  await pool.query(`
    UPDATE users SET brand_id = (SELECT id FROM users WHERE username = 'chinhanh2'),
      group_id = (SELECT id FROM users WHERE username = 'leader21') WHERE username = 'sale121'`)
  // A number of one person's list that is assigned to another's people belongs to the latter.
  await pool.query(`
    BEGIN;
    SELECT set_config('vas.movement', 'assign', true);
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale211'), status = 'ASSIGNED'
    WHERE id = (SELECT c.id FROM customer c JOIN data_files f ON f.id = c.file_id JOIN users u ON u.id = f.owner_id
      WHERE f.kind = 'list' AND u.username = 'leader11' AND c.holder_id IS NULL LIMIT 1);
    COMMIT;`)
}

type RowCall = { method: Method; path: (id: string) => string; body: (id: string) => unknown }

/** Calls of workflows for one row, with a valid body. */
const further: Readonly<Record<string, [Method, string, object?][]>> = {
  khr: [['PUT', '/api/v1/khr/approve/:id', { trang_thai: 1 }]],
  customer: [
    ['GET', '/api/v1/customer/:id/custody'],
    ['POST', '/api/v1/customer/:id/care', { status: 'REJECTED', note: 'Không có nhu cầu' }],
  ],
  'care/history': [
    ['PUT', '/api/v1/care/history/setStatus/:id', { status: 'REJECTED' }],
    ['PUT', '/api/v1/care/history/setNote/:id', { note: 'Ghi chú' }],
    ['PUT', '/api/v1/care/history/setAppointmentAt/:id', { appointmentAt: '2027-01-05T03:00:00.000Z' }],
    ['POST', '/api/v1/care/xacNhanMoiLai', {}],
  ],
}

/** A change of the row that the call would make, in fields whose value does not depend on the caller and in unknown ones. */
function change(resource: Resource): object {
  const plain = ['date', 'text', 'note', 'number', 'money', 'choice']
  return Object.fromEntries(
    Object.entries(sampleBody(resource)).filter(
      ([name]) => !(name in resource.fields) || plain.includes(fieldOf(resource, name).kind),
    ),
  )
}

/** Every call for one row of `resource` that the player may make. */
export function rowCalls({ server }: Stage, resource: Resource, { actor }: Player): RowCall[] {
  const declared = operationsOf(resource)
    .filter(({ path, may }) => path.includes('/:id') && can(actor, may))
    .map(({ name, method, path }) => ({
      method,
      path,
      sent: name === 'update' ? change(resource) : undefined,
    }))
  const more = (further[resource.path] ?? []).flatMap(([method, path, sent]) => {
    const route = server.api.policy.find((one) => one.method === method && one.path === path)
    if (!route || route.may === 'public') throw new Error(`no route ${method} ${path}`)
    return can(actor, route.may) ? [{ method, path, sent }] : []
  })
  return [...declared, ...more].map(({ method, path, sent }) => ({
    method,
    path: (id) => path.replace(':id', id),
    body: (id) => (sent === undefined || path.includes(':id') ? sent : { ...sent, id }),
  }))
}
