/** Requests for every route of the router, generated from its description, so that new routes are covered. */
import { can } from '#platform/contract/abilities.ts'
import { tableOf } from '#kit/contract/resource.ts'
import { resources } from '#platform/contract/lists/index.ts'
import type { Api } from '#kit/server/handle.ts'
import { rounds } from '../rounds.ts'
import type { Player, Stage } from './stage.ts'

export type Ask = { method: Api['policy'][number]['method']; path: string; address: string; body?: unknown }

/** Values for a path parameter or a field of that name; rows of a table as 'table <name>'. */
export type Known = Record<string, string[]>

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  minimum?: number
  items?: Schema
  properties?: Record<string, Schema>
}
type Described = {
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}

/** Values for a text by its name; names of phones get an unused number. */
const byName: [RegExp, string][] = [
  [/phone|isdn|so_dien_thoai|msisdn/i, '0987000111'],
  [/date|ngay|from$|to$/i, '01/11/2026'],
  [/page|count/i, '0'],
  [/user|nhan_vien/i, 'sale111'],
]

/** A value of the described type. */
function valueFor(name: string, schema: Schema, samples: Known): unknown {
  if (schema.enum) return schema.enum[0]
  if (Array.isArray(schema.type))
    return valueFor(name, { ...schema, type: schema.type[0] ?? 'string' }, samples)
  if (schema.anyOf) return valueFor(name, schema.anyOf[0] ?? {}, samples)
  if (schema.type === 'array') return [valueFor(name, schema.items ?? {}, samples)]
  if (schema.type === 'object' || schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, one]) => [key, valueFor(key, one, samples)]),
    )
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  if (schema.format === 'uuid' || /^id$|_id$|Id$/.test(name)) return samples.id?.[0]
  if (schema.format === 'date') return '2026-11-01'
  if (schema.format === 'date-time') return '2027-01-05T03:00:00.000Z'
  if (name === 'FileName') return samples.FileName?.[0]
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? 'VD90'
}

/** One id of each table, and names of files: values for path parameters that belong to no resource. */
export async function knownIds({ server: { pool, api } }: Stage): Promise<Known> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND column_name = 'id' AND data_type = 'uuid' AND table_type = 'BASE TABLE'`)
  const samples: Known = {
    username: ['sale111', 'sale211'],
    file: ['customer.xlsx'],
    name: ['VD90'],
    key: ['lookup.from', 'khong-co'],
  }
  for (const { name } of tables) {
    const { rows } = await pool.query<{ id: string }>(`SELECT id FROM "${name}" ORDER BY id DESC LIMIT 2`)
    samples[`table ${name}`] = rows.map(({ id }) => id)
  }
  samples.brandId = (await pool.query(`SELECT id FROM users WHERE username = 'chinhanh1'`)).rows.map(
    ({ id }) => id,
  )
  // For the page of a customer: numbers that occur in many lists.
  const phones = await pool.query<{ phone: string }>(`
    (SELECT phone::text AS phone FROM customer ORDER BY id DESC LIMIT 2) UNION
    (SELECT number_phone::text FROM requestrefund ORDER BY id DESC LIMIT 2) UNION
    (SELECT phone::text FROM care_history ORDER BY id DESC LIMIT 2)`)
  for (const { phone } of phones.rows)
    samples.key?.push(api.services.secrets?.conceal('khachhang360', phone) ?? '')
  const files = await pool.query<{ name: string }>(
    `SELECT "FileName" AS name FROM data_files WHERE kind = 'pool'`,
  )
  samples.FileName = files.rows.map(({ name }) => name)
  samples.id = Object.entries(samples).flatMap(([name, ids]) =>
    name.startsWith('table ') ? ids.slice(0, 1) : [],
  )
  return samples
}

/** Rows of a list as the player sees it, so that a row's own routes are also called for visible rows. */
async function ownRows({ ask }: Player, path: string): Promise<string[]> {
  const reply = await ask('GET', `${path}?count=100`)
  const values = (reply.body.data as { values?: { id: string }[] } | undefined)?.values ?? []
  return [...values.slice(0, 2), ...values.slice(-1)].map(({ id }) => id).filter(Boolean)
}

const queries = ['', '?count=100', '?startDate=01/01/2026&endDate=31/12/2027', '?phone=7&message=7']

/** All requests to send as a player: reads, then writes, those that end a session last. */
export async function requestsFor(stage: Stage, player: Player, samples: Known): Promise<Ask[]> {
  const paths = (await player.ask('GET', '/api/docs')).body as unknown as {
    paths: Record<string, Record<string, Described>>
  }
  const requests: Ask[] = []
  const reached = new Map<string, Promise<string[]>>()
  const rowsOf = (list: string): Promise<string[]> => {
    const rows = reached.get(list) ?? ownRows(player, list)
    reached.set(list, rows)
    return rows
  }
  for (const { method, path, may } of stage.server.api.policy) {
    const described = paths.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!described) throw new Error(`${method} ${path} is not described`)
    const parameter = /:(\w+)/.exec(path)?.[1] ?? ''
    // A step of a row is between its list and its id: khr/approve/:id.
    const resource = resources.find((one) => path.startsWith(`/api/v1/${one.path}/`))
    const list = resource ? `/api/v1/${resource.path}` : path.slice(0, path.indexOf('/:'))
    const table = resource ? tableOf(resource) : list.split('/')[3]
    const inReach = parameter === 'id' ? await rowsOf(list) : []
    const values =
      inReach.length > 0 ? [...inReach, ...(samples[`table ${table}`] ?? [])] : samples[parameter]
    const all = parameter
      ? (values ?? samples.id ?? []).map((value) => path.replace(`:${parameter}`, encodeURIComponent(value)))
      : [path]
    // Without the right a route refuses before reading anything of the request, so one variant is enough.
    const refused = may !== 'public' && !can(player.actor, may)
    const places = all.slice(0, refused ? rounds(1, all.length) : all.length)
    const queryParameters = described.parameters.filter((one) => one.in === 'query')
    const query = new URLSearchParams(
      queryParameters.map(({ name, schema }): [string, string] => [
        name,
        String(valueFor(name, schema, samples)),
      ]),
    )
    const reading = parameter ? [''] : refused ? [`?${query}`] : [...queries, `?${query}`]
    const schema = described.requestBody?.content['application/json']?.schema ?? {}
    const whole = valueFor('', schema, samples) ?? {}
    for (const [index, place] of places.entries()) {
      if (method === 'GET') for (const one of reading) requests.push({ method, path, address: place + one })
      // An invalid body is invalid everywhere.
      else
        for (const body of index === 0 && !refused ? [whole, {}, '{"data": ['] : [whole])
          requests.push({ method, path, address: place, body })
    }
  }
  const turn = ({ method, path }: Ask): number =>
    path.endsWith('/logout') ? 9 : ['GET', 'POST', 'PUT', 'DELETE'].indexOf(method)
  return requests.toSorted((a, b) => turn(a) - turn(b))
}
