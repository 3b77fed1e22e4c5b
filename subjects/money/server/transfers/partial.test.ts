/** A second message pays the rest of an order: proposed, added up, reverted together or alone (D3-FEED-01). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { transferDesk, transferPrices, type Row } from '#test/transfers.ts'

let server: TestServer
let desk: ReturnType<typeof transferDesk>
beforeAll(async () => {
  server = await startTestServer()
  desk = transferDesk(server)
  await server.pool.query(transferPrices)
})
beforeEach(() => server.pool.query('TRUNCATE transfer_use, mesbank, requestrefund, mfy CASCADE'))
afterAll(() => server.close())

const phone = '0912345678'
const differenceOf = async (path: string, { id }: Row) => (await desk.read(`${path}/${id}`)).chenh_lech

/** A top-up of 90,000 with 60,000 paid. */
async function paidInPart() {
  const order = await desk.topUp(phone, 90_000)
  const first = await desk.message(`${phone} VD90`, 60_000)
  await desk.accept(first.id, order.id)
  return { order, first }
}

test('the missing amount is shown, and the message that brings it is proposed and counted (D3-FEED-01)', async () => {
  const { order } = await paidInPart()
  expect(await differenceOf('requestrefund', order)).toBe(-30_000)
  const rest = await desk.message(`${phone} VD90 tra not`, 20_000)
  expect(await desk.read(`mesbank/${rest.id}`)).toMatchObject({
    de_xuat_id: order.id,
    de_xuat: expect.stringMatching(/^Nạp tiền VD90, trả nốt: thiếu 10,000 đ \(30,000 đ, /) as string,
  })
  const answer = await (await server.as('quanly')).get(`/api/v1/mesbank/cuaDon/${order.id}`)
  expect(answer.data).toMatchObject({ da_dung: false, tin: { id: rest.id } })
  expect((await desk.accept(rest.id, order.id, 'admin')).body.msg).toBe(
    `Đã ghi nhận cho Nạp tiền ${phone} VD90, còn thiếu 10,000 đ`,
  )
  const last = await desk.message(`${phone} VD90 het`, 10_000)
  expect((await desk.accept(last.id, order.id)).body.msg).toBe(`Đã ghi nhận cho Nạp tiền ${phone} VD90`)
  // The author of the payment mark stays; the three messages add up to the amount due.
  expect(await desk.read(`requestrefund/${order.id}`)).toMatchObject({
    is_transfer: 1,
    chenh_lech: 0,
    username_duyet_trang_thai_chuyen_khoan: 'quanly',
  })
  const { rows } = await server.pool.query('SELECT lech_tien FROM requestrefund_list')
  expect(rows).toEqual([{ lech_tien: null }])
  expect(await desk.uses()).toHaveLength(3)
})

test('a Mfy request is paid in parts the same way (D3-FEED-01)', async () => {
  const request = await desk.request(phone)
  for (const [text, money] of [
    ['a', 20_000],
    ['b', 30_000],
  ] as const)
    expect(
      (await desk.accept((await desk.message(`${phone} VD90 ${text}`, money)).id, request.id)).status,
    ).toBe(200)
  expect(await desk.read(`mfy/${request.id}`)).toMatchObject({
    trang_thai_thu_tien: 'da_chuyen_khoan',
    chenh_lech: 0,
  })
})

test('a message above the missing amount, one after full payment, and one for an order marked by hand do not count as the rest (D3-FEED-01)', async () => {
  const { order } = await paidInPart()
  const above = await desk.message(`${phone} VD90 thang sau`, 30_001)
  expect(await desk.proposal(above.id)).toBeNull()
  expect((await desk.accept(above.id, order.id)).status).toBe(409)
  // A text that may contain an order code takes another code path.
  const coded = await desk.message(`${phone} VD90 dh moi`, 30_001)
  expect(await desk.proposal(coded.id)).toBeNull()
  const rest = await desk.message(`${phone} VD90 con lai`, 30_000)
  expect(await desk.proposal(rest.id)).toBe(order.id)
  await desk.accept(rest.id, order.id)
  expect(await desk.proposal((await desk.message(`${phone} VD90 nua`, 1_000)).id)).toBeNull()
  const byHand = await desk.topUp('0912345679', 90_000)
  await desk.setTransfer(byHand.id, 1)
  expect(await desk.proposal((await desk.message('0912345679 VD90', 1_000)).id)).toBeNull()
})

test('rejecting the message of a rest makes it missing again; removing the payment mark frees all messages (D3-FEED-01, D3-QR-03)', async () => {
  const { order, first } = await paidInPart()
  const rest = await desk.message(`${phone} VD90 con lai`, 30_000)
  await desk.accept(rest.id, order.id)
  expect((await desk.reject(rest.id)).status).toBe(200)
  expect(await desk.read(`requestrefund/${order.id}`)).toMatchObject({ is_transfer: 1, chenh_lech: -30_000 })
  expect(await desk.uses()).toEqual([`${first.id} ${order.id}`])
  const again = await desk.message(`${phone} VD90 lan nua`, 30_000)
  await desk.accept(again.id, order.id)
  // The first message is rejected: the second one's payment stays.
  expect((await desk.reject(first.id)).status).toBe(200)
  expect(await differenceOf('requestrefund', order)).toBe(-60_000)
  await desk.accept((await desk.message(`${phone} VD90 cuoi`, 60_000)).id, order.id)
  expect(await differenceOf('requestrefund', order)).toBe(0)
  expect((await desk.setTransfer(order.id, 0)).status).toBe(200)
  expect(await desk.uses()).toEqual([])
  expect(await differenceOf('requestrefund', order)).toBe(0)
  expect(await desk.proposal(again.id)).toBe(order.id)
})

test('of two messages for one missing amount accepted at once only one pays it (D3-FEED-01, D3-QR-03)', async () => {
  const { order } = await paidInPart()
  const [one, two] = [
    await desk.message(`${phone} VD90 a`, 30_000),
    await desk.message(`${phone} VD90 b`, 30_000),
  ]
  const answers = await Promise.all([desk.accept(one.id, order.id), desk.accept(two.id, order.id, 'admin')])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect(await differenceOf('requestrefund', order)).toBe(0)
  expect(await desk.uses()).toHaveLength(2)
})

/** A Mfy request that a leader has marked as transferred, and its price. */
async function markedByLeader() {
  const request = await desk.request(phone)
  expect((await desk.setCollection(request.id, 'da_chuyen_khoan', 'leader11')).status).toBe(200)
  return { request, due: Number(request.doanh_thu) }
}

/** Inserts a message of that many days from now. */
async function messageOf(money: number, days = 0): Promise<Row> {
  const message = await desk.message(`${phone} VD90`, money)
  await server.pool.query(`UPDATE mesbank SET datetime = now() + $2 * interval '1 day' WHERE id = $1`, [
    message.id,
    days,
  ])
  return message
}

test('when a leader has marked a request as transferred, its later message is proposed and attached once (D3-QR-02, D3-QR-03)', async () => {
  const { request, due } = await markedByLeader()
  const [message, second] = [await messageOf(due), await messageOf(due)]
  expect(await desk.proposal(message.id)).toBe(request.id)
  const taken = await Promise.all([
    desk.accept(message.id, request.id),
    desk.accept(second.id, request.id, 'admin'),
  ])
  expect(taken.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await desk.uses()).toHaveLength(1)
  expect(await desk.read(`mfy/${request.id}`)).toMatchObject({
    trang_thai_thu_tien: 'da_chuyen_khoan',
    chenh_lech: 0,
  })
  const [used, free] = taken[0]?.status === 200 ? [message, second] : [second, message]
  expect(await desk.proposal(free.id)).toBeNull()
  // Without its message it waits again.
  expect((await desk.reject(used.id)).status).toBe(200)
  expect(await desk.read(`mfy/${request.id}`)).toMatchObject({ trang_thai_thu_tien: 'chua_thu_tien' })
  expect(await desk.proposal(free.id)).toBe(request.id)
})

test('a request marked by hand accepts only its exact amount from around that time, and a waiting request takes precedence (D3-QR-02)', async () => {
  const { request, due } = await markedByLeader()
  for (const [money, days] of [
    [due - 1, 0],
    [due + 1, 0],
    [due, 2],
    [due, -60],
  ] as const)
    expect([money, days, await desk.proposal((await messageOf(money, days)).id)]).toEqual([money, days, null])
  const early = await messageOf(due)
  expect(await desk.proposal(early.id)).toBe(request.id)
  expect((await desk.setCollection(request.id, 'yeu_cau_thu_hoi')).status).toBe(200)
  expect(await desk.proposal(early.id)).toBeNull()
  await desk.setCollection(request.id, 'da_chuyen_khoan')
  const waiting = await desk.topUp(phone, 90_000)
  expect(await desk.proposal(early.id)).toBe(waiting.id)
})
