/** Columns of a screen: which come first, and which never fold away (D3-GRID-12). */
import { expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { columnsOf, fieldColumn, ledBy } from './column.ts'

test('D3-GRID-12: the named columns come first in their order, the others keep theirs; unknown names do nothing', () => {
  const columns = ['a', 'b', 'c', 'd'].map((key) => ({ key }))
  const keys = (...first: string[]): string[] => ledBy(columns, first).map(({ key }) => key)
  expect(keys('c', 'a')).toEqual(['c', 'a', 'b', 'd'])
  expect(keys('x', 'd')).toEqual(['d', 'a', 'b', 'c'])
  expect(keys()).toEqual(['a', 'b', 'c', 'd'])
})

test('D3-GRID-12: people, phones, times, packages and keys are no columns to fold; amounts and words may be', () => {
  const fields = {
    who: f.staff({ label: 'Ai' }),
    phone: f.phone({ label: 'Số' }),
    when: f.instant({ label: 'Lúc' }),
    sim: f.sim({ label: 'Sim' }),
    amount: f.money({ label: 'Tiền' }),
    word: f.text({ label: 'Chữ' }),
    day: f.date({ label: 'Ngày' }),
    package: f.text({ label: 'Gói', suggest: 'packages' }),
    code: f.text({ label: 'Mã', upper: true }),
    name: f.text({ label: 'Tên', name: true }),
  }
  const steady = Object.entries(fields).filter(([key, field]) => fieldColumn(key, field).steady)
  expect(steady.map(([key]) => key)).toEqual([
    'who',
    'phone',
    'when',
    'sim',
    'day',
    'package',
    'code',
    'name',
  ])
})

test('D3-GRID-12: owner and author of a row never fold away, whatever their kind', () => {
  const resource = {
    ...requestrefund,
    author: { username: 'package_code', name: 'tien_trinh_nap' },
  } as unknown as typeof requestrefund
  const steady = columnsOf(resource, actorOf(2)).flatMap(({ key, steady }) => (steady ? [String(key)] : []))
  expect(steady).toEqual(
    expect.arrayContaining([
      'staff_username',
      'package_code',
      'tien_trinh_nap',
      'created_time',
      'number_phone',
    ]),
  )
  expect(steady).not.toContain('request_type')
})
