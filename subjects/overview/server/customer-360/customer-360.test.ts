/** The page of a phone, its key, and the search that links to it. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blockNames } from '#subjects/overview/contract/calls/customer-360.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { setSettings } from '#test/settings.ts'
import { startTestServer, type Caller, type TestServer } from '#test/server.ts'
import { newSecrets } from '#platform/server/running/secrets.ts'

let server: TestServer
let sale: Caller
let boss: Caller
const root = '/api/v1/khachhang360'
const keyOf = (phone: string): string => server.api.services.secrets?.conceal('khachhang360', phone) ?? ''
type Hit = { key: string; phone: string; package: string | null; holder: string | null; lists: string[] }
type Found = { phones: Hit[]; count: number; lists: { name: string; count: number }[]; left: unknown }
const find = async (caller: Caller, text: string): Promise<Found> =>
  (await caller.get(`/api/v1/timnhanh?text=${encodeURIComponent(text)}`)).data as Found

const refund = (phone: string, username: string) => sql`
  INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
  VALUES (${username}, '', ${phone}, 'VD90', 5, 90000, now())`

beforeAll(async () => {
  server = await startTestServer()
  sale = await server.as('sale111')
  boss = await server.as('quanly')
  const file = await makePool(server.pool, { rows: 3 })
  await server.pool.query(sql`
    INSERT INTO customer (file_id, phone, package, rank)
    VALUES (${file}, '912005610', 'VD90', 10), (${file}, '912105610', 'VD120', 11)`)
  await server.pool.query(`
    BEGIN; SELECT set_config('vas.movement', 'assign', true);
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale111'), status = 'ASSIGNED' WHERE phone = '912005610';
    UPDATE customer SET holder_id = (SELECT id FROM users WHERE username = 'sale211'), status = 'ASSIGNED' WHERE phone = '912105610';
    COMMIT`)
  await server.pool.query(refund('912005610', 'sale111'))
  await server.pool.query(refund('912005610', 'sale211'))
})
beforeEach(async () => {
  await server.pool.query(`TRUNCATE phone_searches; DELETE FROM settings WHERE key = 'phone.searches'`)
})
afterAll(() => server.close())

test('the key of a phone is always the same; a guessed key, a changed one or one made with another secret opens nothing (D3-C360-01)', async () => {
  const key = keyOf('912005610')
  expect(key).toMatch(/^[\w-]{22}$/)
  expect(keyOf('912005610')).toBe(key)
  expect((await sale.get(`${root}/${key}`)).data).toEqual({ phone: '****05610', khong_goi: null })
  expect((await boss.get(`${root}/${key}`)).data).toEqual({ phone: '912005610', khong_goi: null })
  const other = newSecrets(Buffer.alloc(32, 99)).conceal('khachhang360', '912005610')
  const elsewhere = server.api.services.secrets?.conceal('another page', '912005610') ?? ''
  const changed = [...key].map(
    (letter, index) => key.slice(0, index) + (letter === 'A' ? 'B' : 'A') + key.slice(index + 1),
  )
  const guesses = ['912005610', '0912005610', Buffer.from('912005610').toString('base64url'), 'x'.repeat(22)]
  const padded = `${key}==`
  for (const wrong of [other, elsewhere, padded, ...changed, ...guesses]) {
    for (const path of ['', '/customer', '/hoantien']) {
      const { status, body } = await sale.get(`${root}/${wrong}${path}`)
      expect([wrong, status, body.code]).toEqual([wrong, 404, 'NOT_FOUND'])
    }
  }
})

test('a phone outside the scope is not found, like a phone that does not exist (D3-C360-01)', async () => {
  const answers = async (phone: string) =>
    Promise.all(
      ['', ...blockNames.map((name) => `/${name}`)].map(async (path) => {
        const { status, text } = await sale.get(`${root}/${keyOf(phone)}${path}`)
        return [path, status, text.replaceAll(phone.slice(-5), '')]
      }),
    )
  expect(await answers('912105610')).toEqual(await answers('912999999'))
  // The caller's own request for the phone, not the other one.
  const rows = async (caller: Caller) =>
    (
      (await caller.get(`${root}/${keyOf('912005610')}/hoantien`)).data as {
        values: { staff_username: string }[]
      }
    ).values
  expect((await rows(sale)).map((row) => row.staff_username)).toEqual(['sale111'])
  expect((await rows(boss)).map((row) => row.staff_username).sort()).toEqual(['sale111', 'sale211'])
})

test('opening a page uses a daily search, its blocks and a second look do not; beyond the limit every call of the page is refused (D3-C360-01, D3-SEC-05)', async () => {
  await setSettings(server.pool, { 'phone.searches': 1 })
  const open = async (phone: string, path = '') => (await sale.get(`${root}/${keyOf(phone)}${path}`)).status
  expect(await open('912300001')).toBe(200)
  expect(await open('912300001', '/customer')).toBe(200)
  expect(await open('912300001')).toBe(200)
  for (const path of ['', '/customer', '/blacklist', '/chuyenkhoan'])
    expect([path, await open('912300002', path)]).toEqual([path, 429])
  expect((await sale.get(`${root}/khoa?phone=0912300002`)).status).toBe(429)
  expect((await boss.get(`${root}/${keyOf('912300002')}`)).status).toBe(200)
})

test('a number held within 31 days opens without using a daily search (D3-SEC-05)', async () => {
  await setSettings(server.pool, { 'phone.searches': 0 })
  expect((await sale.get(`${root}/${keyOf('912005610')}`)).status).toBe(429)
  await server.pool.query(`
    INSERT INTO disclosures (customer_id, user_id, reason)
    SELECT c.id, u.id, 'appointment' FROM customer c, users u WHERE c.phone = '912005610' AND u.username = 'sale111'`)
  expect((await sale.get(`${root}/${keyOf('912005610')}`)).status).toBe(200)
})

test('each hand-out, look-up and opening of a number is listed by phone with its kind, person and time (D3-RULE-04)', async () => {
  const seller = await server.as('sale112')
  await permitFiles(server.pool, 'sale112', [await makePool(server.pool, { rows: 1 })])
  const { rows: free } = await server.pool.query<{ phone: string }>(
    `SELECT phone FROM customer ORDER BY "createdAt" DESC LIMIT 1`,
  )
  const phone = free[0]?.phone ?? ''
  const key = keyOf(phone)
  const viewed = async () =>
    (
      (await boss.get(`${root}/${key}/daxem`)).data as {
        values: { username: string; act: string; times: number }[]
      }
    ).values
      .filter(({ username }) => username === 'sale112')
      .map(({ act, times }) => `${act} ${times}`)
      .toSorted()
  expect(await viewed()).toEqual([])
  await seller.get('/api/v1/customer/new-care')
  expect(await viewed()).toEqual(['nhan 1'])
  await seller.get(`${root}/${key}`)
  for (const nguon of ['tra_cuu', 'tra_cuu', 'nhap_tay'])
    await server.pool.query(sql`
      INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, nguon)
      VALUES ('sale112', 'x', ${phone}, 'TTTB', ${nguon})`)
  await server.pool.query(sql`
    INSERT INTO disclosures (customer_id, user_id, reason)
    SELECT id, holder_id, 'appointment' FROM customer WHERE phone = ${phone}`)
  expect(await viewed()).toEqual(['hen 1', 'mo 1', 'nhan 1', 'tra_cuu 2'])
})

test('opening a page is recorded once a day and person, and only managers see who opened a number (D3-C360-01)', async () => {
  const key = keyOf('912400001')
  for (const path of ['', '/customer', '/cuocgoi', '']) await sale.get(`${root}/${key}${path}`)
  await boss.get(`${root}/${key}`)
  const { rows } = await server.pool.query(`
    SELECT username FROM audit_log WHERE action = 'view' AND resource_id = '912400001' ORDER BY id`)
  expect(rows).toEqual([{ username: 'sale111' }, { username: 'quanly' }])
  const seen = await boss.get(`${root}/${key}/daxem`)
  expect((seen.data as { values: { username: string; times: number }[] }).values).toMatchObject([
    { username: 'quanly', times: 1 },
    { username: 'sale111', times: 1 },
  ])
  expect((await sale.get(`${root}/${key}/daxem`)).status).toBe(403)
  // A number shown in full counts like an opened page.
  const viewers = await boss.get(`${root}/${keyOf('912005610')}/daxem`)
  expect(
    (viewers.data as { values: { username: string }[] }).values.map(({ username }) => username),
  ).toContain('sale111')
})

test("last digits find the phones of the reader's lists, each list with its count; the key opens the page (D3-PAL-01, D2-Q-08, D2-MASK-04)", async () => {
  const hits = await find(sale, '5610')
  expect(hits.phones).toEqual([
    {
      khong_goi: null,
      key: keyOf('912005610'),
      phone: '****05610',
      package: 'VD90',
      holder: 'sale111',
      lists: ['customer', 'hoantien'],
    },
  ])
  expect(hits.count).toBe(1)
  expect(hits.lists.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'customer', count: 1 },
    { name: 'hoantien', count: 1 },
  ])
  const all = await find(boss, '5610')
  expect(all.phones.map(({ phone }) => phone)).toEqual(['912005610', '912105610'])
  expect(all.lists.find(({ name }) => name === 'hoantien')?.count).toBe(2)
  expect(all.left).toBeNull()
  expect((await sale.get(`${root}/${hits.phones[0]?.key}`)).status).toBe(200)
})

test("a search finds single orders of the reader's lists, waiting ones first, three per list, with the amounts that the reader may see (D3-PAL-01)", async () => {
  type Order = {
    list: string
    phone: string
    amount: number | null
    about: string
    state: string
    waiting: boolean
  }
  const ordersOf = async (caller: Caller): Promise<Order[]> =>
    ((await find(caller, '5610')) as unknown as { orders: Order[] }).orders
  expect(await ordersOf(sale)).toMatchObject([
    {
      list: 'hoantien',
      phone: '****05610',
      amount: 90_000,
      about: 'Nạp tiền, VD90',
      state: 'CHỜ DUYỆT',
      waiting: true,
    },
  ])
  await server.pool.query(refund('912105610', 'sale211'))
  await server.pool.query(refund('912105610', 'sale211'))
  await server.pool.query(sql`
    UPDATE requestrefund SET status_duyet_don = 1, approver = 'quanly', created_time = now() + interval '1 minute'
    WHERE id = (SELECT id FROM requestrefund WHERE number_phone = '912105610' LIMIT 1)`)
  await server.pool.query(sql`
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv)
    VALUES ('912105610', current_date, 'sale211', '')`)
  const seen = await ordersOf(boss)
  expect(seen.filter(({ list }) => list === 'hoantien').map(({ waiting }) => waiting)).toEqual([
    true,
    true,
    true,
  ])
  expect(seen.filter(({ list }) => list === 'khachrieng')).toMatchObject([
    { phone: '912105610', amount: null, about: '', state: 'CHỜ DUYỆT', waiting: true },
  ])
  // Nothing from another group.
  expect((await ordersOf(sale)).map(({ list }) => list)).toEqual(['hoantien'])
})

test.each(['0912005610', '+84 912 005 610', '84912005610', '912.005.610'])(
  'a whole number is found in every spelling: %s (D3-PAL-01, D2-MASK-04)',
  async (text) => {
    expect((await find(sale, text)).phones.map(({ key }) => key)).toEqual([keyOf('912005610')])
    expect((await sale.get(`${root}/khoa?phone=${encodeURIComponent(text)}`)).data).toEqual({
      key: keyOf('912005610'),
    })
  },
)

test('a masked role searches by a whole number or one to five last digits, within the daily limit; beyond it nothing is found (D3-PAL-01, D3-SEC-05)', async () => {
  await setSettings(server.pool, { 'phone.searches': 2 })
  const status = async (text: string, username = sale) =>
    (await username.get(`/api/v1/timnhanh?text=${text}`)).status
  for (const text of ['005610', '12005610', '4912005610', 'abc'])
    expect([text, await status(text)]).toEqual([text, 400])
  expect((await find(sale, '5610')).left).toEqual({ left: 1, most: 2 })
  expect(await status('5610')).toBe(200)
  expect((await find(sale, '0912005619')).left).toEqual({ left: 0, most: 2 })
  // A number counted by the search opens without counting again; another one is refused.
  expect((await sale.get(`${root}/${keyOf('912005619')}`)).status).toBe(200)
  expect(await status('0')).toBe(429)
  expect(await status('005610', boss)).toBe(200)
})

test('numbers with the same mask are listed newest first, whatever their hidden digits (D3-PAL-01, D2-MASK-03)', async () => {
  for (const [older, newer] of [
    ['912300077', '989900077'],
    ['989900078', '912300078'],
  ] as const) {
    await server.pool.query(refund(older, 'sale111'))
    await server.pool.query(refund(newer, 'sale111'))
    const found = (await find(sale, older.slice(-5))).phones.map(({ key }) => key)
    expect(found).toEqual([keyOf(newer), keyOf(older)])
    const phones = (await find(boss, older.slice(-5))).phones.map(({ phone }) => phone)
    expect(phones).toEqual([older, newer].toSorted())
  }
})

test('page and palette show who requested not to call a phone and until when; an ended entry is not shown (D3-RULE-03, D3-C360-01)', async () => {
  const phone = '912005610'
  const admin = await server.as('admin')
  const opened = async () => (await admin.get(`${root}/${keyOf(phone)}`)).data
  await admin.post('/api/v1/blacklist', { phone_number: phone, nguon: '5656', den_ngay: '2020-01-01' })
  expect(await opened()).toMatchObject({ phone, khong_goi: null })
  await admin.post('/api/v1/blacklist', { phone_number: phone, nguon: 'toa_an' })
  expect(await opened()).toMatchObject({ khong_goi: { nguon: 'toa_an', den_ngay: null } })
  const findAs = async (username: string, text: string) =>
    ((await (await server.as(username)).get(`/api/v1/timnhanh?text=${text}`)).data as { phones: object[] })
      .phones
  expect(await findAs('admin', '005610')).toMatchObject([{ khong_goi: { nguon: 'toa_an' } }])
  expect(await findAs('sale111', phone)).toMatchObject([{ khong_goi: { nguon: 'toa_an' } }])
  // A search by last digits covers many numbers, so a masked role gets no entry.
  expect(await findAs('sale111', '05610')).toMatchObject([{ khong_goi: null }])
})
