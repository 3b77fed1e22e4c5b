/** The card of every declared list (D3-PHN-01). */
import { expect, test } from 'vitest'
import { reports } from '#platform/contract/reports/index.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { cardOf, cardPart } from './card.ts'
import { f, type Field } from './field.ts'

const lists = [...Object.values(resources), ...reports].map((list) => [list.path, list] as const)

test.each(lists)(
  '%s has a card with its key, its state and its amount, and no column twice (D3-PHN-01)',
  (_, list) => {
    const fields: Readonly<Record<string, Field>> = list.fields
    const columns = list.list.map((name) => fields[name])
    const card = cardOf(fields, list.list, list.card)
    expect(list.list).toContain(card.key)
    expect(card.state !== undefined).toBe(
      list.card?.state !== undefined || columns.some((field) => field?.options?.some(({ tone }) => tone)),
    )
    expect(card.money !== undefined).toBe(columns.some((field) => field?.kind === 'money'))
    // Names that are not columns would be ignored silently.
    expect(card).toMatchObject(list.card ?? {})
    expect(new Set(Object.values(card)).size).toBe(Object.values(card).length)
  },
)

test('without a declared card the first field of each kind leads, and fields hidden from the reader are skipped (D3-PHN-01)', () => {
  const fields = {
    at: f.date({ label: 'Ngày' }),
    since: f.instant({ label: 'Lúc' }),
    by: f.staff({ label: 'Người tạo' }),
    name: f.text({ label: 'Tên' }),
    phone: f.phone({ label: 'Số' }),
    price: f.money({ label: 'Giá' }),
    paid: f.money({ label: 'Trả' }),
    state: f.choice({ label: 'Trạng thái', options: [{ value: '0', label: 'Chờ', tone: 'amber' }] }),
  }
  const all = Object.keys(fields)
  expect(cardOf(fields, all)).toEqual({
    key: 'phone',
    state: 'state',
    money: 'price',
    who: 'by',
    time: 'since',
  })
  expect(cardOf(fields, all, { key: 'name', money: 'paid', time: 'at' })).toEqual({
    key: 'name',
    state: 'state',
    money: 'paid',
    who: 'by',
    time: 'at',
  })
  expect(cardOf(fields, ['at', 'name', 'price'], { key: 'phone', money: 'paid' })).toEqual({
    key: 'name',
    money: 'price',
    time: 'at',
  })
  expect(cardOf(fields, ['at']), 'no column is two parts').toEqual({ key: 'at' })
  expect(cardOf(fields, ['at', 'by'], { key: 'by', who: 'by' })).toEqual({ key: 'by', time: 'at' })
  expect(cardPart({ key: 'name', money: 'paid' }, 'paid')).toBe('money')
  expect(cardPart({ key: 'name' }, 'paid')).toBeUndefined()
})
