/** The facts of card 4 by subscriber type. */
import { expect, test } from 'vitest'
import type { SubscriberInfo } from '#subjects/registrations/contract/calls/lookup.ts'
import { factsOf } from './facts-of.ts'

const info: SubscriberInfo = {
  NUMBER_PHONE: '912345678',
  NUM_TYPE: 'Thuê bao trả trước',
  PHONE_BALANCE: 125_400,
  SIM_TYPE: '4G',
  CURRENT_PACKAGE: 'BIG90',
  NUMBER_CONTRACT_DATE: '2020-03-05',
  NUMBER_LIMIT: 500_000,
  NUMBER_LIMIT_F1: 200_000,
  PACKAGE_DATA: [],
}

test('a prepaid number shows type, balance, SIM type with SIM in front, and current package (D1-LOOK-25 to 29)', () => {
  expect(factsOf(info, false)).toEqual([
    ['Loại thuê bao', 'Thuê bao trả trước'],
    ['Tài khoản chính', '125,400'],
    ['Loại SIM', 'SIM 4G'],
    ['Gói cước hiện tại', 'BIG90'],
  ])
})

test('a postpaid number shows SIM type unchanged, contract date and both limits (D1-LOOK-27, D1-LOOK-29 to 32)', () => {
  expect(factsOf(info, true)).toEqual([
    ['Loại SIM', '4G'],
    ['Gói cước hiện tại', 'BIG90'],
    ['Ngày ký hợp đồng', '05-03-2020'],
    ['Hạn mức trong nước', '500,000'],
    ['Hạn mức gói F1', '200,000'],
  ])
})

test('the number type is shown only when the carrier sends one (D1-LOOK-33)', () => {
  for (const postpaid of [true, false]) {
    expect(factsOf({ ...info, NUMBER_TYPE: 'Số đẹp' }, postpaid).at(-1)).toEqual(['Loại số', 'Số đẹp'])
    expect(factsOf(info, postpaid).map(([label]) => label)).not.toContain('Loại số')
  }
})
