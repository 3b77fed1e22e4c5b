/** A bank message is proposed for an order, pays it once, and is free again when mark or message is removed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusals } from '#platform/contract/refusals.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { transferDesk, transferPrices } from '#test/transfers.ts'

let server: TestServer
let desk: ReturnType<typeof transferDesk>
beforeAll(async () => {
  server = await startTestServer()
  desk = transferDesk(server)
  await server.pool.query(transferPrices)
})
beforeEach(() => server.pool.query('TRUNCATE transfer_use, mesbank, requestrefund, mfy CASCADE'))
afterAll(() => server.close())

const refused = ({ status, body }: Answer): unknown[] => [status, body.msg]
const phone = '0912345678'

test('one key marks a top-up and a Mfy request as paid, each with its difference, in both histories (D3-QR-02, D2-Q-68, D2-Q-77, D2-REFUND-62)', async () => {
  await setSettings(server.pool, { ti_le_chiet_khau: 7 })
  const order = await desk.topUp(phone, 100_000)
  await setSettings(server.pool, { ti_le_chiet_khau: 0 })
  const paid = await desk.message(`${phone} VD90`, 90_000)
  expect(await desk.read(`mesbank/${paid.id}`)).toMatchObject({
    de_xuat_id: order.id,
    de_xuat: expect.stringMatching(/^Nạp tiền VD90: thiếu 3,000 đ \(93,000 đ, sale111 [\d: -]+\)$/) as string,
    don: null,
  })
  server.published.length = 0
  const answer = await desk.accept(paid.id, order.id)
  expect(answer.body).toMatchObject({
    msg: `Đã ghi nhận cho Nạp tiền ${phone} VD90, còn thiếu 3,000 đ`,
    data: { don: `Nạp tiền ${phone} VD90`, don_loai: 'nap_tien', don_id: order.id, de_xuat: null },
  })
  expect(server.published).toEqual(
    expect.arrayContaining(['mesbank', 'requestrefund', 'requestrefundreport']),
  )
  expect(await desk.read(`requestrefund/${order.id}`)).toMatchObject({
    is_transfer: 1,
    username_duyet_trang_thai_chuyen_khoan: 'quanly',
    chenh_lech: -3_000,
    username_cap_nhat_chenh_lech: 'quanly',
    version: order.version + 1,
  })
  const request = await desk.request('0912345679')
  const more = await desk.message('0912345679 VD90', 52_000)
  expect((await desk.accept(more.id, request.id, 'admin')).status).toBe(200)
  expect(await desk.read(`mfy/${request.id}`)).toMatchObject({
    trang_thai_thu_tien: 'da_chuyen_khoan',
    username_thay_doi_trang_thai_thu_tien: 'admin',
    chenh_lech: 2_000,
  })
  const changesOf = async (path: string, id: string) =>
    (await desk.history(path, id))[0]?.changes.map(({ field, after }) => [field, after])
  expect(await changesOf('mesbank', paid.id)).toEqual([['don', `Nạp tiền ${phone} VD90`]])
  expect(await changesOf('requestrefund', order.id)).toContainEqual([
    'giao_dich',
    expect.stringContaining('VCB 90,000 đ 20-11-2026'),
  ])
  expect(await changesOf('mfy', request.id)).toContainEqual([
    'giao_dich',
    expect.stringContaining('VCB 52,000 đ'),
  ])
})

test('the oldest order of the same amount is proposed, otherwise the oldest order; never decided, paid or other ones (D3-QR-02)', async () => {
  const oldest = await desk.topUp(phone, 70_000)
  const request = await desk.request(phone)
  const exact = await desk.topUp(phone, 90_000)
  await desk.topUp(phone, 90_000)
  await desk.topUp(phone, 90_000, 'NA120')
  await desk.topUp('0912345670', 90_000)
  const [same, other, mfy] = [
    await desk.message(`${phone} VD90 lan 1`, 90_000),
    await desk.message(`${phone} VD90 lan 2`, 10_000),
    await desk.message(`${phone} VD90 lan 3`, 50_000),
  ]
  expect(await Promise.all([same, other, mfy].map(({ id }) => desk.proposal(id)))).toEqual([
    exact.id,
    oldest.id,
    request.id,
  ])
  await desk.setTransfer(oldest.id, 1)
  expect(await desk.proposal(other.id)).toBe(request.id)
  await desk.setCollection(request.id, 'yeu_cau_thu_hoi')
  expect(await desk.proposal(mfy.id)).toBe(exact.id)
  const admin = await server.as('admin')
  await admin.put(`/api/v1/requestrefund/approve/${exact.id}`, { status_duyet_don: 2 })
  expect(await desk.proposal(same.id)).not.toBe(exact.id)
  await admin.get(`/api/v1/mesbank/approve/${same.id}`)
  expect(await desk.proposal(same.id)).toBeNull()
})

test('a message whose package has no price is proposed by its text, in the queue of unreadable messages (D3-QR-02, D3-DEC-07)', async () => {
  const order = await desk.topUp(phone, 90_000, 'NAPLE')
  const request = await desk.request('0912345679', 'ZZ9')
  const unread = [
    await desk.message(`Noi dung: ${phone} naple - Ma GD 123`, 90_000),
    await desk.message(`${phone}NAPLE`, 90_000),
    await desk.message('ND 0912345679 ZZ9', 40_000),
  ]
  const [none] = [await desk.message(`${phone} NAPLE2`, 90_000)]
  expect(await Promise.all(unread.map(({ id }) => desk.proposal(id)))).toEqual([
    order.id,
    order.id,
    request.id,
  ])
  expect(await desk.proposal(none.id)).toBeNull()
  const queue = async () => {
    const { values } = (await desk.read('mesbank?chua_doc=1&da_dung=0')) as unknown as {
      values: { id: string }[]
    }
    return values.map(({ id }) => id).toSorted()
  }
  expect(await queue()).toEqual([...unread, none].map(({ id }) => id).toSorted())
  const waiting = async (): Promise<unknown> =>
    ((await desk.read('dashboard?preset=today')).waiting as { kind: string }[]).find(
      ({ kind }) => kind === 'tin-chua-doc',
    )
  expect(await waiting()).toMatchObject({ count: 4 })
  expect((await desk.accept(unread[0]?.id ?? '', order.id)).status).toBe(200)
  expect(await queue()).toHaveLength(3)
  expect(await waiting()).toMatchObject({ count: 3 })
})

test('the 409 names who was first when either side is already used, and nothing is half done (D3-QR-03)', async () => {
  const [order, other] = [await desk.topUp(phone, 90_000), await desk.topUp(phone, 90_000)]
  const [one, two, late] = [
    await desk.message(`${phone} VD90 a`, 90_000),
    await desk.message(`${phone} VD90 b`, 90_000),
    await desk.message(`${phone} VD90 c`, 90_000),
  ]
  await desk.accept(one.id, order.id)
  // A decision from an outdated screen is refused as stale.
  const stale = await (await server.as('admin')).get(`/api/v1/mesbank/approve/${one.id}?version=1`)
  expect(stale.status).toBe(409)
  expect(refused(await desk.accept(one.id, other.id, 'admin'))).toEqual([
    409,
    `Tin này đã được quanly ghi nhận cho Nạp tiền ${phone} VD90`,
  ])
  const [status, msg] = refused(await desk.accept(two.id, order.id, 'admin'))
  expect([status, msg]).toEqual([
    409,
    expect.stringMatching(
      new RegExp(`^Nạp tiền ${phone} VD90 đã được quanly ghi nhận với tin VCB 90,000 đ [\\d: -]+$`),
    ),
  ])
  await desk.setTransfer(other.id, 1)
  expect(refused(await desk.accept(two.id, other.id))).toEqual([
    409,
    `Nạp tiền ${phone} VD90 đã được admin đặt "Đã CK"`,
  ])
  const request = await desk.request(phone)
  await desk.setCollection(request.id, 'yeu_cau_thu_hoi')
  expect(refused(await desk.accept(two.id, request.id))).toEqual([
    409,
    `Mfy ${phone} VD90 đã được admin đặt "Yêu cầu thu hồi"`,
  ])
  const foreign = await desk.topUp('0912345670', 90_000)
  expect(refused(await desk.accept(two.id, foreign.id))).toEqual([
    409,
    'Nạp tiền 0912345670 VD90 không còn chờ chuyển khoản hoặc không khớp nội dung tin',
  ])
  expect(refused(await desk.accept(two.id, one.id))).toEqual([409, 'Không tìm thấy đơn'])
  await desk.reject(two.id)
  expect(refused(await desk.accept(two.id, order.id))).toEqual([
    409,
    'Tin này đã bị admin từ chối, phải mở lại trước khi ghi nhận cho đơn',
  ])
  await (await server.as('admin')).get(`/api/v1/mesbank/approve/${late.id}`)
  expect(refused(await desk.accept(late.id, order.id))[1]).toBe(
    'Tin này đã được admin duyệt, phải mở lại trước khi ghi nhận cho đơn',
  )
  const fresh = await desk.message(`${phone} VD90 d`, 90_000)
  expect(refused(await desk.accept(fresh.id, order.id, 'quanly', { version: 9 }))).toEqual([
    409,
    refusals.stale,
  ])
  expect((await desk.accept(fresh.id, 'x')).status).toBe(400)
  expect((await desk.accept(order.id, order.id)).status).toBe(404)
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'HNIMB01', 'doitac1'])
    expect([username, (await desk.accept(fresh.id, order.id, username)).status]).toEqual([username, 403])
  expect(await desk.uses()).toEqual([`${one.id} ${order.id}`])
})

test('two unique keys hold, whoever writes the table (D3-QR-03)', async () => {
  const [order, other] = [await desk.topUp(phone, 90_000), await desk.topUp(phone, 90_000)]
  const [one, two] = [
    await desk.message(`${phone} VD90 a`, 90_000),
    await desk.message(`${phone} VD90 b`, 90_000),
  ]
  await desk.accept(one.id, order.id)
  const put = (message: string, id: string) =>
    server.pool.query(
      `INSERT INTO transfer_use (message_id, kind, order_id, chenh_lech, chenh_lech_truoc, phai_thu, username)
       VALUES ($1, 'nap_tien', $2, 0, 0, 0, 'x')`,
      [message, id],
    )
  await expect(put(one.id, other.id)).rejects.toThrow('transfer_use_message')
  await expect(put(two.id, order.id)).rejects.toThrow('transfer_use_order')
})

test('removing the payment mark by hand frees the message and restores the difference, unless somebody typed another one (D3-QR-03, D2-Q-68)', async () => {
  const [order, request] = [await desk.topUp(phone, 93_000), await desk.request(phone)]
  await (
    await server.as('admin')
  ).post('/api/v1/requestrefund/updateTienChenhLech', { id: order.id, chenh_lech: 700 })
  const [one, two] = [
    await desk.message(`${phone} VD90 a`, 90_000),
    await desk.message(`${phone} VD90 b`, 50_500),
  ]
  await desk.accept(one.id, order.id)
  await desk.accept(two.id, request.id)
  server.published.length = 0
  expect((await desk.setTransfer(order.id, 0)).status).toBe(200)
  expect(server.published).toContain('mesbank')
  expect(await desk.read(`requestrefund/${order.id}`)).toMatchObject({
    is_transfer: 0,
    chenh_lech: 700,
    username_cap_nhat_chenh_lech: 'admin',
  })
  expect(await desk.read(`mesbank/${one.id}`)).toMatchObject({ don: null, de_xuat_id: order.id })
  await (await server.as('quanly')).post('/api/v1/mfy/updateChenhLech', { id: request.id, chenh_lech: 9 })
  expect((await desk.setCollection(request.id, 'chua_thu_tien')).status).toBe(200)
  expect(await desk.read(`mfy/${request.id}`)).toMatchObject({
    trang_thai_thu_tien: 'chua_thu_tien',
    chenh_lech: 9,
  })
  expect(await desk.uses()).toEqual([])
  const freed = { username: 'admin', changes: [{ field: 'don', before: `Mfy ${phone} VD90`, after: null }] }
  expect((await desk.history('mesbank', two.id))[0]).toMatchObject(freed)
  // A released message can pay another order, and the same one again.
  expect((await desk.accept(one.id, order.id)).status).toBe(200)
  expect((await (await server.as('admin')).delete(`/api/v1/requestrefund/${order.id}`)).status).toBe(200)
  expect((await desk.accept(two.id, request.id)).status).toBe(200)
  expect((await (await server.as('admin')).delete(`/api/v1/mfy/${request.id}`)).status).toBe(200)
  expect(await desk.uses()).toEqual([])
  // A request that is no longer a top-up is not paid any more.
  const kind = await desk.topUp(phone, 90_000)
  await desk.accept(one.id, kind.id)
  const changed = { id: kind.id, request_type: 1 }
  await (await server.as('admin')).put(`/api/v1/requestrefund/setYeuCau/${kind.id}`, changed)
  expect(await desk.uses()).toEqual([])
})

test('rejecting or deleting a message returns its order to the waiting ones (D3-QR-03)', async () => {
  const [order, request] = [await desk.topUp(phone, 90_000), await desk.request(phone)]
  const [one, two] = [
    await desk.message(`${phone} VD90 a`, 88_000),
    await desk.message(`${phone} VD90 b`, 50_000),
  ]
  await desk.accept(one.id, order.id)
  await desk.accept(two.id, request.id)
  server.published.length = 0
  expect((await desk.reject(one.id)).status).toBe(200)
  expect(server.published).toContain('requestrefund')
  expect(await desk.read(`requestrefund/${order.id}`)).toMatchObject({
    is_transfer: 0,
    chenh_lech: 0,
    username_duyet_trang_thai_chuyen_khoan: 'admin',
  })
  expect((await (await server.as('admin')).delete(`/api/v1/mesbank/${two.id}`)).status).toBe(200)
  expect(await desk.read(`mfy/${request.id}`)).toMatchObject({
    trang_thai_thu_tien: 'chua_thu_tien',
    username_thay_doi_trang_thai_thu_tien: 'admin',
  })
  const entries = (await desk.history('requestrefund', order.id)).map(({ username, changes }) => [
    username,
    changes.map(({ field }) => field),
  ])
  expect(entries.slice(0, 2)).toEqual([
    ['admin', expect.arrayContaining(['is_transfer', 'chenh_lech']) as string[]],
    ['admin', ['giao_dich']],
  ])
  expect(await desk.uses()).toEqual([])
})

test('deleting either side updates the screens of the other one, which is free again (D3-QR-03)', async () => {
  const admin = await server.as('admin')
  const paid = async (order: { id: string }, of: string) => {
    const { id } = await desk.message(`${of} VD90`, 50_000)
    expect((await desk.accept(id, order.id)).status).toBe(200)
    return id
  }
  const toldOf = async (path: string) => {
    server.published.length = 0
    expect((await admin.delete(`/api/v1/${path}`)).status).toBe(200)
    return server.published
  }
  for (const [n, list] of ['requestrefund', 'requestrefundreport', 'mfy'].entries()) {
    const of = async (number: string) => (list === 'mfy' ? desk.request(number) : desk.topUp(number, 50_000))
    const order = await of(phone)
    await paid(order, phone)
    expect(await toldOf(`${list}/${order.id}`)).toEqual(expect.arrayContaining([list, 'mesbank']))
    const other = `091234567${n}`
    const message = await paid(await of(other), other)
    expect(await toldOf(`mesbank/${message}`)).toEqual(
      expect.arrayContaining(['mesbank', list, ...(list === 'mfy' ? [] : ['requestrefund'])]),
    )
  }
})

test('only the proposed order can be accepted: another order matching the message is refused with the proposal (D3-QR-02)', async () => {
  const first = await desk.topUp(phone, 90_000)
  const later = await desk.topUp(phone, 90_000)
  const message = await desk.message(`${phone} VD90`, 90_000)
  const [status, msg] = refused(await desk.accept(message.id, later.id))
  expect([status, msg]).toEqual([
    409,
    expect.stringMatching(/^Tin này được đề xuất cho đơn khác: Nạp tiền VD90/),
  ])
  expect(await desk.uses()).toEqual([])
  expect((await desk.accept(message.id, first.id)).status).toBe(200)
})

test('an amount explained by the proposed order gives no warning, another one is compared with the order (D3-QR-02, D3-APR-03)', async () => {
  await desk.request(phone)
  const exact = await desk.message(`${phone} VD90`, 50_000)
  const short = await desk.message(`${phone} VD90 nua`, 45_000)
  expect(await desk.read(`mesbank/${exact.id}`)).toMatchObject({
    lech_gia: null,
    de_xuat: expect.stringMatching(/^Mfy VD90: đúng số tiền/) as string,
  })
  expect(await desk.read(`mesbank/${short.id}`)).toMatchObject({
    lech_gia: 'Thiếu 5,000 đ so với đơn được đề xuất (Mfy VD90, 50,000 đ)',
  })
  const found = await desk.read(`banduyet/tin-ngan-hang/${exact.id}`)
  expect(found.due).toBe(50_000)
})

test('a message that pays an order is not compared with its package price; its warning is that it is used, and names the order (D3-QR-02, D3-APR-03)', async () => {
  const order = await desk.topUp(phone, 84_000)
  const paid = await desk.message(`${phone} VD90`, 84_000)
  const spare = await desk.message(`${phone} VD90 nua`, 90_000)
  await desk.accept(paid.id, order.id)
  expect(await desk.read(`mesbank/${paid.id}`)).toMatchObject({
    lech_gia: null,
    goi_la: null,
    don: `Nạp tiền ${phone} VD90`,
  })
  const admin = await server.as('admin')
  const count = { method: 'GET', path: '/api/v1/mesbank/approve/:id', ids: [paid.id, spare.id] }
  expect((await admin.post('/api/v1/bulk/count', count)).data).toMatchObject({
    rows: [{ id: spare.id }],
    warned: [{ words: 'đã dùng cho một đơn', rows: 1 }],
    leftOut: 1,
  })
  // The desk warns another request that would use the same transfer, but not the one it pays.
  const again = await desk.topUp(phone, 84_000)
  await server.pool.query(`UPDATE requestrefund SET created_time = '2026-11-20T00:00:00Z'`)
  await admin.delete(`/api/v1/mesbank/${spare.id}`)
  const { rows } = await server.pool.query(
    `SELECT id, tin_da_dung_told AS told FROM requestrefund_list ORDER BY id`,
  )
  expect(rows).toEqual([
    { id: order.id, told: null },
    {
      id: again.id,
      told: expect.stringMatching(/^Tin ngân hàng 84,000 đ lúc .* đã dùng cho đơn nạp VD90 ngày/) as string,
    },
  ])
})

test('message and order show each other, masked for roles that see no phones; proposals are for deciders (D3-QR-02, D1-MASK-01)', async () => {
  const order = await desk.topUp(phone, 90_000)
  const paid = await desk.message(`${phone} VD90`, 90_000)
  const of = async (username: string, id = order.id) =>
    (await server.as(username)).get(`/api/v1/mesbank/cuaDon/${id}`)
  expect((await of('quanly')).data).toMatchObject({
    da_dung: false,
    tin: { id: paid.id, de_xuat_id: order.id },
  })
  expect((await of('sale111')).data).toBeNull()
  const messageSeenBy = async (username: string) =>
    (await (await server.as(username)).get(`/api/v1/mesbank/${paid.id}`)).data
  expect(await messageSeenBy('sale111')).not.toHaveProperty('de_xuat')
  await desk.accept(paid.id, order.id)
  expect((await of('quanly')).data).toMatchObject({ da_dung: true, tin: { id: paid.id } })
  const ownAnswer = await of('sale111')
  expect(ownAnswer.data).toMatchObject({
    da_dung: true,
    tin: { str_mes: '****45678 VD90', money: 90_000 },
  })
  expect(await messageSeenBy('leader11')).toMatchObject({ don: 'Nạp tiền ****45678 VD90' })
  const trail = await (await server.as('sale111')).get(`/api/v1/mesbank/${paid.id}/history`)
  expect(trail.text).toContain('Nạp tiền ****45678 VD90')
  for (const { text } of [ownAnswer, trail]) expect(text).not.toContain('912345678')
  // Users without access to the order do not see it.
  for (const username of ['sale211', 'HNIMB01'])
    expect([username, (await of(username)).status]).toEqual([username, 404])
  expect((await of('quanly', paid.id)).status).toBe(404)
})
