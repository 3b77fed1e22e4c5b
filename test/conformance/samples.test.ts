/** Sample rows conform to the declaration; otherwise a valid one would break unrelated tests. */
import { expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { readField } from '#kit/contract/kinds.ts'
import { defineResource, fieldOf } from '#kit/contract/resource.ts'
import { sampleBody } from './samples.ts'

const fields = {
  id: f.id(),
  few: f.number({ label: 'Ít', max: 3 }),
  close: f.number({ label: 'Sát', min: 7, max: 7 }),
  half: f.number({ label: 'Nửa', min: 1, max: 2, decimals: 2 }),
  below: f.number({ label: 'Dưới', min: -5, max: -2 }),
  cheap: f.money({ label: 'Rẻ', min: 500, max: 900 }),
  code: f.text({ label: 'Mã', max: 6 }),
  remark: f.note({ label: 'Ghi chú', max: 12 }),
}
const form = Object.keys(fields).filter((name) => name !== 'id') as Exclude<keyof typeof fields, 'id'>[]
const narrow = defineResource({
  path: 'narrow',
  title: 'Hẹp',
  noun: 'dòng',
  fields,
  list: form,
  filter: {},
  order: [['few', 'asc']],
  form,
  may: { read: 'any' },
})

test('generated values of a field are within its bounds, however narrow, and texts distinguish the rows', () => {
  const bodies = Array.from({ length: 200 }, () => sampleBody(narrow))
  for (const body of bodies)
    for (const name of form) {
      const reading = readField(body[name], fieldOf(narrow, name))
      expect([name, body[name], reading]).toEqual([name, body[name], { ok: true, value: body[name] }])
    }
  for (const name of ['code', 'remark'])
    expect(new Set(bodies.map((body) => body[name])).size).toBe(bodies.length)
  expect(new Set(bodies.map(({ few }) => few)).size).toBe(4)
})
