/** Declarations that the types refuse: each directive below fails the type check if its line is accepted. */
import { expect, test } from 'vitest'
import { f } from './field.ts'
import { defineResource } from './resource.ts'

const base = {
  path: 'names',
  title: 'Tên',
  noun: 'bản ghi',
  fields: { id: f.id(), ten: f.text({ label: 'Tên' }) },
  list: ['ten'],
  order: [['ten', 'asc']],
  filter: {},
  may: { read: 'any' },
} as const

test('naming a field that is not declared fails the type check', () => {
  const declared = [
    // @ts-expect-error no such column
    defineResource({ ...base, list: ['tenn'] }),
    // @ts-expect-error no such field to sort by
    defineResource({ ...base, sort: ['tenn'] }),
    // @ts-expect-error no such field to filter
    defineResource({ ...base, filter: { ten: { on: 'tenn', op: 'equals' } } }),
    // @ts-expect-error no such field of the form
    defineResource({ ...base, form: ['tenn'] }),
    // @ts-expect-error no such sheet column
    defineResource({ ...base, sheet: { firstRow: 2, columns: ['ten', null, 'tenn'], unit: 'số' } }),
    defineResource({ ...base, sort: ['ten'], form: ['ten'] }),
  ]
  expect(declared).toHaveLength(6)
})
