/** Canaries: no stored phone turns up in any answer of any route for a role that may not see it, in no spelling. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { can, seesPhones } from '../../contract/abilities.ts'
import { resources } from '../../contract/resources/index.ts'
import * as data from '../../contract/workflows/data.ts'
import type { House } from '../../server/kit/handle.ts'
import { gather } from './gather.ts'
import { fillAll, storedPhones } from './rows.ts'
import { phonesIn, textsOf } from './scan.ts'
import { openStage, type Player, type Reply, type Stage } from './stage.ts'

let stage: Stage
let canaries: ReadonlySet<string>
/** What stands for each path parameter: things that exist, and one that does not. */
let known: Record<string, string[]>

const column = async (statement: string): Promise<string[]> =>
  (await stage.server.pool.query<{ value: string }>(statement)).rows.map((row) => row.value)

beforeAll(async () => {
  stage = await openStage()
  await fillAll(stage, resources)
  // Numbers also as somebody else's: blacklisted ones are customers too, so that no list knows more than another.
  const admin = stage.player('admin')
  for (const phone of await column(
    `SELECT phone AS value FROM customer WHERE place = 'left' ORDER BY id LIMIT 2`,
  )) {
    await admin.ask('POST', '/api/v1/blacklist', { phone_number: phone, description: 'Khách đề nghị' })
  }
  canaries = new Set(await storedPhones(stage.server.pool, resources))
  const ids = [
    ...(await column(`SELECT id AS value FROM (SELECT DISTINCT ON (holder_id) id FROM customer) c`)),
    ...(await column('SELECT id AS value FROM care_history')),
    ...(await column('(SELECT id AS value FROM blacklist LIMIT 3) UNION ALL (SELECT id FROM data_files)')),
    ...(await column(`SELECT id AS value FROM users WHERE username IN ('sale111', 'chinhanh2', 'leader21')`)),
  ]
  known = {
    id: ids,
    brandId: await column(`SELECT id AS value FROM users WHERE username IN ('chinhanh1', 'HNIMB')`),
  }
  known.username = ['sale111', 'sale211', 'admin']
  known.name = ['VD90', ...ids.slice(0, 3)]
  known.file = ['customer.xlsx', 'blacklist.xlsx']
})
afterAll(() => stage.close())

const masked = (): Player[] => stage.players.filter(({ actor }) => !seesPhones(actor))
const [month, tail] = ['startDate=01/01/2026&endDate=31/12/2027', 'phone=7&message=7']
const queries = [
  '',
  '?page=0&count=100',
  `?${month}`,
  `?count=100&${tail}`,
  '?username=sale111&startDateHen=01/01/2026&endDateHen=31/12/2027',
]

/** Addresses to ask of a route: each known value for its parameter, or each query for a plain one. */
function addresses(path: string): string[] {
  const parameter = /:(\w+)/.exec(path)?.[1]
  if (!parameter) return queries.map((query) => path + query)
  return (known[parameter] ?? known.id ?? []).map((value) =>
    path.replace(`:${parameter}`, encodeURIComponent(value)),
  )
}

/** Routes that show a number in full to the one person who calls it, each time on record. */
const disclosing = ['/api/v1/customer/new-care', '/api/v1/care/current', '/api/v1/care/appointments']

/** The phones that were disclosed to a player, as the records say. */
const onRecord = async ({ actor }: Player): Promise<string[]> =>
  (
    await stage.server.pool.query<{ phone: string }>(sql`
    SELECT DISTINCT c.phone::text AS phone FROM disclosures d JOIN customer c ON c.id = d.customer_id
    WHERE d.user_id = ${actor.id}`)
  ).rows.map((row) => row.phone)

const leaks = (reply: Reply): string[] => phonesIn(textsOf(reply), canaries)

test('the scan finds a phone in every spelling, in spreadsheets too', async () => {
  const phone = [...canaries][0] ?? ''
  const [a, b, c] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)]
  const spelled = [
    phone,
    `0${phone}`,
    `84${phone}`,
    `+84 ${phone}`,
    `0${a}.${b}.${c}`,
    `${a} ${b} ${c}`,
    `(+84) ${a}-${b}-${c}`,
    `0${a}%20${b}%20${c}`,
    Buffer.from(`số 0${phone}`).toString('base64'),
  ]
  for (const text of spelled) expect([text, phonesIn([`{"x":"${text}"}`], canaries)]).toEqual([text, [phone]])
  const sheet = await stage.player('admin').ask('GET', '/api/v1/blacklist/export')
  expect(leaks(sheet).length).toBeGreaterThan(5)
})

test('no GET of the whole router shows a masked role a number, in body, header or sheet (D1-MASK-02, D1-Q-157, D2-MASK-02, D2-MASK-03)', async () => {
  const { faults, must, same } = gather()
  const routes = stage.server.house.policy.filter(
    ({ method, path }) => method === 'GET' && !disclosing.includes(path),
  )
  const asked = (route: House['policy'][number]) => addresses(route.path)
  for (const player of masked()) {
    for (const route of routes) {
      for (const address of asked(route)) {
        const reply = await player.ask('GET', address)
        must(reply.status < 500, `${player.name} ${address} ${reply.text.slice(0, 200)}`)
        same(leaks(reply), [], `${player.name} ${address}`)
      }
    }
  }
  expect(faults).toEqual([])
})

test('the reading POSTs of subscriber files show a masked role no number (D1-MASK-02, D2-MASK-03)', async () => {
  const { faults, must, same } = gather()
  const files = await column(`SELECT "FileName" AS value FROM data_files WHERE kind = 'pool'`)
  const calls = [data.fileInfo, data.fileRows, data.fileOptions, data.trialSplit]
  const registered = new Set(stage.server.house.policy.map(({ path }) => path))
  for (const player of masked()) {
    for (const call of calls.filter(({ path }) => registered.has(path))) {
      for (const FileName of files) {
        const reply = await player.ask('POST', call.path, {
          FileName,
          page: 0,
          count: 100,
          assigns: { chinhanh1: 2, sale111: 1 },
        })
        must(reply.status < 500, reply.text.slice(0, 200))
        same(leaks(reply), [], `${player.name} ${call.path}`)
      }
    }
  }
  expect(faults).toEqual([])
})

test('a number is shown in full to its caller only, each on record (D1-CARE-18, D1-Q-080)', async () => {
  const { faults, same } = gather()
  for (const player of masked()) {
    for (const path of disclosing) {
      const reply = await player.ask('GET', path)
      const shown = leaks(reply)
      const recorded = await onRecord(player)
      same(
        shown.filter((phone) => !recorded.includes(phone)),
        [],
        `${player.name} ${path}`,
      )
      for (const phone of shown) {
        const { rowCount } = await stage.server.pool.query(
          sql`SELECT FROM customer WHERE phone = ${phone} AND holder_id = ${player.actor.id}`,
        )
        expect([player.name, path, phone, rowCount]).toEqual([player.name, path, phone, 1])
      }
    }
  }
  expect((await onRecord(stage.player('sale111'))).length).toBeGreaterThan(0)
  expect(faults).toEqual([])
})

test('an appointment that is shown without a claim is put on record by itself (D1-Q-080)', async () => {
  const sale = stage.player('sale111')
  await stage.server.pool.query(sql`DELETE FROM disclosures WHERE user_id = ${sale.actor.id}`)
  const shown = leaks(await sale.ask('GET', '/api/v1/care/appointments'))
  expect(shown.length).toBeGreaterThan(0)
  expect((await onRecord(sale)).toSorted()).toEqual(shown.toSorted())
})

test('a refusal never repeats a number that the caller may not see (D1-ERR-09)', async () => {
  const { faults, same } = gather()
  const phone = [...canaries][0] ?? ''
  for (const { ask, actor } of masked()) {
    for (const resource of resources) {
      const { create } = resource.may
      if (create === undefined || !can(actor, create)) continue
      for (const [name, field] of Object.entries(resource.fields)) {
        if (field.kind !== 'phone' || !resource.form?.includes(name)) continue
        const reply = await ask('POST', `/api/v1/${resource.path}`, { [name]: phone })
        same(leaks(reply), [], `${resource.path} ${reply.text}`)
      }
    }
  }
  expect(faults).toEqual([])
})
