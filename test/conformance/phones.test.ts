/** Every call that takes a phone from a masked role counts towards the one daily limit, or has a reason not to. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ability } from '#platform/contract/abilities.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { startTestServer, type Caller, type TestServer } from '../server.ts'
import { setSettings } from '../settings.ts'

/** Calls that reveal nothing to a masked role, or count elsewhere, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'POST /api/v1/lstracuu': 'a note in the log of look-ups: nothing is looked up',
  'POST /api/v1/chiphihoantien': 'a register of costs that feeds nothing',
  'POST /api/v1/chiphihoantien/import': 'a register of costs that feeds nothing',
  'PUT /api/v1/chiphihoantien/:id': 'a register of costs that feeds nothing',
  'POST /api/v1/doanhthutinhluong': 'a register of accounting that feeds nothing',
  'POST /api/v1/doanhthutinhluong/import': 'a register of accounting that feeds nothing',
  'PUT /api/v1/doanhthutinhluong/:id': 'a register of accounting that feeds nothing',
  'PUT /api/v1/khr/:id': 'who sees masks changes no phone (400)',
  'PUT /api/v1/baodo/:id': 'who sees masks changes no phone (400)',
  'PUT /api/v1/blacklist/:id': 'who sees masks changes no phone (400)',
  'PUT /api/v1/moigoihomsau/:id': 'who sees masks changes no phone (400)',
  'PUT /api/v1/dsdttinhluong/:id': 'who sees masks changes no phone (400)',
  'PUT /api/v1/report90849332/:id': 'who sees masks changes no phone (400)',
  'POST /api/v1/dsdttinhluong/import':
    'the file of the reconciliation: who manages pay holds its numbers in full',
  'POST /api/v1/report90849332/import':
    'the file of the reconciliation: who manages pay holds its numbers in full',
  'POST /api/v1/mfy/traCuuDoiTuong':
    'a look-up: counted with those (subjects/registrations/server/lookup/lookup.test.ts)',
  'POST /api/v1/simso/homepageList': 'filters the numbers for sale, which everybody sees in full',
  'POST /api/v1/auth/saveProfile': 'the own number of an account',
  'POST /api/v1/users': 'the number of an account',
  'PUT /api/v1/users/:id': 'the number of an account',
}

let server: TestServer
let sale: Caller
let leader: Caller
let accountant: Caller
const day = '2026-11-20'
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username IN ('sale111', 'leader11')
      AND p.code IN ('care.otp', 'care.otpnew', 'care.otpnew1', 'care.otpnew2', 'care.dk')`)
  sale = await server.as('sale111')
  leader = await server.as('leader11')
  accountant = await server.as('ketoan')
})
afterAll(() => server.close())

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }
const phoneName = /phone|isdn|msisdn|dien_thoai(?!_co)/i
/** Names in the description, lists of rows included, that contain a phone. */
const phonesOf = ({ properties = {}, items, anyOf = [] }: Schema): string[] => [
  ...Object.entries(properties).flatMap(([name, property]) => [
    ...(phoneName.test(name) ? [name] : []),
    ...phonesOf(property),
  ]),
  ...(items ? phonesOf(items) : []),
  ...anyOf.flatMap(phonesOf),
]

/** Whether a user above priority 2 may have the right, by priority or by a code; public calls accept such sessions too. */
const masked = (may: Ability | 'public'): boolean =>
  may === 'public' || ![may].flat().some((rule) => rule === 'below3' || rule === 'admin')

/** Every write of a phone that is open to masked roles, as 'POST /api/v1/…'. */
async function writes(): Promise<string[]> {
  const { paths } = (await (await server.as('admin')).get('/api/docs')).body as unknown as {
    paths: Record<
      string,
      Record<string, { requestBody?: { content: { 'application/json'?: { schema: Schema } } } }>
    >
  }
  const declared = new Set(
    resources.flatMap(({ path, fields, form = [], inline = [] }) =>
      [...form, ...inline].some((name) => fields[name]?.kind === 'phone') ? [`/api/v1/${path}`] : [],
    ),
  )
  return server.api.policy.flatMap(({ method, path, may }) => {
    if (method === 'GET' || method === 'DELETE' || !masked(may)) return []
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const named = phonesOf(operation?.requestBody?.content['application/json']?.schema ?? {})
    const isDeclared = [path, path.replace(/\/(?:import|:id)$/, '')].some((one) => declared.has(one))
    return named.length > 0 || isDeclared ? [`${method} ${path}`] : []
  })
}

let phoneCount = 0
const nextPhone = (): string => String(985_000_000 + (phoneCount += 1))
const refund = (number_phone: string) => ({
  number_phone,
  millisecond_created_at: phoneCount,
  number_type: 1,
  package_code: 'VD90',
  request_type: 1,
  request_method: 1,
  refund_price: 100_000,
  cho_len_don: 0,
})
const sold = (so_dien_thoai: string) => ({
  so_dien_thoai,
  ngay_thanh_cong: day,
  ten_goi_cuoc: 'VD90',
  kenh: '9084 (3)',
})
const registered = (so_dien_thoai_cs: string) => ({
  so_dien_thoai_cs,
  goi_cuoc: 'VD90',
  doanh_thu: 90_000,
  ngay_thanh_cong: `${day}T03:00:00.000Z`,
})
const listed = (phone: string) => ({
  phone,
  type: 'MC',
  package: 'VD90',
  packageRegisterAt: '2026-01-01',
  packageExpiredAt: '2026-12-31',
  packageCycle: 1,
  packagesCanRegister: 'VD90',
})
const invited = (phone: string) => ({
  phone,
  package: 'VD90',
  command: 'DK',
  otp: '123456',
  transIdGetOtp: 'x',
})

/** By the start of the call: its caller, and its body for a phone. */
const bodies: readonly (readonly [RegExp, () => Caller, (phone: string) => object])[] = [
  [/requestrefund(report)?\/create/, () => sale, refund],
  [/vas\/mobifone\/invite/, () => sale, invited],
  [/(khr|baodo)\/import$/, () => sale, (phone) => ({ data: [sold(phone)] })],
  [/(khr|baodo)$/, () => sale, sold],
  [/customer\/import$/, () => leader, (phone) => ({ data: [listed(phone)] })],
  [/customer$/, () => leader, listed],
  [/(dsdttinhluong|report90849332)$/, () => accountant, registered],
  [/blacklist\/import$/, () => leader, (phone_number) => ({ data: [{ phone_number }] })],
  [/blacklist$/, () => sale, (phone_number) => ({ phone_number })],
  [/mfy$/, () => sale, (so_dien_thoai) => ({ so_dien_thoai, ma_goi: 'MFY1', gia_ban_goi: 1 })],
  [/moigoihomsau$/, () => sale, (phone) => ({ phone, package: 'VD90' })],
  [
    /simso\/sendOrder$/,
    () => sale,
    (phone) => ({ id: randomUUID(), phone, name: 'A', address: 'Huế', payment_method: 'cod' }),
  ],
  [/mesbank\/:id$/, () => sale, (so_dien_thoai) => ({ so_dien_thoai })],
]

const counted = async (): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>(
    'SELECT coalesce(sum(cardinality(searched)), 0)::int AS n FROM phone_searches',
  )
  return rows[0]?.n ?? 0
}
/** A bank message without a recognised phone. */
async function message(): Promise<string> {
  const { rows } = await server.pool.query<{ id: string }>(sql`
    INSERT INTO mesbank (sender, money, datetime, str_mes) VALUES ('VCB', 1000, now(), ${`ck ${phoneCount}`}) RETURNING id`)
  return rows[0]?.id ?? ''
}

test('each call with a phone uses one daily search for a new number and none for a repeat, or is a listed exception (D3-SEC-05)', async () => {
  await server.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000);
    INSERT INTO giagoimfy (ten_goi_cuoc, gia_t1, gia_t2, gia_t3, phi_thu_hoi) VALUES ('MFY1', 1000, 1000, 1000, 0)`)
  const calls = await writes()
  expect(calls.length).toBeGreaterThan(20)
  const open: string[] = []
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ')
    const [, who, body] = bodies.find(([pattern]) => pattern.test(path)) ?? []
    if (!who || !body) {
      if (!(call in exceptions)) open.push(`${call}: neither counted here nor an exception`)
      continue
    }
    const phone = nextPhone()
    const send = async (): Promise<void> => {
      const address = path.replace(':id', path.includes('mesbank') ? await message() : phone)
      await (method === 'PUT' ? who().put(address, body(phone)) : who().post(address, body(phone)))
    }
    const before = await counted()
    await send()
    const once = await counted()
    await send()
    if (once !== before + 1 || (await counted()) !== once) open.push(`${call}: ${once - before} counted`)
  }
  expect(open).toEqual([])
  expect(Object.keys(exceptions).filter((call) => !calls.includes(call))).toEqual([])
})

test('a resource that marks untold rows has their column; beyond the daily limit an invitation is refused and a private customer stored (D3-SEC-05)', async () => {
  const { rows } = await server.pool.query<{ table: string }>(`
    SELECT table_name AS table FROM information_schema.columns WHERE column_name = 'untold'`)
  const tables = rows.map(({ table }) => table)
  const marked = resources.filter(({ untold }) => untold !== undefined)
  expect(marked.map(({ path, table = path }) => table).filter((table) => !tables.includes(table))).toEqual([])
  await setSettings(server.pool, { 'phone.searches': 0 })
  const refused = await sale.post('/api/v1/vas/mobifone/invite', invited(nextPhone()))
  expect(refused.status).toBe(429)
  const stored = await sale.post('/api/v1/khr', sold(nextPhone()))
  expect(stored.status).toBe(200)
})
