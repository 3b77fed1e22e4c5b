/** The same package for the same number within a day: a second registration needs confirmation, for any account. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { addMfyPrices } from '#test/mfy.ts'
import { confirmOrder, getOrder, nextPhone, setUpInvite } from '#test/invite.ts'
import type { Answer, Caller, TestServer } from '#test/server.ts'

let carrier: TestCarrier
let server: TestServer
let one: Caller
let other: Caller
setUpInvite(
  { codes: ['care.otp', 'care.9332', 'care.dk'], channelsOf: ['sale111', 'sale112'] },
  async (made) => {
    ;({ carrier, server, seller: one } = made)
    other = await server.as('sale112')
  },
)

const command = (caller: Caller, phone: string, more: object = {}): Promise<Answer> =>
  caller.post('/api/v1/vas/mobifone/invite', { type: '9332', phone, package: 'VD90', command: 'DK', ...more })
const registered = async (phone: string): Promise<number> =>
  (await carrier.registered()).filter(({ isdn }) => isdn === phone).length

test('a registration within 24 hours, by whomever and in whatever way, gives 409 AGAIN with its time and no name, unless confirmed; renewals are not checked (D3-OTP-05)', async () => {
  const phone = nextPhone()
  expect((await command(one, phone)).status).toBe(200)
  for (const [username, pack] of [
    [one, 'VD90'],
    [other, 'vd90'],
  ] as const) {
    const again = await command(username, phone, { package: pack })
    expect([again.status, again.body.code]).toEqual([409, 'AGAIN'])
    expect(again.body.msg).toMatch(/\d\d-\d\d-\d{4} \d\d:\d\d/)
    expect(again.text).not.toMatch(/sale11|Nguyễn/)
  }
  const code = await other.post('/api/v1/vas/mobifone/inviteGetOTP', { phone, package: 'VD90' })
  expect(code.body.code).toBe('AGAIN')
  expect((await command(other, phone, { package: 'VD120' })).status).toBe(200)
  expect((await command(other, phone, { command: 'GIAHAN' })).status).toBe(200)
  expect(await registered(phone)).toBe(3)
  expect((await command(other, phone, { xac_nhan_lai: true })).status).toBe(200)
  expect(await registered(phone)).toBe(4)
  const elsewhere = nextPhone()
  await server.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong)
    VALUES ('ketqua', ${elsewhere}, ${elsewhere}, 'VD90', 90000, now() - interval '23 hours')`)
  expect((await command(one, elsewhere)).body.code).toBe('AGAIN')
  await server.pool.query(sql`
    UPDATE revenue_line SET ngay_thanh_cong = now() - interval '25 hours' WHERE track1 = ${elsewhere}`)
  expect((await command(one, elsewhere)).status).toBe(200)
})

test('all spellings of a package are one: the check finds it, and it gets its price (D3-OTP-05, D3-PRC-01)', async () => {
  const phone = nextPhone()
  expect((await command(one, phone)).status).toBe(200)
  for (const pack of ['VD 90', 'ＶＤ９０', 'vd\u200b90']) {
    expect([pack, (await command(other, phone, { package: pack })).body.code]).toEqual([pack, 'AGAIN'])
    const code = await other.post('/api/v1/vas/mobifone/inviteGetOTP', { phone, package: pack })
    expect([pack, code.body.code]).toEqual([pack, 'AGAIN'])
  }
  expect(await registered(phone)).toBe(1)
  const fresh = nextPhone()
  expect((await command(one, fresh, { package: 'v d\u200b90' })).status).toBe(200)
  const { rows } = await server.pool.query(sql`
    SELECT h."packCode", h."packPrice", l.goi_cuoc, l.doanh_thu FROM invitation_history h
    JOIN revenue_line l ON l.so_dien_thoai_cs = h.msisdn WHERE h.msisdn = ${fresh}`)
  expect(rows).toEqual([{ packCode: 'VD90', packPrice: 90_000, goi_cuoc: 'VD90', doanh_thu: 90_000 }])
})

test("one's own open code is asked about before a direct registration (D3-OTP-05)", async () => {
  const phone = nextPhone()
  await getOrder(one, phone)
  expect((await command(one, phone)).body.code).toBe('AGAIN')
  expect(await registered(phone)).toBe(0)
  expect((await command(one, phone, { command: 'GIAHAN' })).status).toBe(200)
})

test("another person's open code is asked about, one's own is replaced, and a registration made meanwhile is asked about again (D3-OTP-05, D3-OTP-02)", async () => {
  const phone = nextPhone()
  await getOrder(one, phone)
  const mine = await getOrder(one, phone)
  const refused = await other.post('/api/v1/vas/mobifone/inviteGetOTP', { phone, package: 'VD90' })
  expect(refused.body.code).toBe('AGAIN')
  const theirs = await getOrder(other, phone, 'VD90', '9084', true)
  // The customer holds the code that the carrier sent last.
  expect((await confirmOrder(other, phone, theirs)).status).toBe(200)
  const late = await confirmOrder(one, phone, mine)
  expect([late.status, late.body.code]).toEqual([409, 'AGAIN'])
  expect(await registered(phone)).toBe(1)
  const { rows } = await server.pool.query(
    sql`SELECT tries FROM invitation_orders WHERE history_id = ${mine}`,
  )
  expect(rows).toEqual([{ tries: 0 }])
})

test('while the outcome of a request is unknown, a second one for the number and package is refused, whoever sends it, even confirmed (D3-OTP-05)', async () => {
  const phone = nextPhone()
  await carrier.fault({ mode: 'drop', times: 2 })
  expect((await command(one, phone)).status).toBe(502)
  const answer = await command(other, phone, { xac_nhan_lai: true })
  expect([answer.status, answer.body.msg]).toEqual([409, inviteTexts.underWay])
  expect((await command(other, phone, { package: 'VD120' })).status).toBe(200)
})

const mfyOf = (caller: Caller, phone: string, more: object = {}): Promise<Answer> =>
  caller.post('/api/v1/mfy', { so_dien_thoai: phone, ma_goi: 'VD90', gia_ban_goi: 1, ...more })

test('an open Mfy request is asked about before a code or command for its package, in every spelling and for everybody; an ended one is not (D3-OTP-08)', async () => {
  await addMfyPrices(server.pool)
  const phone = nextPhone()
  expect((await mfyOf(one, phone)).status).toBe(200)
  // Older than a day, but still open.
  await server.pool.query(
    sql`UPDATE mfy SET created_at = now() - interval '3 days' WHERE so_dien_thoai = ${phone}`,
  )
  for (const username of [one, other]) {
    const refused = await command(username, phone, { package: 'v d90' })
    expect([refused.status, refused.body.code]).toEqual([409, 'AGAIN'])
    expect(refused.body.msg).toMatch(/đơn Mfy gói VD90 chưa xong, tạo lúc \d\d-\d\d-\d{4} \d\d:\d\d/)
    expect(refused.text).not.toMatch(/sale11|Nguyễn/)
    const code = await username.post('/api/v1/vas/mobifone/inviteGetOTP', { phone, package: 'VD90' })
    expect(code.body.code).toBe('AGAIN')
  }
  expect(await registered(phone)).toBe(0)
  expect((await command(one, phone, { package: 'VD120' })).status).toBe(200)
  const { rows } = await server.pool.query(sql`
    UPDATE mfy SET trang_thai = 'thu_hoi' WHERE so_dien_thoai = ${phone} RETURNING id`)
  expect(rows).toHaveLength(1)
  expect((await command(other, phone)).status).toBe(200)
  const renewed = nextPhone()
  expect((await mfyOf(one, renewed)).status).toBe(200)
  expect((await command(other, renewed, { command: 'GIAHAN' })).status).toBe(200)
})

test("creating a Mfy request asks when the package was registered within a day or has an open code, even one's own, and is refused while an outcome is unknown (D3-OTP-08)", async () => {
  const sold = nextPhone()
  expect((await command(one, sold)).status).toBe(200)
  const refused = await mfyOf(other, sold, { ma_goi: 'vd90' })
  expect([refused.status, refused.body.code]).toEqual([409, 'AGAIN'])
  expect(refused.text).not.toMatch(/sale11|Nguyễn/)
  expect((await mfyOf(other, sold, { xac_nhan_lai: 1 })).status).toBe(200)

  const coded = nextPhone()
  await getOrder(one, coded)
  for (const username of [one, other]) expect((await mfyOf(username, coded)).body.code).toBe('AGAIN')
  await server.pool.query(sql`
    UPDATE invitation_orders o SET expires_at = now() FROM invitation_history h WHERE h.id = o.history_id AND h.msisdn = ${coded}`)
  expect((await mfyOf(other, coded)).status).toBe(200)

  const lost = nextPhone()
  await carrier.fault({ mode: 'drop', times: 2 })
  expect((await command(one, lost)).status).toBe(502)
  const waits = await mfyOf(other, lost, { xac_nhan_lai: 1 })
  expect([waits.status, waits.body.msg]).toEqual([409, inviteTexts.underWay])
  const { rowCount } = await server.pool.query(sql`SELECT FROM mfy WHERE so_dien_thoai = ${lost}`)
  expect(rowCount).toBe(0)
})

test('a Mfy request made after a code was sent is asked about at the confirmation, without using a try (D3-OTP-08)', async () => {
  const phone = nextPhone()
  const order = await getOrder(one, phone)
  expect((await mfyOf(other, phone, { xac_nhan_lai: 1 })).status).toBe(200)
  const late = await confirmOrder(one, phone, order)
  expect([late.status, late.body.code]).toEqual([409, 'AGAIN'])
  const { rows } = await server.pool.query(
    sql`SELECT tries FROM invitation_orders WHERE history_id = ${order}`,
  )
  expect([rows, await registered(phone)]).toEqual([[{ tries: 0 }], 0])
})

test('of a simultaneous code and Mfy request one is asked about (D3-OTP-08)', async () => {
  for (let round = 0; round < 6; round += 1) {
    const phone = nextPhone()
    const answers = await Promise.all([command(one, phone), mfyOf(other, phone)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
})
