/** What look-ups told of a number, for the card beside them. */
import { beforeEach, expect, test } from 'vitest'
import type { PackageHistory, ProgramPackages } from '#subjects/registrations/contract/calls/lookup.ts'
import { keepPackages, keepTold, knownBalance, runningOf, toldOf } from './told-answers.ts'

beforeEach(() => {
  for (let n = 0; n < 10; n += 1) keepTold(`90000000${n}`, {})
})

const page = (codes: readonly string[], pages: number): ProgramPackages => ({
  NUMBER_PHONE: '',
  PaginateNumber: pages + 1,
  FinalDataList: codes.map((code) => ({
    PackageCode: code,
    FromDate: null,
    ToDate: null,
    SyntaxRegister: '',
    RegisterExpire: '2026-12-31',
  })),
})

test('answers are kept by number, so that a late one of the former customer takes none of the present; those of ten numbers (D1-LOOK-59)', () => {
  keepTold('912000001', { balance: 37_500 })
  keepTold('912000001', { running: { code: 'VD90', until: '2026-12-12' } })
  expect(toldOf('912000001')).toMatchObject({ balance: 37_500, running: { code: 'VD90' } })
  expect([knownBalance('912000001'), knownBalance('912000002')]).toEqual([37_500, null])
  keepTold('912000002', { balance: 1 })
  expect(toldOf('912000001')).toMatchObject({ balance: 37_500, running: { code: 'VD90' } })
  for (let n = 0; n < 9; n += 1) keepTold(`91200001${n}`, {})
  expect(toldOf('912000001')).toMatchObject({ balance: null, running: null, packages: null })
  expect(knownBalance('912000002')).toBe(1)
})

test('pages of packages add up, each package once; the first page begins anew, and what was not looked at is known (D3-UX-01)', () => {
  const phone = '912000001'
  const codes = () => toldOf(phone).packages?.map(({ code }) => code)
  keepPackages(phone, 1, page(['VD90', 'VD120'], 2))
  expect([codes(), toldOf(phone).hasMore]).toEqual([['VD90', 'VD120'], true])
  keepPackages(phone, 2, page(['VD120', 'D60G'], 2))
  expect([codes(), toldOf(phone).hasMore]).toEqual([['VD90', 'VD120', 'D60G'], false])
  keepPackages(phone, 1, page(['BIG90'], 1))
  expect([codes(), toldOf(phone).hasMore]).toEqual([['BIG90'], false])
  keepPackages(phone, 1, page([], 0))
  expect([codes(), toldOf(phone).hasMore]).toEqual([[], false])
})

test('the package registered last among those that have not ended runs (D3-UX-01)', () => {
  const entry = (code: string, from: string, until: string | null): PackageHistory['values'][number] => ({
    NumberType: '',
    NumberCurrentPackage: code,
    NumberPackageRegisterDate: from,
    NumberPackageRegisterExpire: until,
    CurrentCycle: 1,
    NumberFreeCycleLeft: 0,
    Status: '',
  })
  const of = (...values: PackageHistory['values']) => runningOf({ NUMBER_PHONE: '', values }, '2026-11-21')
  const [ended, older, last] = [
    entry('A', '2026-11-20', '2026-11-20'),
    entry('B', '2026-10-01', '2026-11-21'),
    entry('C', '2026-11-02', '2026-12-02'),
  ]
  expect(of(ended, older, last)).toEqual({ code: 'C', until: '2026-12-02' })
  expect(of(ended, older)).toEqual({ code: 'B', until: '2026-11-21' })
  expect(of(ended, entry('D', '2026-11-21', null))).toBeNull()
})
