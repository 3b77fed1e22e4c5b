/** Carrier calls of Mfy: target of a number, and invitation of a subscriber, one at a time. */
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { addMfyPrices, request } from '#test/mfy.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

let carrier: TestCarrier
let server: TestServer
beforeAll(async () => {
  carrier = await startTestCarrier({ timeoutMs: 1_000 })
  server = await startTestServer(carrier.env)
  await addMfyPrices(server.pool)
})
afterEach(() => carrier.fault())
afterAll(async () => {
  await server.close()
  await carrier.close()
})

const post = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).post(`/api/v1/mfy/${path}`, body)
const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.code, body.msg]
const orders = async (id: string) =>
  (
    await server.pool.query(
      sql`SELECT username, answer, ended_at IS NOT NULL AS ended FROM mfy_invite WHERE mfy_id = ${id} ORDER BY at`,
    )
  ).rows

test('the target look-up of a number answers everybody with one sentence and is written to the look-up log (D2-MFY-02, D2-MFY-83, D2-MFY-90, D2-Q-117)', async () => {
  const { status, body } = await post('sale111', 'traCuuDoiTuong', { phone: '0912 345 678' })
  expect([status, body.result, body.data]).toEqual([200, 'success', null])
  expect(body.mes).toMatch(/^Thuê bao 0912345678 (không )?thuộc đối tượng chương trình/)
  const [request] = await carrier.seen()
  expect(request).toMatchObject({ kind: 'package', body: { isdn: '912345678' } })
  const { rowCount } = await server.pool.query(`SELECT FROM lstracuu WHERE username = 'sale111'`)
  expect(rowCount).toBe(1)
  expect(outcomeOf(await post('sale111', 'traCuuDoiTuong', { phone: '12' }))).toEqual([
    400,
    'VALIDATION',
    'Số điện thoại không hợp lệ',
  ])
  expect(outcomeOf(await post('sale111', 'traCuuDoiTuong', {}))[2]).toBe('Bạn phải nhập số điện thoại')
  await carrier.fault({ mode: 'status', status: 500 })
  expect(outcomeOf(await post('sale111', 'traCuuDoiTuong', { phone: '0912345678' }))[1]).toBe('UPSTREAM')
})

test('a manager lets the carrier invite the subscriber of a request, which is recorded before it is sent (D2-MFY-30, D2-MFY-82, D2-MFY-90, D2-Q-117)', async () => {
  const { id } = await request(server, 'sale111', { so_dien_thoai: '0912345601' })
  expect((await post('sale111', 'moiTuDong', { id })).status).toBe(403)
  const { status, body } = await post('quanly', 'moiTuDong', { id })
  expect([status, body.result, body.mes]).toEqual([200, 'success', 'Đã gửi lời mời gói VD90'])
  expect(await orders(id)).toEqual([{ username: 'quanly', answer: 'Đã gửi lời mời gói VD90', ended: true }])
  const { rows } = await server.pool.query(sql`
    SELECT id FROM mfy_invite WHERE mfy_id = ${id}`)
  expect(await carrier.invited()).toEqual(rows.map(({ id: order }) => order))
  const { rows: trail } = await server.pool.query(sql`
    SELECT username FROM audit_log WHERE resource_id = ${id} AND action = 'auto-invite'`)
  expect(trail).toEqual([{ username: 'quanly' }])
})

test('of two who invite at once one succeeds; a lost answer is reported and never sent again automatically', async () => {
  const { id } = await request(server, 'sale111', { so_dien_thoai: '0912345602' })
  await carrier.fault({ mode: 'slow', ms: 300, times: 1 })
  const before = (await carrier.invited()).length
  const answers = await Promise.all([post('quanly', 'moiTuDong', { id }), post('admin', 'moiTuDong', { id })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.msg).toBe(
    'Đang mời thuê bao này, chờ nhà mạng trả lời',
  )
  expect((await carrier.invited()).length).toBe(before + 1)
  // Makes the former invitation too old to answer a repeated click.
  await server.pool.query(sql`UPDATE mfy_invite SET at = now() - interval '11 s' WHERE mfy_id = ${id}`)
  for (const [fault, code, msg] of [
    [{ mode: 'hang', times: 1 }, 'UPSTREAM', 'Nhà mạng không trả lời kịp, vui lòng thử lại'],
    [{ mode: 'wrong-number', times: 1 }, 'UPSTREAM', 'Nhà mạng trả về kết quả của yêu cầu khác'],
    [{ mode: 'wrong-request', times: 1 }, 'UPSTREAM', 'Nhà mạng trả về kết quả của yêu cầu khác'],
    [{ mode: 'garbage', times: 1 }, 'UPSTREAM', 'Nhà mạng trả về kết quả không đọc được'],
  ] as const) {
    await carrier.fault(fault)
    const sent = (await carrier.invited()).length
    expect(outcomeOf(await post('quanly', 'moiTuDong', { id }))).toEqual([502, code, msg])
    expect((await carrier.invited()).length).toBe(sent + 1)
  }
  expect((await orders(id)).every(({ ended }) => ended)).toBe(true)
})

test('a double click of one person is one invitation, whatever others invite (D2-MFY-82)', async () => {
  const { id } = await request(server, 'sale111', { so_dien_thoai: '0912345604' })
  const before = (await carrier.invited()).length
  const clicks = await Promise.all(Array.from({ length: 8 }, () => post('quanly', 'moiTuDong', { id })))
  expect(clicks.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const again = await post('quanly', 'moiTuDong', { id })
  expect([again.status, again.body.mes]).toEqual([200, 'Đã gửi lời mời gói VD90'])
  expect((await carrier.invited()).length).toBe(before + 1)
  await server.pool.query(sql`UPDATE mfy_invite SET at = now() - interval '11 s' WHERE mfy_id = ${id}`)
  expect((await post('quanly', 'moiTuDong', { id })).status).toBe(200)
  expect((await carrier.invited()).length).toBe(before + 2)
})

test('a target look-up without a number is refused in Vietnamese (D2-MFY-83)', async () => {
  for (const phone of [null, '', undefined]) {
    const { status, body } = await post('sale111', 'traCuuDoiTuong', { phone })
    expect([status, body.fields]).toEqual([400, { phone: lookupTexts.noPhone }])
  }
})

test('an invitation whose process died ends after a minute', async () => {
  const { id } = await request(server, 'sale111', { so_dien_thoai: '0912345603' })
  await server.pool.query(sql`INSERT INTO mfy_invite (mfy_id, username) VALUES (${id}, 'quanly')`)
  expect((await post('quanly', 'moiTuDong', { id })).status).toBe(409)
  await server.pool.query(sql`UPDATE mfy_invite SET at = now() - interval '61 s' WHERE mfy_id = ${id}`)
  expect((await post('quanly', 'moiTuDong', { id })).status).toBe(200)
})

test('without a carrier both calls say that it is not configured (D2-Q-117)', async () => {
  const { services } = server.api
  const carrierBefore = services.carrier
  delete services.carrier
  try {
    const { id } = await request(server, 'sale111')
    const refusal = [502, 'UPSTREAM', 'Kênh tra cứu chưa được cấu hình']
    expect(outcomeOf(await post('quanly', 'moiTuDong', { id }))).toEqual(refusal)
    expect(outcomeOf(await post('sale111', 'traCuuDoiTuong', { phone: '0912345678' }))).toEqual(refusal)
  } finally {
    if (carrierBefore) services.carrier = carrierBefore
  }
})
