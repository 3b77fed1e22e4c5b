/** Orders: placed once, states of the number, permissions, and visibility. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { showField } from '#kit/contract/kinds.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { rounds } from '#test/rounds.ts'
import type { Answer, TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { buyer, internal, setUpShop, type Shop } from '#test/sims.ts'
import { settleDue } from './clock.ts'

let server: TestServer
let shop: Shop
setUpShop((made) => ({ server, shop } = made))

const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.msg]
const takenText = 'Không thể đặt sim này, có thể sim đã được bán, vui lòng chọn sim khác!'
const list = async (
  query = '',
  by = 'quanly',
): Promise<{ values: Record<string, unknown>[]; count: number }> =>
  (await (await server.as(by)).get(`/api/v1/order?${query}`)).data as never

test('an order reserves its number, copies the sold data and returns its code (D2-ORD-24, D2-ORD-25, D2-ORD-09, D2-Q-134, D3-SIM-05)', async () => {
  const sim = await shop.sim()
  const answer = await shop.send(sim.id, { note: 'Giao sáng' })
  expect(outcomeOf(answer)).toEqual([200, 'Đặt hàng thành công!'])
  const { ma_don } = answer.data as { ma_don: string }
  expect(ma_don).toMatch(/^DH\d+$/)
  const term = { han_gio: 72, han_den: expect.any(String) as string }
  const money = { so_tien: sim.price, ...term, da_thanh_toan: false, chuyen_khoan: null }
  expect(answer.data).toEqual({ ma_don, so_dien_thoai_co_dau_cham: sim.dotted, ...money })
  expect(await shop.state(sim.id)).toMatchObject({ order: 'chua_thanh_toan', sim: 'giu_so', holder: null })
  const { values } = await list()
  expect(values).toEqual([
    expect.objectContaining({
      ma_don,
      phone: '987654321',
      name: buyer.name,
      address: buyer.address,
      payment_method: 'cod',
      note: 'Giao sáng',
      ordered_so_dien_thoai_co_dau_cham: sim.dotted,
      ordered_gia_khach_hang: sim.price,
      ordered_nha_mang: 'VINAPHONE',
      ordered_number_type: 1,
      trang_thai: 'chua_thanh_toan',
      username_nv: null,
    }),
  ])
  expect(Date.parse(String(values[0]?.created_at))).not.toBeNaN()
  // Copied values stay when the number's price changes.
  await server.pool.query(sql`UPDATE simso SET gia_khach_hang = 5 WHERE id = ${sim.id}`)
  expect((await list()).values[0]).toMatchObject({ ordered_gia_khach_hang: sim.price })
})

test('a number that is not for sale is refused in the documented words, and missing or invalid values are named with their field (D2-ORD-26, D2-Q-134, D2-Q-135)', async () => {
  const sim = await shop.sim()
  for (const state of ['giu_so', 'da_ban']) {
    await server.pool.query(sql`UPDATE simso SET trang_thai = ${state} WHERE id = ${sim.id}`)
    expect(outcomeOf(await shop.send(sim.id))).toEqual([409, takenText])
  }
  expect(outcomeOf(await shop.send('018f0000-0000-7000-8000-00000000dead'))).toEqual([409, takenText])
  expect(outcomeOf(await shop.send("1' OR '1'='1"))).toEqual([409, takenText])
  await server.pool.query(sql`UPDATE simso SET trang_thai = 'con_sim' WHERE id = ${sim.id}`)
  for (const [field, value, message] of [
    ['phone', '', 'Chưa nhập số điện thoại'],
    ['phone', '0987', 'Số điện thoại không hợp lệ, cần đủ 9 chữ số sau số 0'],
    ['phone', '098765432', 'Số điện thoại không hợp lệ, cần đủ 9 chữ số sau số 0'],
    ['phone', '+84 98765432', 'Số điện thoại không hợp lệ, cần đủ 9 chữ số sau số 0'],
    ['name', ' ', 'Chưa nhập họ tên'],
    ['address', null, 'Chưa nhập địa chỉ nhận sim'],
    ['payment_method', 'bitcoin', 'Hình thức thanh toán không có trong danh sách'],
  ] as const) {
    const { status, body } = await shop.send(sim.id, { [field]: value })
    expect([field, status, body.fields]).toEqual([field, 400, { [field]: message }])
  }
  expect(await shop.state(sim.id)).toMatchObject({ order: null, sim: 'con_sim' })
})

test('a number without a price is neither offered nor sold, and an unknown choice is refused with a message (D2-ORD-26, D2-Q-133, D2-Q-134)', async () => {
  const sim = await shop.sim({ price: 0 })
  const unpriced = 'Sim này chưa có giá bán, chưa đặt được'
  expect(outcomeOf(await shop.send(sim.id))).toEqual([409, unpriced])
  const byStaff = (await server.as('quanly')).post('/api/v1/order', { ...buyer, so_dien_thoai: sim.number })
  expect(outcomeOf(await byStaff)).toEqual([409, unpriced])
  expect(await shop.state(sim.id)).toMatchObject({ order: null, sim: 'con_sim' })
  const { app } = server
  expect((await app.inject({ url: `/api/v1/simso/homepageFindOne/${sim.id}` })).statusCode).toBe(404)
  const search = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/api/v1/simso/homepageList', payload })).json()
  expect((await search({})).data.count).toBe(0)
  for (const name of ['nha_mang', 'trang_thai'])
    expect((await search({ [name]: 'xx' })).fields[name]).toContain('không có trong danh sách')
})

test('the note of an order can be emptied; a missing or non-text one is refused with its field (D2-ORD-13, D1-Q-166)', async () => {
  await shop.send((await shop.sim()).id, { note: 'Giao sáng' })
  const [row] = (await list()).values
  const put = async (more: object) =>
    (await server.as('quanly')).put(`/api/v1/order/setNote/${String(row?.id)}`, more)
  for (const wrong of [{}, { note: { a: 1 } }, { note: ['x'] }, { note: true }])
    expect(Object.keys((await put(wrong)).body.fields as object)).toEqual(['note'])
  expect((await list()).values[0]?.note).toBe('Giao sáng')
  expect((await put({ note: '' })).status).toBe(200)
  expect((await list()).values[0]?.note).toBeNull()
})

test('of simultaneous orders for one number from shop and staff exactly one is made (D2-ORD-30, D2-Q-134)', async () => {
  const [quanly, admin] = [await server.as('quanly'), await server.as('admin')]
  for (let round = 0; round < rounds(20, 200); round += 1) {
    await shop.clear()
    const sim = await shop.sim()
    const answers = await Promise.all([
      shop.send(sim.id),
      shop.send(sim.id, { phone: '0977000111' }),
      shop.send(sim.id, {}, 'sale111'),
      quanly.post('/api/v1/order', { id: sim.id, ...buyer }),
      admin.post('/api/v1/order', { so_dien_thoai: sim.number, ...buyer }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.msg))).toEqual(
      new Set([takenText]),
    )
    expect(await shop.state(sim.id)).toMatchObject({ order: 'chua_thanh_toan', sim: 'giu_so' })
    expect((await server.pool.query('SELECT FROM sim_order')).rowCount).toBe(1)
  }
})

test("a paid order's number is sold, an unpaid one's held, a deleted one's for sale; only managers change this, and a paid order is not deleted (D2-ORD-07, D2-ORD-08, D2-ORD-18, D2-ORD-23, D2-Q-136)", async () => {
  const sim = await shop.sim()
  await shop.send(sim.id)
  const id = await shop.orderOf(sim.id)
  for (const user of ['chinhanh1', 'leader11', 'sale111', 'doitac1'])
    expect([
      user,
      (await shop.pay(id, 'da_thanh_toan', user)).status,
      (await shop.remove(id, user)).status,
    ]).toEqual([user, 403, 403])
  server.published.length = 0
  expect((await shop.pay(id, 'da_thanh_toan')).status).toBe(200)
  expect(server.published).toEqual(expect.arrayContaining(['order', 'simso']))
  expect(await shop.state(sim.id)).toMatchObject({ order: 'da_thanh_toan', sim: 'da_ban' })
  const refusal = await shop.remove(id)
  expect(outcomeOf(refusal)).toEqual([
    409,
    expect.stringMatching(/^Đơn DH\d+ đã thanh toán: chuyển về "Chưa thanh toán" trước khi xoá$/),
  ])
  expect((await shop.pay(id, 'chua_thanh_toan')).status).toBe(200)
  expect(await shop.state(sim.id)).toMatchObject({ order: 'chua_thanh_toan', sim: 'giu_so' })
  expect((await shop.pay(id, 'huy')).status).toBe(400)
  expect((await shop.remove(id)).status).toBe(200)
  expect(await shop.state(sim.id)).toMatchObject({ order: null, sim: 'con_sim' })
  expect((await shop.send(sim.id)).status).toBe(200)
  const trail = await server.pool.query(sql`
    SELECT username, after ->> 'trang_thai' AS state, after ->> 'don_hang' AS why FROM audit_log
    WHERE resource = 'simso' AND resource_id = ${sim.id} ORDER BY id`)
  expect(trail.rows.map(({ username, state }) => [username, state])).toEqual([
    ['khách hàng', 'giu_so'],
    ['quanly', 'da_ban'],
    ['quanly', 'giu_so'],
    ['quanly', 'con_sim'],
    ['khách hàng', 'giu_so'],
  ])
  expect(trail.rows[3]?.why).toMatch(/^Xoá đơn DH\d+$/)
})

test('a number with an order is not changed or deleted by hand, because its order decides its state (D2-Q-136)', async () => {
  const sim = await shop.sim()
  await shop.send(sim.id)
  const by = (statement: string) => server.pool.query(`UPDATE simso SET ${statement} WHERE id = $1`, [sim.id])
  for (const statement of [
    `trang_thai = 'con_sim'`,
    `trang_thai = 'da_ban'`,
    `deleted_at = now(), deleted_by = 'x'`,
  ])
    await expect(by(statement)).rejects.toThrow(
      /^Số 0\d{9} đang có đơn DH\d+ chưa thanh toán: đổi trạng thái ở đơn hàng$/,
    )
  await by(`ghi_chu = 'khác'`)
  expect(await shop.state(sim.id)).toMatchObject({ sim: 'giu_so' })
})

test('staff order by the digits of the number; an invalid row of an import call is named and the others are saved (D2-ORD-13, D2-ORD-14, D2-Q-136)', async () => {
  const [one, two] = [await shop.sim(), await shop.sim()]
  const quanly = await server.as('quanly')
  const made = await quanly.post('/api/v1/order', {
    so_dien_thoai: one.dotted,
    ...buyer,
    payment_method: 'online',
  })
  expect(outcomeOf(made)).toEqual([200, 'Đặt hàng thành công!'])
  expect(made.data).toMatchObject({
    username_nv: 'quanly',
    payment_method: 'online',
    trang_thai: 'chua_thanh_toan',
  })
  expect(outcomeOf(await quanly.post('/api/v1/order', { so_dien_thoai: '0911999888', ...buyer }))).toEqual([
    400,
    'Số 0911999888 không có trong kho sim',
  ])
  const rows = [
    { so_dien_thoai: one.number, ...buyer },
    { so_dien_thoai: two.number, ...buyer },
    { so_dien_thoai: two.number, ...buyer },
    { so_dien_thoai: '0911999888', ...buyer },
    { so_dien_thoai: two.number, ...buyer, phone: '09' },
  ]
  const saved = await quanly.post('/api/v1/order/import', { data: rows })
  expect(saved.data).toEqual({
    saved: 1,
    inserted: 1,
    errors: [
      { row: 1, msg: takenText },
      { row: 3, msg: takenText },
      { row: 4, msg: 'Số 0911999888 không có trong kho sim' },
      { row: 5, msg: 'Số điện thoại khách không hợp lệ, cần đủ 9 chữ số sau số 0' },
    ],
  })
  expect((await shop.state(two.id)).sim).toBe('giu_so')
  for (const user of ['chinhanh1', 'sale111', 'doitac1'])
    expect((await (await server.as(user)).post('/api/v1/order', { id: one.id, ...buyer })).status).toBe(403)
})

test('below managers the customer’s phone is masked and the address hidden, in list, row, listNoLimit and history; the SIM number is shown (D2-ORD-05, D2-ORD-06, D2-Q-137, D2-Q-125, D2-MAP-77)', async () => {
  const sim = await shop.sim()
  await shop.send(sim.id, { payment_method: 'online' })
  const id = await shop.orderOf(sim.id)
  await (await server.as('quanly')).put(`/api/v1/order/setPhone/${id}`, { phone: '0977123456' })
  await (await server.as('quanly')).put(`/api/v1/order/setAddress/${id}`, { address: 'Số 5 Lê Lợi' })
  await server.pool.query(sql`UPDATE sim_order SET username_nv = 'doitac1' WHERE id = ${id}`)
  for (const user of ['chinhanh1', 'leader11', 'sale111', 'HNIMB01', 'doitac1']) {
    const caller = await server.as(user)
    for (const path of ['', `/${id}`, `/${id}/history`, `/findPackage/${id}`, '/listNoLimit']) {
      const { text, status } = await caller.get(`/api/v1/order${path}`)
      expect([user, path, /77123456|Khuất Duy Tiến|Lê Lợi|87654321/.exec(text)]).toEqual([user, path, null])
      expect([user, path, text.includes(sim.dotted)]).toEqual([user, path, status === 200])
    }
    expect((await list('', user)).values[0]).toMatchObject({ phone: '****23456', name: buyer.name })
  }
  const { values } = (await (await server.as('quanly')).get(`/api/v1/order/${id}/history`)).data as {
    values: { changes: object[] }[]
  }
  expect(values[0]?.changes).toMatchObject([
    { field: 'address', before: buyer.address, after: 'Số 5 Lê Lợi' },
  ])
})

test('the list is filtered by the customer’s phone, the SIM number and the payment, newest first (D2-ORD-01 to 04, D2-ORD-22, D2-Q-28)', async () => {
  const [one, two] = [await shop.sim({ number: '0912341368' }), await shop.sim({ number: '0919056868' })]
  await shop.send(one.id)
  await shop.send(two.id, { phone: '0977000111' })
  await shop.pay(await shop.orderOf(one.id), 'da_thanh_toan')
  const search = async (query: string, by = 'quanly'): Promise<unknown[]> =>
    (await list(query, by)).values.map((row) => row.ordered_so_dien_thoai_co_dau_cham)
  expect(await search('page=0&count=20')).toEqual([two.dotted, one.dotted])
  expect(await search('so_dien_thoai_khach_dat=7700')).toEqual([two.dotted])
  expect(await search('trang_thai=da_thanh_toan')).toEqual([one.dotted])
  for (const user of ['quanly', 'sale111'])
    for (const typed of ['0912341368', '0912.341', '1368', '34136'])
      expect([user, typed, await search(`so_dien_thoai=${typed}`, user)]).toEqual([user, typed, [one.dotted]])
})

test('the public calls offer the numbers for sale, never their cost, owner or notes (D2-ORD-27, D2-ORD-28, D2-ORD-29, D2-Q-133, D3-SIM-02)', async () => {
  const cheap = await shop.sim({ number: '0912341368', price: 500_000, types: 'sim_loc_phat,sim_than_tai' })
  const dear = await shop.sim({
    number: '0903777888',
    price: 9_000_000,
    types: 'sim_tam_hoa_kep',
    nha_mang: 'MOBIFONE',
    number_type: 2,
  })
  const gone = await shop.sim()
  await shop.send(gone.id)
  const { outsider } = server
  const ask = async (body: object): Promise<Answer> => outsider.post('/api/v1/simso/homepageList', body)
  const all = await ask({})
  expect(all.data).toEqual({
    count: 2,
    more: false,
    values: [
      {
        id: dear.id,
        so_dien_thoai: dear.number,
        so_dien_thoai_co_dau_cham: dear.dotted,
        nha_mang: 'MOBIFONE',
        number_type: 2,
        gia_khach_hang: 9_000_000,
        types: [{ loai_sim: 'sim_tam_hoa_kep' }],
      },
      expect.objectContaining({
        id: cheap.id,
        types: [{ loai_sim: 'sim_loc_phat' }, { loai_sim: 'sim_than_tai' }],
      }),
    ],
  })
  const idsOf = async (body: object): Promise<unknown[]> =>
    ((await ask(body)).data as { values: { id: string }[] }).values.map(({ id }) => id)
  for (const body of [
    { nha_mang: 'MOBIFONE' },
    { number_type: 2 },
    { loai_sim: 'sim_tam_hoa_kep' },
    { loai_sim: ['sim_tam_hoa_kep', 'sim_taxi'] },
    { gia_tu: 1_000_000 },
    { so_dien_thoai: '*888' },
    { so_dien_thoai: '09?3.777' },
    { bo_so: '4' },
  ])
    expect([body, await idsOf(body)]).toEqual([body, [dear.id]])
  const born = [await shop.sim({ number: '0966150890' }), await shop.sim({ number: '0915081990' })]
  const ofDay = async (ngay_sinh: string) => new Set(await idsOf({ ngay_sinh }))
  expect(await ofDay('150890')).toEqual(new Set([born[0]?.id]))
  // A complete date matches endings in both forms.
  expect(await ofDay('15081990')).toEqual(new Set(born.map(({ id }) => id)))
  expect((await ask({ ngay_sinh: '321390' })).body.fields).toHaveProperty('ngay_sinh')
  for (const { id } of born) await shop.hold(id)
  expect(await idsOf({ gia_den: '500,000' })).toEqual([cheap.id])
  expect(await idsOf({ page: 1, count: 1 })).toEqual([cheap.id])
  expect((await ask({ so_dien_thoai: 'abc' })).body.fields).toEqual({
    so_dien_thoai: 'Số cần tìm chỉ gồm chữ số, * (nhiều chữ số bất kỳ) và ? (một chữ số bất kỳ)',
  })
  const one = await outsider.get(`/api/v1/simso/homepageFindOne/${cheap.id}`)
  expect(one.data).toMatchObject({ id: cheap.id, gia_khach_hang: 500_000 })
  for (const id of [gone.id, '018f0000-0000-7000-8000-00000000dead', 'x'])
    expect((await outsider.get(`/api/v1/simso/homepageFindOne/${id}`)).status).toBe(404)
  const sent = await shop.send(cheap.id)
  for (const { text } of [all, one, sent])
    for (const value of [...Object.keys(internal), ...Object.values(internal)])
      expect(text).not.toContain(String(value))
})

test('an unpaid order is deleted after its deadline with that reason, and its number is for sale again; set to unpaid again it gets a new deadline (D2-Q-136, D3-SIM-07)', async () => {
  const [late, paid, fresh, again] = [await shop.sim(), await shop.sim(), await shop.sim(), await shop.sim()]
  await setSettings(server.pool, { 'sim.unpaidHoursCod': 26 })
  for (const [index, { id }] of [late, paid, fresh, again].entries())
    await shop.send(id, { phone: `098765432${index}` })
  await shop.pay(await shop.orderOf(paid.id), 'da_thanh_toan')
  await server.pool.query(
    sql`UPDATE sim_order SET created_at = now() - interval '25 hours' WHERE sim_id <> ${fresh.id}`,
  )
  const states = async (): Promise<unknown[]> =>
    Promise.all([late, paid, fresh, again].map(async ({ id }) => (await shop.state(id)).sim))
  const id = await shop.orderOf(late.id)
  await shop.pay(await shop.orderOf(again.id), 'da_thanh_toan')
  await shop.pay(await shop.orderOf(again.id), 'chua_thanh_toan')
  await settleDue(server.api.services, 'test')
  expect(await states()).toEqual(['giu_so', 'da_ban', 'giu_so', 'giu_so'])
  await server.pool.query(sql`UPDATE sim_order SET created_at = created_at - interval '1 hour 1 minute'`)
  await settleDue(server.api.services, 'test')
  expect(await states()).toEqual(['con_sim', 'da_ban', 'giu_so', 'giu_so'])
  await setSettings(server.pool, { 'sim.unpaidHoursCod': 72 })
  const { rows } = await server.pool.query(sql`
    SELECT username, action, after ->> 'ly_do_xoa' AS why FROM audit_log
    WHERE resource = 'order' AND resource_id = ${id} ORDER BY id DESC LIMIT 1`)
  expect(rows).toEqual([{ username: '__AUTO', action: 'remove', why: 'quá 26 giờ chưa thanh toán' }])
  const quanly = await server.as('quanly')
  const lastEntry = async (path: string): Promise<object> =>
    ((await quanly.get(`/api/v1/${path}/history`)).data as { values: object[] }).values[0] ?? {}
  expect(await lastEntry(`order/${id}`)).toMatchObject({
    username: '__AUTO',
    changes: [{ field: 'ly_do_xoa', before: null, after: 'quá 26 giờ chưa thanh toán' }],
  })
  expect(await lastEntry(`simso/${late.id}`)).toMatchObject({
    username: '__AUTO',
    changes: [
      { field: 'trang_thai', before: 'giu_so', after: 'con_sim' },
      {
        field: 'don_hang',
        after: expect.stringMatching(/^Xoá đơn DH\d+: quá 26 giờ chưa thanh toán$/) as string,
      },
    ],
  })
})

test('orders have the calls of every list; they have no staff field, so there is nothing to assign (D2-ORD-12, D2-ORD-15 to 17, D2-ORD-19 to 21, D2-Q-16, D2-Q-17)', async () => {
  const sim = await shop.sim()
  await shop.send(sim.id)
  const id = await shop.orderOf(sim.id)
  const admin = await server.as('admin')
  const get = async (path: string): Promise<unknown> => (await admin.get(`/api/v1/order/${path}`)).data
  expect(await get('assign')).toEqual({ values: [], count: 0 })
  expect(await get('count-assign')).toEqual({ total: 0 })
  expect((await admin.post('/api/v1/order/assign', [{ user: 'sale111', count: 1 }])).status).toBe(400)
  expect((await (await server.as('sale111')).post('/api/v1/order/assign', [])).status).toBe(403)
  expect(await get(`findPackage/${id}`)).toEqual(await get(id))
  expect(await get('listNoLimit')).toMatchObject({ count: 1, values: [{ id }] })
})

test('the payment method has a text: online is a bank transfer, cod is on receipt and the default (D2-ORD-10, D2-ORD-11)', async () => {
  const { payment_method: field } = order.fields
  expect([showField('online', field), showField('cod', field)]).toEqual([
    'Chuyển khoản',
    'Thanh toán khi nhận hàng',
  ])
  const sim = await shop.sim()
  await shop.send(sim.id, { payment_method: '' })
  expect((await list()).values[0]).toMatchObject({ payment_method: 'cod' })
})
