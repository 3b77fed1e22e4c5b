/** What a form says of a number. */
import { expect, test } from 'vitest'
import { nothingKnown } from '#platform/contract/calls/known-number.ts'
import { knownText, requestsText } from './known-number.tsx'
import { onlyPackage, soldPackage } from './known-package.ts'

/** 07:52 of Saturday 21-11-2026 in Vietnam. */
const now = new Date('2026-11-21T00:52:00Z')
const at = '2026-11-20T09:42:00Z'

test('type, running package, last registration and possible packages are said in one line; nothing for an unknown number (D3-UX-01)', () => {
  expect(
    knownText(
      {
        ...nothingKnown,
        type: 'MC',
        runs: { code: 'VD149', until: '2026-12-12' },
        registered: { code: 'VD90', at },
        packages: [
          { code: 'D60G', price: null },
          { code: 'VD120', price: 120_000 },
        ],
      },
      now,
    ),
  ).toBe('MC trả trước, đang dùng VD149 đến 12-12-2026, đăng ký VD90 hôm qua 16:42, đăng ký được D60G, VD120')
  expect(knownText({ ...nothingKnown, runs: { code: 'VD149', until: null } }, now)).toBe('đang dùng VD149')
  const ended = { ...nothingKnown, runs: { code: 'VD149', until: '2026-11-20' } }
  expect(knownText(ended, now)).toBe('đã dùng VD149 đến 20-11-2026')
  expect(knownText(nothingKnown, now)).toBe('')
})

test('the package sold is the one registered last, else the running one; the only possible package is offered (D3-UX-01)', () => {
  const runs = { code: 'VD149', until: null }
  expect(soldPackage({ ...nothingKnown, runs, registered: { code: 'VD90', at } })).toBe('VD90')
  expect(soldPackage({ ...nothingKnown, runs })).toBe('VD149')
  const until = (day: string) => soldPackage({ ...nothingKnown, runs: { code: 'VD149', until: day } }, now)
  expect([until('2026-11-21'), until('2026-11-20')]).toEqual(['VD149', ''])
  expect(soldPackage(nothingKnown)).toBe('')
  const [one, two] = [
    { code: 'D60G', price: null },
    { code: 'VD120', price: 120_000 },
  ]
  expect(onlyPackage({ ...nothingKnown, packages: [one] })).toBe('D60G')
  expect(onlyPackage({ ...nothingKnown, packages: [one, two] })).toBe('')
  expect(onlyPackage(nothingKnown)).toBe('')
})

test('requests for the package in the form come alone, without them all of the number (D3-UX-01)', () => {
  const requests = [
    { kind: 'Hoàn trước', package: 'VD149', state: 'CHỜ DUYỆT', at },
    { kind: 'Nạp tiền', package: 'VD90', state: 'ĐÃ DUYỆT', at: '2026-11-18T02:30:00Z' },
  ]
  const text = (pack: string): string => requestsText({ ...nothingKnown, requests }, pack, now)
  expect(text('vd 149')).toBe('Đã có đơn Hoàn trước VD149 hôm qua 16:42, chờ duyệt')
  expect(text('')).toBe(
    'Số này đã có đơn Hoàn trước VD149 hôm qua 16:42, chờ duyệt; Nạp tiền VD90 18-11 09:30, đã duyệt',
  )
  expect(requestsText(nothingKnown, 'VD149', now)).toBe('')
})
