/** Of concurrent changes of the same money one wins, in any way, and message and order always agree. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
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

const times = rounds(12, 200)
const phoneOf = (round: number): string => `0${912_000_000 + round}`
const statuses = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** Invariant after any race: an order marked by a message has its use with the same difference, and no use exists without the mark. */
async function bothAgree(): Promise<void> {
  const { rows } = await server.pool.query(`
    SELECT u.* FROM transfer_use u JOIN mesbank m ON m.id = u.message_id
    LEFT JOIN requestrefund r ON r.id = u.order_id LEFT JOIN mfy y ON y.id = u.order_id
    WHERE u.ended_at IS NULL AND (m.deleted_at IS NOT NULL OR m.trang_thai_duyet_thong_tin IS NOT DISTINCT FROM '2'
      OR NOT coalesce(r.is_transfer = 1 AND r.deleted_at IS NULL AND r.chenh_lech = u.chenh_lech,
        y.trang_thai_thu_tien = 'da_chuyen_khoan' AND y.deleted_at IS NULL AND y.chenh_lech = u.chenh_lech, false))`)
  expect(rows).toEqual([])
}

/** An order of either kind with its messages. */
async function scene(
  round: number,
  messages: number,
): Promise<{ order: Row; mfy: boolean; messageRows: Row[] }> {
  const mfy = round % 2 === 1
  const phone = phoneOf(round)
  const order = mfy ? await desk.request(phone) : await desk.topUp(phone, 90_000)
  const messageRows: Row[] = []
  for (let n = 0; n < messages; n += 1)
    messageRows.push(await desk.message(`${phone} VD90 lan ${n}`, 80_000 + n * 1_000))
  return { order, mfy, messageRows }
}

test('of two acceptances for one order, and of two orders for one message, one succeeds (D3-QR-03)', async () => {
  for (let round = 0; round < times; round += 1) {
    const { order, messageRows } = await scene(round, 2)
    const [one, two] = messageRows
    const same = await Promise.all([
      desk.accept(one?.id ?? '', order.id),
      desk.accept(two?.id ?? '', order.id, 'admin'),
    ])
    expect(statuses(same)).toEqual([200, 409])
    const spare = same[0]?.status === 200 ? two : one
    const [left, right] = [await desk.topUp(phoneOf(round), 90_000), await desk.topUp(phoneOf(round), 81_000)]
    const twice = await Promise.all([
      desk.accept(spare?.id ?? '', left.id),
      desk.accept(spare?.id ?? '', right.id, 'admin'),
    ])
    expect(statuses(twice)).toEqual([200, 409])
    expect(await desk.uses()).toHaveLength((round + 1) * 2)
  }
  await bothAgree()
})

test('of a simultaneous acceptance and a mark by hand the second is told, and the mark is set once or by hand on top (D3-QR-03)', async () => {
  for (let round = 0; round < times; round += 1) {
    const { order, mfy, messageRows } = await scene(round, 1)
    const byHand = (to: 0 | 1) =>
      mfy
        ? desk.setCollection(order.id, to ? 'da_chuyen_khoan' : 'chua_thu_tien')
        : desk.setTransfer(order.id, to)
    const [accepted, set] = await Promise.all([desk.accept(messageRows[0]?.id ?? '', order.id), byHand(1)])
    expect(set.status).toBe(200)
    expect([200, 409]).toContain(accepted.status)
    expect([undefined, expect.stringContaining('đã được admin đặt')]).toContainEqual(
      accepted.status === 409 ? accepted.body.msg : undefined,
    )
    expect(await desk.uses()).toHaveLength(accepted.status === 200 ? 1 : 0)
    // Reverted during an acceptance: use and mark exist together or not at all.
    await Promise.all([byHand(0), desk.accept(messageRows[0]?.id ?? '', order.id, 'quanly')])
    await bothAgree()
    await byHand(0)
    expect(await desk.uses()).toEqual([])
  }
})

test('when a message is accepted and rejected or deleted at once, no deleted message pays an order (D3-QR-03)', async () => {
  for (let round = 0; round < times; round += 1) {
    const { order, mfy, messageRows } = await scene(round, 1)
    const message = messageRows[0]?.id ?? ''
    const remove =
      round % 3 === 0 ? async () => (await server.as('admin')).delete(`/api/v1/mesbank/${message}`) : null
    const [accepted, ended] = await Promise.all([
      desk.accept(message, order.id),
      remove ? remove() : desk.reject(message),
    ])
    expect(ended?.status).toBe(200)
    expect([200, 404, 409]).toContain(accepted.status)
    expect(await desk.uses()).toEqual([])
    const now = await desk.read(`${mfy ? 'mfy' : 'requestrefund'}/${order.id}`)
    expect(mfy ? now.trang_thai_thu_tien : now.is_transfer).toBe(mfy ? 'chua_thu_tien' : 0)
    expect(now.chenh_lech).toBe(0)
  }
})

test('rejecting a message and resetting its order at once ends their link once (D3-QR-03)', async () => {
  for (let round = 0; round < times; round += 1) {
    const { order, mfy, messageRows } = await scene(round, 1)
    const message = messageRows[0]?.id ?? ''
    expect((await desk.accept(message, order.id)).status).toBe(200)
    const answers = await Promise.all([
      desk.reject(message),
      mfy ? desk.setCollection(order.id, 'yeu_cau_thu_hoi') : desk.setTransfer(order.id, 0),
    ])
    expect(statuses(answers)).toEqual([200, 200])
    const ended = (await desk.history('mesbank', message)).filter(({ changes }) =>
      changes.some(({ field, after }) => field === 'don' && after === null),
    )
    expect(ended).toHaveLength(1)
    await bothAgree()
    expect(await desk.uses()).toEqual([])
  }
})

test.each([
  [
    'the order is being set by hand',
    `UPDATE requestrefund SET is_transfer = 1, username_duyet_trang_thai_chuyen_khoan = 'admin'`,
    'đã được admin đặt "Đã CK"',
  ],
  [
    'the message is being rejected',
    `UPDATE mesbank SET trang_thai_duyet_thong_tin = '2', username_duyet_trang_thai_duyet_thong_tin = 'admin'`,
    'đã bị admin từ chối',
  ],
])(
  'an acceptance waits while %s, and is then refused with the reason (D3-QR-03)',
  async (_, statement, expected) => {
    const { order, messageRows } = await scene(0, 1)
    const other = await server.pool.connect()
    await other.query('BEGIN')
    await other.query(statement)
    const accepted = desk.accept(messageRows[0]?.id ?? '', order.id)
    await expect
      .poll(async () => {
        const { rows } = await server.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(1)
    await other.query('COMMIT')
    other.release()
    const { status, body } = await accepted
    expect([status, body.msg]).toEqual([409, expect.stringContaining(expected)])
    expect(await desk.uses()).toEqual([])
  },
)
