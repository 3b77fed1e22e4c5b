/** The page of overridden operations is what the code says, and too many of them fail the check. */
import { expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { operationsPage, pageProblems } from './resource-operations.ts'

const plain = defineResource({
  path: 'goi',
  title: 'Gói',
  noun: 'gói',
  fields: { id: f.id(), ten: f.text({ label: 'Tên' }) },
  list: ['ten'],
  order: [['ten', 'asc']],
  filter: {},
  may: { read: 'any', create: 'any', update: 'any', remove: 'any' },
})
const pageOf = (overrides: Overrides) => operationsPage([plain], () => overrides)

test('an overridden operation is `own`, one that is not offered `-`; history does not count in the share', () => {
  const none = async () => undefined
  const { text, counted } = pageOf({
    create: async () => ({ id: '', version: 1 }),
    history: async () => ({ values: [] }),
    import: async () => ({ saved: 0, inserted: 0, errors: [] }),
    effects: { remove: none },
  })
  expect(text).toContain(
    '| goi | · | - | - | · | · | · | · | own | own | - | · | · | - | - | · | 2 | effect of remove |',
  )
  expect(counted).toEqual({ offered: 9, own: 1 })
})

test('an outdated page and a share above the target are reported', () => {
  const page = pageOf({})
  expect(pageProblems(page.text, page)).toEqual([])
  expect(pageProblems(`${page.text} `, page)).toEqual([
    'docs/resource-operations.md is out of date: npm run format',
  ])
  const more = pageOf({ remove: async () => null, create: async () => ({ id: '', version: 1 }) })
  expect(pageProblems(more.text, more)).toEqual([
    '2 of 9 (22.2 %) of the operations are overridden, at most 15 %',
  ])
})
