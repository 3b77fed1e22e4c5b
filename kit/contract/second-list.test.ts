/** A second list inherits everything from the first except what it declares itself. */
import { expect, expectTypeOf, test } from 'vitest'
import { f } from './field.ts'
import { defineResource } from './resource.ts'
import type { RowOf } from './row.ts'
import { secondList } from './second-list.ts'

const first = defineResource({
  path: 'sale',
  title: 'Bán',
  noun: 'đơn',
  fields: { id: f.id(), ten: f.text({ label: 'Tên' }), gia: f.money({ label: 'Giá' }) },
  list: ['ten', 'gia'],
  order: [['ten', 'asc']],
  filter: { ten: { on: 'ten', op: 'contains' } },
  form: ['ten'],
  desk: { kinds: { cho: { label: 'Chờ', waits: { ten: 'a' }, since: 'ten', phone: 'ten', facts: ['gia'] } } },
  may: { read: 'any', update: 'below3' },
})

const declaration = {
  path: 'salereport',
  title: 'Báo cáo bán',
  names: { gia: 'giareport' },
  fields: { ten: f.note({ label: 'Người mua' }), so: f.number({ label: 'Số' }) },
  list: ['so', 'gia'],
} as const

test('a second list replaces what it declares, fields one by one, and leaves the approval desk to the first list', () => {
  const second = secondList(first, declaration)
  const { desk: _, ...rest } = first
  expect(second).toEqual({
    ...rest,
    path: 'salereport',
    table: 'sale',
    rowsOf: 'sale',
    title: 'Báo cáo bán',
    fields: {
      ...first.fields,
      ten: declaration.fields.ten,
      so: declaration.fields.so,
      gia: { ...first.fields.gia, bodyName: 'giareport' },
    },
    list: ['so', 'gia'],
  })
  expectTypeOf<keyof RowOf<typeof second>>().toEqualTypeOf<'ten' | 'so' | 'gia' | 'id' | 'version' | 'may'>()
  expectTypeOf<RowOf<typeof second>['so']>().toEqualTypeOf<number | null>()
})

test('a field name that neither list declares fails the type check, or the start where types cannot tell', () => {
  const declared = [
    // @ts-expect-error no such column
    secondList(first, { ...declaration, list: ['soo'] }),
    // @ts-expect-error no such field to filter
    secondList(first, { ...declaration, filter: { gia: { on: 'giaa', op: 'equals' } } }),
  ]
  expect(declared).toHaveLength(2)
  expect(() => secondList(first, { ...declaration, totals: { tong: { sum: 'giaa' } } })).toThrow(
    /no field 'giaa'/,
  )
  expect(() => secondList(first, { ...declaration, names: { giaa: 'gia' } })).toThrow(/no field 'giaa'/)
})
