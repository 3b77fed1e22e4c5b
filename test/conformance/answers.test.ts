/** No answer of any route to a masked role contains a phone of the database, except numbers handed to the caller. */
import { openOffer } from '#subjects/registrations/contract/calls/offers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { redactPhones } from '#kit/contract/phone.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { startTestCarrier, type TestCarrier } from '../carrier.ts'
import { everyNth } from '../rounds.ts'
import { setSettings } from '../settings.ts'
import { gather } from './gather.ts'
import { everyPhone, plantPhones, writtenPhones } from './planted.ts'
import { knownIds, requestsFor, type Ask, type Known } from './requests.ts'
import { openFilledStage } from './filled.ts'
import { sampleBody } from './samples.ts'
import { phonesIn, textsOf } from './scan.ts'
import { valuesOf, type Player, type Stage } from './stage.ts'

let stage: Stage
let carrier: TestCarrier
let canaries: Set<string>
let samples: Known

/** Changes of rows by a user who sees phones, so that every history contains numbers. */
async function changeRows(): Promise<void> {
  const { ask, actor } = stage.player('admin')
  for (const resource of resources) {
    const { update } = resource.may
    if (update === undefined || !can(actor, update)) continue
    for (const { id } of valuesOf(await ask('GET', `/api/v1/${resource.path}?count=100`))) {
      await ask('PUT', `/api/v1/${resource.path}/${id}`, sampleBody(resource))
    }
  }
}

/** Adds another subscriber's number to the carrier's texts, as in real messages. */
function nameOthers(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(' ') ? `${value} 0987 654 399` : value
  if (Array.isArray(value)) return value.map(nameOthers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, nameOthers(one)]))
}

function gossip(): void {
  const { carrier: real } = stage.server.api.services
  if (!real) throw new Error('no carrier')
  const ask: typeof real.ask = async (...question) => {
    const answer = await real.ask(...question)
    return answer.ok ? { ...answer, data: nameOthers(answer.data) as typeof answer.data } : answer
  }
  stage.server.api.services.carrier = { ...real, ask }
}

/** Numbers in the carrier's answers to users who may see them, which are in no table. */
async function numbersOfCarrier(): Promise<string[]> {
  const admin = stage.player('admin')
  const requests = (await requestsFor(stage, admin, samples)).filter(({ path }) => path.includes('/lookup/'))
  const phones: string[] = []
  for (const { address } of requests) phones.push(...writtenPhones((await admin.ask('GET', address)).text))
  return phones
}

beforeAll(async () => {
  carrier = await startTestCarrier()
  stage = await openFilledStage(carrier.env)
  const { pool } = stage.server
  gossip()
  await setSettings(pool, { 'lookup.from': '00:00', 'lookup.until': '24:00' })
  await plantPhones(pool, resources)
  await changeRows()
  await plantPhones(pool, resources)
  samples = await knownIds(stage)
  canaries = await everyPhone(pool)
  const carrierPhones = await numbersOfCarrier()
  if (!carrierPhones.includes('987654399')) throw new Error('the carrier names nobody else')
  for (const phone of carrierPhones) canaries.add(phone)
})
afterAll(async () => {
  await stage.close()
  await carrier.close()
})

/** One of each kind of account that sees no phones; the others of their priority are tested in masks.test.ts. */
const masked = (): Player[] => ['chinhanh1', 'sale111', 'doitac1', 'ketoan'].map((name) => stage.player(name))

/** Routes that show a full number to the one person who calls it, each time recorded (canary.test.ts). */
const disclosing = ['/api/v1/customer/new-care', '/api/v1/care/current', '/api/v1/care/appointments']

/** What such a route may show: the cards of recorded numbers assigned to the player, and its own writes. */
async function ownCards({ actor }: Player): Promise<string[]> {
  const { rows } = await stage.server.pool.query<{ text: string }>(sql`
    SELECT concat(c.phone, ' ', c.package, ' ', c."packagesCanRegister", ' ',
      (SELECT string_agg(concat(h.package, ' ', h.note), ' ') FROM care_history h
        WHERE h.customer_id = c.id AND h.user_id = c.holder_id)) AS text
    FROM customer c WHERE c.holder_id = ${actor.id}
      AND EXISTS (SELECT FROM disclosed d WHERE d.customer_id = c.id AND d.user_id = ${actor.id})`)
  return rows.flatMap(({ text }) => writtenPhones(text))
}

/** The numbers of the player's own offers for tomorrow with a recorded disclosure (D3-OTP-07). */
async function ownOffers({ name }: Player): Promise<string[]> {
  const { rows } = await stage.server.pool.query<{ phone: string }>(sql`
    SELECT phone FROM moigoihomsau o WHERE username = ${name} AND EXISTS (SELECT FROM audit_log a
      WHERE a.resource = 'moigoihomsau' AND a.resource_id = o.id::text AND a.action = 'show-phone' AND a.username = ${name})`)
  return rows.map(({ phone }) => phone)
}

/** The phones in an answer that were neither in the request nor handed to the caller. */
async function leaksOf(
  player: Player,
  { method, path, address, body }: Ask,
): Promise<{ status: number; phones: string[] }> {
  const reply = await player.ask(method, address, body)
  const phones = phonesIn(textsOf(reply), canaries)
  if (phones.length === 0) return { status: reply.status, phones }
  const allowed = [
    ...phonesIn([address, JSON.stringify(body ?? '')], canaries),
    ...(disclosing.includes(path) ? await ownCards(player) : []),
    ...(path === openOffer.path ? await ownOffers(player) : []),
  ]
  return { status: reply.status, phones: phones.filter((phone) => !allowed.includes(phone)) }
}

test('the database has numbers in every stage, and roles that see phones find them', async () => {
  expect(canaries.size).toBeGreaterThan(300)
  const { faults, must } = gather()
  const { pool } = stage.server
  for (const table of [
    'mesbank',
    'care_history',
    'invitation_history',
    'lstracuu',
    'audit_log',
    'khr',
    'baodo',
  ]) {
    const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM "${table}" t`)
    must(
      phonesIn(
        rows.map(({ text }) => text),
        canaries,
      ).length > 0,
      table,
    )
  }
  expect(faults).toEqual([])
})

/** Written like people and banks do: grouped, after other numbers, several in a row. */
const hidden = [
  'GD 123456 0912 345 678',
  '0912 345 678 0987 654 321',
  'Ma 12.34.56 0912.345.678-1',
  '120 0912345678 3 0987-654-321',
  'ND:0912345678123456789 84 912 345 678',
  '123 456 789 0912/345/678',
  'hẹn 20/11/2026 09:00 (0912) 345-678, 09:00 21/11/2026 0987:654:321',
  'từ 01/08/2026 - 05/11/2026; 090,000 / 270,000 đ; 0912\u200b345\u200b678',
  '０９１２　３４５　６７８ và 123450912345 678',
  '+84 (0) 912\t345\n678 _ 0_9_8_7_6_5_4_3_2_1',
  'tháng 10: +84 912345678; 11/2026, 0987.654.321',
  '0912345678 0987654321, 912345678; +84987654321 / 0912 345 678',
  '0912: 0345 678, 84: 0987654321 và 09, 1234: 0912345678',
  '😀0912😀345😀678 ạ 0987 – 654 – 321',
]

test('free text masks a number in groups also after other numbers, alike in database and code (D1-MASK-02)', async () => {
  const numbers = new Set(['912345678', '987654321'])
  for (const text of hidden) {
    const { rows } = await stage.server.pool.query<{ text: string }>(
      sql`SELECT redact_phones(${text}) AS text`,
    )
    expect([text, rows[0]?.text]).toEqual([text, redactPhones(text)])
    expect([text, phonesIn([redactPhones(text)], numbers)]).toEqual([text, []])
  }
})

test('adding a word to a masked text loses none of the numbers in it, however they are written (D1-MASK-02)', async () => {
  for (const text of hidden) {
    const { rows } = await stage.server.pool.query<{ kept: string }>(
      sql`SELECT keep_phones('gọi ' || redact_phones(${text}), ${text}) AS kept`,
    )
    expect(rows[0]?.kept).toBe(`gọi ${text}`)
  }
})

/** Runs `work` while a mask of the database is disabled. */
async function without(mask: string, work: () => Promise<void>): Promise<void> {
  const { pool } = stage.server
  const { rows } = await pool.query<{ whole: string }>(
    sql`SELECT pg_get_functiondef(${mask}::regproc) AS whole`,
  )
  await pool.query(
    `CREATE OR REPLACE FUNCTION ${mask}(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT RETURN $1`,
  )
  await work()
  await pool.query(rows[0]?.whole ?? '')
}

test.each(['mask_phone', 'redact_phones'])(
  'the scan detects a phone that gets out without %s',
  async (mask) => {
    const sale = stage.player('sale111')
    const all = (await requestsFor(stage, sale, samples)).filter(({ method }) => method === 'GET')
    // A third of them is enough to prove that the scan detects phones.
    const reads = all.filter((_, index) => index % 3 === 0)
    await without(mask, async () => {
      const open = new Set<string>()
      for (const request of reads)
        if ((await leaksOf(sale, request)).phones.length > 0) open.add(request.path)
      expect(open.size).toBeGreaterThan(10)
    })
  },
)

/** All requests where a route has few forms; of its many ids, those that are `turn`'s (all in the long run). */
const someOf = (requests: readonly Ask[], turn: number): Ask[] =>
  [...Map.groupBy(requests, ({ method, path }) => `${method} ${path}`).values()].flatMap((forms) =>
    forms.length > 4 ? everyNth(forms, turn) : forms,
  )

test('no answer of any route shows a phone to a masked role (D1-MASK-02, D1-Q-157, D2-MASK-02, D2-MASK-03)', async () => {
  const { faults, must, same } = gather()
  for (const [turn, player] of masked().entries()) {
    const statuses = new Set<number>()
    for (const request of someOf(await requestsFor(stage, player, samples), turn)) {
      const { status, phones } = await leaksOf(player, request)
      statuses.add(status)
      must(status < 500, `${player.name} ${request.method} ${request.address}: ${status}`)
      same(phones, [], `${player.name} ${request.method} ${request.address}`)
    }
    for (const status of [200, 400, 404]) must(statuses.has(status), `${player.name}: no ${status}`)
  }
  expect(faults).toEqual([])
  const pushed = [...stage.server.published, ...stage.server.announced, ...stage.server.queued]
  expect(phonesIn([JSON.stringify(pushed)], canaries)).toEqual([])
}, 300_000)
