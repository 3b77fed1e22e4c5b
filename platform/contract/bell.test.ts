/** Target address of each kind of notice (D3-BELL-01). */
import { expect, test } from 'vitest'
import { bellKinds, bellText, type BellAbout, type BellKind } from './bell.ts'
import { screenOfRoute } from './screens.ts'

const row: BellAbout = {
  resource: 'requestrefund',
  phone: '912345678',
  package: 'VD90',
  type: 1,
  day: '2026-10-31',
  month: '2026-10-01',
  sim: '0868111222',
}
const ofMfy: BellAbout = { ...row, resource: 'mfy' }

const refundRow = '/app/requestrefund?message=912345678&startDate=31%2F10%2F2026&endDate=01%2F11%2F2026'
const mfyRow = '/app/mfy?phone=912345678&startDate=31%2F10%2F2026&endDate=01%2F11%2F2026'
const lines = '/app/dsdttinhluong?message=912345678&startDate=01%2F10%2F2026&endDate=31%2F10%2F2026'

/** For each kind an example notice, its address for one row, and for several rows if it differs. */
const expected: Readonly<Record<BellKind, readonly [BellAbout, one: string, many?: string]>> = {
  approved: [row, refundRow, '/app/requestrefund?view=none&startDate=31%2F10%2F2026&endDate=06%2F11%2F2026'],
  rejected: [
    { ...row, resource: 'khr' },
    refundRow.replace('requestrefund?message', 'khr?phone'),
    '/app/khr?view=none&startDate=31%2F10%2F2026&endDate=06%2F11%2F2026',
  ],
  reopened: [
    { ...row, resource: 'baodo' },
    refundRow.replace('requestrefund?message', 'baodo?phone'),
    '/app/baodo?view=none&startDate=31%2F10%2F2026&endDate=06%2F11%2F2026',
  ],
  answered: [row, '/app/phieuluong?startDate=10%2F2026'],
  payFell: [row, lines, '/app/dsdttinhluong?startDate=01%2F10%2F2026&endDate=31%2F10%2F2026'],
  adjusted: [row, lines, '/app/dsdttinhluong?startDate=01%2F10%2F2026&endDate=31%2F10%2F2026'],
  backCharge: [ofMfy, mfyRow, '/app/mfy?view=none&startDate=31%2F10%2F2026&endDate=06%2F11%2F2026'],
  adjustment: [row, '/app/phieuluong?startDate=10%2F2026'],
  monthClosed: [row, '/app/phieuluong?startDate=10%2F2026'],
  received: [row, '/app/customer-care'],
  givenAway: [row, '/app/customer-care'],
  released: [row, '/app/customer-care'],
  lateGiven: [row, '/app/customer-care'],
  lateReceived: [row, '/app/sangoi'],
  mfyReceived: [ofMfy, mfyRow, '/app/mfy?view=none&startDate=31%2F10%2F2026&endDate=06%2F11%2F2026'],
  rights: [row, '/sys/profile'],
  highAccount: [row, '/sys/accounts'],
  ownAccount: [row, '/sys/profile'],
  payoutChanged: [row, '/sys/profile'],
  payoutOfOther: [row, '/app/danhsachchitra'],
  payoutMissing: [row, '/sys/profile'],
  factorReset: [row, '/sys/profile'],
  factorChanged: [row, '/sys/profile'],
  recoveryCode: [row, '/sys/profile'],
  holdEnded: [row, '/app/simso?so_dien_thoai=0868111222', '/app/simso?view=none'],
  orderEnded: [row, '/app/order?so_dien_thoai=0868111222', '/app/order?view=none'],
  job: [{ resource: 'giahoantien' }, '/sys/giahoantien'],
}

const addressOf = (kind: BellKind, n: number): string =>
  bellText(kind, {
    n,
    amount: 90_000,
    about: { ...expected[kind][0], ...(n > 1 && { until: '2026-11-05' }) },
  }).address

test.each(Object.keys(bellKinds) as BellKind[])(
  'a notice of kind %s opens its row, or the list for several rows (D3-BELL-01)',
  (kind) => {
    const [, one, many = one] = expected[kind]
    expect([addressOf(kind, 1), addressOf(kind, 3)]).toEqual([one, many])
    expect(screenOfRoute(one.split('?')[0] ?? '')).toBeDefined()
  },
)

test('a masked number is searched by its last digits; a row without a number opens its list, and all days where the day is unknown (D3-BELL-01)', () => {
  const opened = (about: BellAbout): string => bellText('approved', { n: 1, amount: null, about }).address
  expect(opened({ resource: 'khr', phone: '****5678' })).toBe('/app/khr?phone=*5678&startDate=&endDate=')
  expect(opened({ resource: 'khr' })).toBe('/app/khr?view=none&startDate=&endDate=')
})

test('a finished job opens the screen of its list: subscribers where they are split, others the uploads (D3-BELL-01)', () => {
  const opened = (resource: string): string =>
    bellText('job', { n: 1, amount: null, about: { resource } }).address
  expect([opened('customer'), opened('nothing')]).toEqual(['/sys/uploadchiadata', '/sys/upload'])
})
