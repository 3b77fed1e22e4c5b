/** Offers for tomorrow: fields, ownership, price and balance, and marking as invited. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inviteStateText } from '#subjects/registrations/contract/lists/moigoihomsau.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { priceTwo } from '#test/invite.ts'
import { setSettings } from '#test/settings.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { trailOf } from '#test/trail.ts'
import { askBalances } from './ask-balances.ts'

let carrier: TestCarrier
let server: TestServer
beforeAll(async () => {
  carrier = await startTestCarrier({ timeoutMs: 500 })
  server = await startTestServer(carrier.env)
  await priceTwo(server.pool)
})
afterAll(async () => {
  await server.close()
  await carrier.close()
})
beforeEach(() => carrier.fault())

const path = '/api/v1/moigoihomsau'
type Row = Record<string, unknown> & { id: string; version: number; status: number; so_lan_moi: number }
let made = 0
const nextPhone = () => String(930_000_011 + (made += 1) * 100)
const create = async (username: string, more: object = {}): Promise<Answer> =>
  (await server.as(username)).post(path, { phone: nextPhone(), package: 'VD90', ...more })
const rowOf = ({ data }: Answer) => data as Row
const read = async (id: string, username = 'admin'): Promise<Row> =>
  rowOf(await (await server.as(username)).get(`${path}/${id}`))
const list = async (username: string, query = '') =>
  (await (await server.as(username)).get(`${path}?count=100${query}`)).data as {
    values: Row[]
    count: number
  }
/** Runs the background job now; returns how many balances are known. */
const ask = async (): Promise<number> => {
  const { services } = server.api
  return services.carrier ? askBalances(services, services.carrier) : 0
}
const due = () =>
  server.pool.query(`UPDATE moigoihomsau SET hoi_tkc_luc = now() WHERE hoi_tkc_luc IS NOT NULL`)

describe('a new offer', () => {
  test('belongs to the salesperson, with the price of its package under both names (D2-INVN-18, D2-INVN-20, D2-INVN-24, D2-Q-120)', async () => {
    const row = rowOf(await create('sale111', { username: 'sale112', package: 'vd90' }))
    expect(row).toMatchObject({
      phone: expect.stringMatching(/^\*{4}\d{5}$/),
      package: 'vd90',
      gia_goi: 90_000,
      gia_goc_package: 90_000,
      tkc: null,
      tkc_chia_phan_tram_gia_goi: null,
      username: 'sale111',
      ten_nv: 'Nguyễn Hồng Nhung',
      status: 0,
      so_lan_moi: 0,
      createdAt: expect.stringMatching(/^20/),
    })
    expect(rowOf(await create('sale111', { package: 'LẠ', goi_khong_gia: true }))).toMatchObject({
      gia_goi: 0,
      gia_goc_package: 0,
    })
    const given = rowOf(await create('leader11', { username: 'sale112' }))
    expect(given).toMatchObject({ username: 'sale112' })
    expect((await create('leader11', { username: 'sale211' })).status).toBe(400)
    await server.pool.query(`UPDATE giahoantien SET gia_goi = 95000 WHERE ten_goi_cuoc = 'VD90'`)
    expect((await read(row.id)).gia_goi).toBe(90_000)
    await server.pool.query(`UPDATE giahoantien SET gia_goi = 90000 WHERE ten_goi_cuoc = 'VD90'`)
  })

  test('requires phone and package, and the staff member from roles that choose one (D2-INVN-15 to 17)', async () => {
    for (const [username, fields] of [
      ['sale111', ['package', 'phone']],
      ['admin', ['package', 'phone', 'username']],
    ] as const) {
      const answer = await (await server.as(username)).post(path, {})
      expect([answer.status, answer.body.msg]).toEqual([
        400,
        'Có trường bắt buộc chưa được nhập hoặc chưa được chọn',
      ])
      expect(Object.keys(answer.body.fields as object).toSorted()).toEqual([...fields])
    }
  })
})

describe('the balance (D2-Q-121)', () => {
  test('is looked up in the background, on record, and compared with the price (D2-INVN-06, D2-INVN-20, D2-CONST-15)', async () => {
    await due()
    await ask()
    await carrier.seen()
    await server.pool.query('TRUNCATE lstracuu')
    const { id, version } = rowOf(await create('sale111'))
    expect(await carrier.seen()).toEqual([])
    expect(await ask()).toBe(1)
    const row = await read(id)
    const tkc = Number(row.tkc)
    expect(tkc).toBeGreaterThanOrEqual(0)
    expect(row.tkc_chia_phan_tram_gia_goi).toBe(Math.round((tkc / 90_000) * 100))
    expect(row.version).toBe(version)
    expect(server.published.at(-1)).toBe('moigoihomsau')
    const { rows } = await server.pool.query(`SELECT username, ten_tra_cuu, noi_dung FROM lstracuu`)
    expect(rows).toEqual([
      {
        username: 'sale111',
        ten_tra_cuu: 'Tra cứu tài khoản chính',
        noi_dung: 'Mời gói hôm sau\nKết quả: Có số dư',
      },
    ])
    expect(await ask()).toBe(0)
  })

  test('is looked up again for another number, and compared with another price for another package', async () => {
    const { id } = rowOf(await create('sale111'))
    await ask()
    const admin = await server.as('admin')
    await server.pool.query(sql`UPDATE moigoihomsau SET tkc = 1 WHERE id = ${id}`)
    await admin.put(`${path}/${id}`, { package: 'VD120' })
    expect(await read(id)).toMatchObject({ tkc: 1, gia_goi: 120_000 })
    await admin.put(`${path}/${id}`, { phone: nextPhone() })
    expect((await read(id)).tkc).toBeNull()
    expect(await ask()).toBe(1)
    expect((await read(id)).tkc).not.toBeNull()
  })

  test('stays empty when the carrier does not return it, and is looked up again later', async () => {
    const unknown = rowOf(await create('sale111', { phone: '930110000' }))
    expect(await ask()).toBe(0)
    const { id } = rowOf(await create('sale111'))
    await carrier.fault({ mode: 'status', status: 503, times: 1 })
    expect(await ask()).toBe(0)
    expect(await ask()).toBe(0)
    expect((await read(id)).tkc).toBeNull()
    await due()
    expect(await ask()).toBe(1)
    expect((await read(id)).tkc).not.toBeNull()
    expect((await read(unknown.id)).tkc).toBeNull()
  })

  test('has a rounded ratio, empty without price or balance, and marked below 50 only (D2-INVN-07, D2-CONST-15)', async () => {
    const ratios: unknown[] = []
    for (const [tkc, pack] of [
      [44_549, 'VD90'],
      [44_551, 'VD90'],
      [45_000, 'VD90'],
      [10, 'LẠ'],
      [null, 'VD90'],
    ] as const) {
      const { id } = rowOf(await create('sale111', { package: pack, goi_khong_gia: true }))
      await server.pool.query(sql`UPDATE moigoihomsau SET tkc = ${tkc}, hoi_tkc_luc = NULL WHERE id = ${id}`)
      const low = (await list('admin', '&duoi_50=1')).values.some((row) => row.id === id)
      ratios.push([(await read(id)).tkc_chia_phan_tram_gia_goi, low])
    }
    expect(ratios).toEqual([
      [49, true],
      [50, false],
      [50, false],
      [null, false],
      [null, false],
    ])
  })
})

describe('inviting (D2-INVN-22, D2-INVN-23, D2-Q-122)', () => {
  test.each(['setTrangThai', 'approve'])(
    '%s counts each invitation; 0 removes the mark and keeps the count',
    async (call) => {
      const { id } = rowOf(await create('sale111'))
      const seller = await server.as('sale111')
      const put = async (body?: object) => rowOf(await seller.put(`${path}/${call}/${id}`, body))
      expect(await put()).toMatchObject({ status: 1, so_lan_moi: 1 })
      const twice = await put({ status: 1, version: 2 })
      expect(twice).toMatchObject({ status: 1, so_lan_moi: 2 })
      expect(inviteStateText(twice)).toBe('ĐÃ MỜI 2 LẦN')
      const back = await put({ status: '0' })
      expect(back).toMatchObject({ status: 0, so_lan_moi: 2 })
      expect(inviteStateText(back)).toBe('CHƯA MỜI')
      expect((await seller.put(`${path}/${call}/${id}`, { status: 2 })).status).toBe(400)
      expect((await seller.put(`${path}/${call}/${id}`, { version: 1 })).status).toBe(409)
      const { rows } = await server.pool.query<{ action: string }>(sql`
      SELECT action FROM audit_log WHERE resource = 'moigoihomsau' AND resource_id = ${id} ORDER BY id`)
      expect(rows.map(({ action }) => action)).toEqual(['create', 'invite', 'invite', 'update'])
    },
  )

  test('a double click counts once, and an empty state is refused (D2-INVN-22)', async () => {
    const { id } = rowOf(await create('sale111'))
    const seller = await server.as('sale111')
    const clicks = await Promise.all(Array.from({ length: 6 }, () => seller.put(`${path}/approve/${id}`)))
    expect(clicks.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await read(id)).toMatchObject({ status: 1, so_lan_moi: 1, version: 2 })
    const { status, body } = await seller.put(`${path}/approve/${id}`, { status: null })
    expect([status, Object.keys(body.fields as object)]).toEqual([400, ['status']])
    await seller.put(`${path}/setTrangThai/${id}`, { status: 0 })
    await seller.put(`${path}/setTrangThai/${id}`, { status: 1 })
    expect((await read(id)).so_lan_moi).toBe(2)
  })

  test('the list can be filtered for rows not invited yet (D2-INVN-21)', async () => {
    const { id } = rowOf(await create('sale111'))
    await (await server.as('sale111')).put(`${path}/setTrangThai/${id}`)
    const open = (await list('admin', '&status=0')).values
    expect(open.every(({ status }) => status === 0)).toBe(true)
    expect((await list('admin', '&status=1')).values.map((row) => row.id)).toContain(id)
  })
})

describe('the owner invites from the row (D3-OTP-07)', () => {
  const open = async (id: string, username: string) => (await server.as(username)).get(`${path}/moi/${id}`)

  test('the full number is shown to the owner and managers, each time on record; a double click still counts once', async () => {
    const { id } = rowOf(await create('sale111'))
    const { rows } = await server.pool.query(sql`SELECT phone FROM moigoihomsau WHERE id = ${id}`)
    for (const username of ['sale111', 'quanly'])
      expect((await open(id, username)).data).toEqual({ ...(rows[0] as object), khong_goi: null })
    expect((await open(id, 'leader11')).status).toBe(403)
    for (const username of ['sale112', 'sale211']) expect((await open(id, username)).status).toBe(404)
    expect(await trailOf(server.pool, 'moigoihomsau', id)).toEqual([
      'sale111 create',
      'sale111 show-phone',
      'quanly show-phone',
    ])
    const seller = await server.as('sale111')
    await seller.put(`${path}/approve/${id}`)
    await open(id, 'sale111')
    await seller.put(`${path}/approve/${id}`)
    expect(await read(id)).toMatchObject({ so_lan_moi: 1 })
  })

  test("opening a number that somebody else entered counts as shown: visible to managers, free of the daily limit, in the row's history; one’s own number does not (D3-SEC-05, D3-C360-01)", async () => {
    const [sale, boss] = [await server.as('sale111'), await server.as('quanly')]
    const page = (phone: string) =>
      `/api/v1/khachhang360/${server.api.services.secrets?.conceal('khachhang360', phone) ?? ''}`
    const seenBy = async (phone: string) =>
      ((await boss.get(`${page(phone)}/daxem`)).data as { values: { username: string }[] }).values.map(
        ({ username }) => username,
      )
    const phones = [nextPhone(), nextPhone(), nextPhone()] as const
    const [given, typed, changed] = phones
    const ids = [
      rowOf(await create('quanly', { phone: given, username: 'sale111' })).id,
      rowOf(await create('sale111', { phone: typed })).id,
      rowOf(await create('sale111')).id,
    ] as const
    const edit = { phone: changed, package: 'VD90', username: 'sale111' }
    expect((await boss.put(`${path}/${ids[2]}`, edit)).status).toBe(200)
    // A later edit by the owner does not count as typing the number.
    await sale.put(`${path}/approve/${ids[0]}`)
    await setSettings(server.pool, { 'phone.searches': 0 })
    await server.pool.query('TRUNCATE phone_searches')
    const opened = async () => Promise.all(phones.map(async (phone) => (await sale.get(page(phone))).status))
    expect(await opened()).toEqual([429, 429, 429])
    for (const id of ids) expect((await open(id, 'sale111')).status).toBe(200)
    expect(await Promise.all(phones.map(seenBy))).toEqual([
      ['quanly', 'sale111'],
      ['quanly'],
      ['quanly', 'sale111'],
    ])
    expect(await opened()).toEqual([200, 429, 200])
    expect((await sale.get(`${path}/${ids[1]}/history`)).data).toMatchObject({
      values: [{ action: 'show-phone', username: 'sale111', changes: [] }, { action: 'create' }],
    })
    await setSettings(server.pool, { 'phone.searches': 200 })
  })

  test('the row shows what the customer has registered since, by whomever, but nothing beyond the daily limit', async () => {
    const phone = nextPhone()
    const register = (instant: string, status = 1) =>
      server.pool.query(sql`
        INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Price", "Time", "Status")
        VALUES ('9084', ${phone}, 'VD120', 120000, now() + ${instant}::interval, ${status})`)
    await register('-1 hour')
    const { id } = rowOf(await create('sale111', { phone }))
    const registrationSeenBy = async (username: string) =>
      (await list(username)).values.find((row) => row.id === id)?.da_dang_ky
    expect(await registrationSeenBy('sale111')).toBeNull()
    await register('2 minutes', 0)
    expect(await registrationSeenBy('sale111')).toBeNull()
    await register('1 minute')
    expect(await registrationSeenBy('sale111')).toEqual({ package: 'VD120', at: expect.any(String) })
    await server.pool.query(sql`UPDATE moigoihomsau SET untold = true WHERE id = ${id}`)
    expect([await registrationSeenBy('sale111'), await registrationSeenBy('admin')]).toEqual([
      null,
      expect.any(Object),
    ])
  })
})

test('owner and managers change, delete and invite; others of the scope see the row, everybody else does not (D2-Q-123, D2-MAP-75, D2-INVN-26, D2-INVN-29, D2-INVN-31)', async () => {
  const verbs = (id: string) => async (username: string) => {
    const caller = await server.as(username)
    return [
      (await caller.get(`${path}/${id}`)).status,
      (await caller.put(`${path}/setTrangThai/${id}`)).status,
      (await caller.put(`${path}/${id}`, { package: 'VD120' })).status,
      (await caller.delete(`${path}/${id}`)).status,
    ]
  }
  const { id } = rowOf(await create('sale111'))
  const asking = verbs(id)
  for (const username of ['leader11', 'chinhanh1'])
    expect([username, await asking(username)]).toEqual([username, [200, 403, 403, 403]])
  for (const username of ['sale112', 'sale211'])
    expect([username, await asking(username)]).toEqual([username, [404, 404, 404, 404]])
  const may = async (username: string) => (await list(username)).values.find((row) => row.id === id)?.may
  expect(await may('leader11')).toEqual({ update: false, remove: false })
  expect(await may('sale111')).toEqual({ update: true, remove: true })
  expect(await may('quanly')).toEqual({ update: true, remove: true })
  expect(await asking('sale111')).toEqual([200, 200, 200, 200])
  expect(await asking('sale111')).toEqual([404, 404, 404, 404])
  expect(await verbs(rowOf(await create('sale111')).id)('quanly')).toEqual([200, 200, 200, 200])
})

test('the list is paged, newest first, and searched by number (D2-INVN-02, D2-INVN-27)', async () => {
  const phone = nextPhone()
  const { id } = rowOf(await create('sale111', { phone: `+84 ${phone}` }))
  expect((await list('admin', `&phone=0${phone}`)).values.map((row) => row.id)).toEqual([id])
  expect((await list('sale111', `&phone=${phone.slice(-4)}`)).values.map((row) => row.id)).toContain(id)
  const first = (await (await server.as('admin')).get(`${path}?page=0&count=2`)).data as { values: Row[] }
  expect([first.values.length, first.values[0]?.id]).toEqual([2, id])
})

test('managers import 200 rows (D2-INVN-25, D2-MAP-75)', async () => {
  const rows = Array.from({ length: 200 }, () => ({
    phone: nextPhone(),
    username: 'sale121',
    package: 'VD90',
  }))
  const send = async (username: string, data: object[]) =>
    (await server.as(username)).post(`${path}/import`, { data })
  const saved = await send('quanly', rows)
  expect(saved.data).toMatchObject({ saved: 200, errors: [] })
  expect((await list('sale121')).count).toBe(200)
  expect((await send('quanly', [...rows, rows[0] ?? {}])).status).toBe(400)
  expect((await send('sale111', rows.slice(0, 1))).status).toBe(403)
  expect((await send('chinhanh1', rows.slice(0, 1))).status).toBe(403)
})

test('every offer has its staff member, so there is nothing to assign (D2-INVN-28, D2-INVN-30, D2-INVN-32, D2-Q-16)', async () => {
  const admin = await server.as('admin')
  expect((await admin.get(`${path}/assign`)).data).toMatchObject({ values: [], count: 0 })
  expect((await admin.get(`${path}/count-assign`)).data).toEqual({ total: 0 })
  const given = await admin.post(`${path}/assign`, [{ user: 'sale111', count: 1 }])
  expect(given.data).toEqual({ saved: 0 })
  expect((await (await server.as('sale111')).get(`${path}/assign`)).status).toBe(403)
})

test('an offer for a number that has one today asks for confirmation, for everybody and every package, without a name; of two at once one is asked (D3-OTP-05)', async () => {
  const phone = nextPhone()
  const first = await create('sale111', { phone })
  expect(first.status).toBe(200)
  for (const [username, more] of [
    ['sale111', {}],
    ['sale112', { package: 'VD120' }],
    ['sale211', { phone: `+84 ${phone}` }],
  ] as const) {
    const again = await create(username, { phone, ...more })
    expect([again.status, again.body.code]).toEqual([409, 'AGAIN'])
    expect(again.body.msg).toMatch(/^Số này đã có trong danh sách mời hôm nay, gói VD90, lúc \d\d/)
    expect(again.text).not.toMatch(/sale11|Nguyễn/)
  }
  const count = async () =>
    (await server.pool.query(sql`SELECT FROM moigoihomsau WHERE phone = ${phone} AND deleted_at IS NULL`))
      .rowCount
  expect(await count()).toBe(1)
  expect((await create('sale112', { phone, xac_nhan_lai: true })).status).toBe(200)
  await server.pool.query(
    sql`UPDATE moigoihomsau SET "createdAt" = now() - interval '1 day' WHERE phone = ${phone}`,
  )
  expect((await create('sale112', { phone })).status).toBe(200)
  await server.pool.query(sql`UPDATE moigoihomsau SET deleted_at = now() WHERE phone = ${phone}`)
  for (let round = 0; round < 5; round += 1) {
    const fresh = nextPhone()
    const answers = await Promise.all(
      ['sale111', 'sale112'].map((username) => create(username, { phone: fresh })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
  await setSettings(server.pool, { 'phone.searches': 0 })
  await server.pool.query('TRUNCATE phone_searches')
  const hidden = nextPhone()
  expect((await create('quanly', { phone: hidden, username: 'sale111' })).status).toBe(200)
  expect((await create('sale112', { phone: hidden })).status).toBe(200)
  await setSettings(server.pool, { 'phone.searches': 200 })
})
