/** Canaries: the phones found by the scan, and the few ways a stored phone may reach the person who calls it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { can, seesPhones } from '#platform/contract/abilities.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { openFilledStage } from './filled.ts'
import { gather } from './gather.ts'
import { storedPhones } from './rows.ts'
import { phonesIn, textsOf } from './scan.ts'
import type { Player, Reply, Stage } from './stage.ts'

let stage: Stage
let canaries: ReadonlySet<string>

const column = async (statement: string): Promise<string[]> =>
  (await stage.server.pool.query<{ value: string }>(statement)).rows.map((row) => row.value)

beforeAll(async () => {
  stage = await openFilledStage()
  // Numbers in several lists: blacklisted ones are customers too, so that each list is tested with them.
  const admin = stage.player('admin')
  for (const phone of await column(
    `SELECT phone AS value FROM customer WHERE stage = 'left' ORDER BY id LIMIT 2`,
  )) {
    await admin.ask('POST', '/api/v1/blacklist', { phone_number: phone, description: 'Khách đề nghị' })
  }
  canaries = new Set(await storedPhones(stage.server.pool, resources))
})
afterAll(() => stage.close())

const masked = (): Player[] => stage.players.filter(({ actor }) => !seesPhones(actor))

/** Routes that show a full number to the one person who calls it, each time recorded. */
const disclosing = ['/api/v1/customer/new-care', '/api/v1/care/current', '/api/v1/care/appointments']

/** The phones disclosed to a player, according to the records. */
const onRecord = async ({ actor }: Player): Promise<string[]> =>
  (
    await stage.server.pool.query<{ phone: string }>(sql`
    SELECT DISTINCT c.phone::text AS phone FROM disclosed d JOIN customer c ON c.id = d.customer_id
    WHERE d.user_id = ${actor.id}`)
  ).rows.map((row) => row.phone)

const leaks = (reply: Reply): string[] => phonesIn(textsOf(reply), canaries)

test('the scan finds a phone in every spelling, also in spreadsheets', async () => {
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

test('a number is shown in full to its caller only, each time on record (D1-CARE-18, D1-Q-080)', async () => {
  const { faults, same } = gather()
  for (const player of masked()) {
    for (const path of disclosing) {
      const reply = await player.ask('GET', path)
      const leaked = leaks(reply)
      const recorded = await onRecord(player)
      same(
        leaked.filter((phone) => !recorded.includes(phone)),
        [],
        `${player.name} ${path}`,
      )
      for (const phone of leaked) {
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

test('an appointment shown without a claim is recorded separately (D1-Q-080)', async () => {
  const sale = stage.player('sale111')
  const { pool } = stage.server
  // Claims are recorded as movements: today's are moved to yesterday.
  await pool.query('ALTER TABLE movements DISABLE TRIGGER movements_append_only')
  await pool.query(sql`UPDATE movements SET at = at - interval '1 day' WHERE to_holder = ${sale.actor.id}`)
  await pool.query('ALTER TABLE movements ENABLE TRIGGER movements_append_only')
  await pool.query(sql`DELETE FROM disclosures WHERE user_id = ${sale.actor.id}`)
  const leaked = leaks(await sale.ask('GET', '/api/v1/care/appointments'))
  expect(leaked.length).toBeGreaterThan(0)
  const { rows } = await pool.query<{ phone: string }>(sql`
    SELECT DISTINCT c.phone::text AS phone FROM disclosures d JOIN customer c ON c.id = d.customer_id
    WHERE d.user_id = ${sale.actor.id}`)
  expect(rows.map(({ phone }) => phone).toSorted()).toEqual(leaked.toSorted())
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
