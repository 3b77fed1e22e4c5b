/** Every form with a package asks for confirmation if the package has no price (D3-OTP-08). */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { pricedTexts } from '#platform/contract/priced.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { getOrder, nextPhone, setUpInvite } from '#test/invite.ts'
import type { Answer, Caller, TestServer } from '#test/server.ts'

let carrier: TestCarrier
let server: TestServer
let one: Caller
setUpInvite({ codes: ['care.otp', 'care.dk'], channelsOf: ['sale111'] }, async (testServer) => {
  ;({ carrier, server, seller: one } = testServer)
})

const meant = { goi_khong_gia: true }
const topUp = { number_type: 1, cho_len_don: 0, refund_price: 90_000 }

/** Each form with a package: the field, and the call. */
const forms: [string, string, (pack: string, more?: object) => Promise<Answer>][] = [
  [
    'Mã xác nhận',
    'package',
    (pack, more) =>
      one.post('/api/v1/vas/mobifone/inviteGetOTP', { phone: nextPhone(), package: pack, ...more }),
  ],
  [
    'Đăng ký trực tiếp',
    'package',
    (pack, more) =>
      one.post('/api/v1/vas/mobifone/invite', {
        type: '9332',
        phone: nextPhone(),
        package: pack,
        command: 'DK',
        ...more,
      }),
  ],
  [
    'Mời gói hôm sau',
    'package',
    (pack, more) => one.post('/api/v1/moigoihomsau', { phone: nextPhone(), package: pack, ...more }),
  ],
  [
    'Báo đỏ',
    'ten_goi_cuoc',
    (pack, more) =>
      one.post('/api/v1/baodo', {
        so_dien_thoai: nextPhone(),
        ngay_thanh_cong: '2026-11-20',
        ten_goi_cuoc: pack,
        kenh: '9084 (3)',
        ly_do: 'x',
        ...more,
      }),
  ],
  [
    'Nạp tiền',
    'package_code',
    (pack, more) =>
      one.post('/api/v1/requestrefund/createNapTienChietKhau', {
        ...topUp,
        number_phone: nextPhone(),
        package_code: pack,
        millisecond_created_at: Date.now(),
        ...more,
      }),
  ],
]

test.each(forms)(
  '%s: a package missing from the price table is refused with 409 UNPRICED and its field and nothing is stored, unless it is confirmed (D3-OTP-08)',
  async (_, field, send) => {
    const count = async () =>
      (
        await server.pool
          .query(sql`SELECT (SELECT count(*) FROM invitation_history) + (SELECT count(*) FROM moigoihomsau)
      + (SELECT count(*) FROM baodo) + (SELECT count(*) FROM requestrefund) AS n`)
      ).rows[0]
    const before = await count()
    const reply = await send('MG')
    const message = pricedTexts.unpriced('MG')
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { code: 'UNPRICED', msg: message, fields: { [field]: message } },
    ])
    // The confirmation is not the one for recent registrations, and false does not confirm.
    for (const more of [{ xac_nhan_lai: true }, { goi_khong_gia: false }])
      expect((await send('MG', more)).body.code).toBe('UNPRICED')
    expect(await count()).toEqual(before)
    expect([(await send('v d90')).status]).toEqual([200])
    expect((await carrier.registered()).filter((sent) => JSON.stringify(sent).includes('"MG"'))).toEqual([])
  },
)

test('a confirmed package is accepted, and a row keeps its package when another field changes (D3-OTP-08)', async () => {
  for (const [name, , send] of forms.slice(2))
    expect([name, (await send('MG', meant)).status]).toEqual([name, 200])
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM moigoihomsau WHERE package = 'MG'`)
  const path = `/api/v1/moigoihomsau/${rows[0]?.id}`
  expect((await one.put(path, { package: 'mg' })).status).toBe(200)
  expect((await one.put(path, { package: 'NG' })).body.code).toBe('UNPRICED')
  expect((await one.put(path, { package: 'NG', ...meant })).status).toBe(200)
})

test('a price of 0 or a deleted price counts as missing; while the table has no price at all nothing is refused (D3-OTP-08)', async () => {
  const ask = async (pack: string) => (await forms[2]?.[2](pack))?.status
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_goi, deleted_at) VALUES ('FREE', 0, NULL), ('GONE', 9, now())`,
  )
  expect([await ask('FREE'), await ask('GONE')]).toEqual([409, 409])
  await server.pool.query(`UPDATE giahoantien SET deleted_at = now() WHERE deleted_at IS NULL`)
  expect(await ask('GONE')).toBe(200)
  const order = await getOrder(one, nextPhone(), 'MG')
  expect(order).not.toBe('')
})
