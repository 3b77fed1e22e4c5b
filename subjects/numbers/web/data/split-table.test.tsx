/** The tree of a split, as who splits reads it. */
import { expect, test } from 'vitest'
import type { SplitNode } from '#subjects/numbers/contract/calls/split.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { read, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import { branchesOf } from './split-model.ts'
import { SplitTable } from './split-table.tsx'
import type { Split } from './use-split.ts'

const node = (
  username: string,
  level: SplitNode['level'],
  parent: string | null,
  quantity: number | null,
  more = {},
): SplitNode => ({
  id: username,
  username,
  fullname: username,
  level,
  parent,
  locked: false,
  received: 0,
  called: 4,
  open: 1,
  left: 0,
  blocked: 0,
  free: quantity ?? 0,
  quantity,
  ...more,
})

const tree = [
  node('cn1', 'branch', null, 1_100),
  node('l1', 'leader', 'cn1', 60),
  node('s1', 'sale', 'l1', 30),
  node('s2', 'sale', 'l1', 20),
  node('s3', 'sale', 'l1', 0),
  node('s4', 'sale', 'l1', 0, { locked: true }),
]

function table(
  distributed: number,
  free = true,
  draft: Record<string, string> = {},
  priority: 2 | 4 = 2,
): Reading {
  const roots = branchesOf(tree, draft)
  const split = {
    roots,
    free,
    actor: actorOf(priority),
    refused: { s2: 'Đã nghỉ' },
    put: () => undefined,
    budget: { distributed, total: 1_200, parts: roots },
  } as unknown as Split
  return read(<SplitTable split={split} />)
}
const row = ({ rows }: Reading, name: string): string[] => rows.find(([first]) => first?.includes(name)) ?? []

test('D1-SPLIT-05: a single branch is open, and each line shows how much of it is handed on', () => {
  const all = table(1_100)
  expect(row(all, 'cn1')[4]).toContain('Còn 1,040 chưa giao')
  expect(row(all, 'l1')[4]).toContain('Còn 10 chưa giao')
  expect(row(all, 's2')[4]).toContain('Đã nghỉ')
  expect(row(all, 's3')[4]).toContain('Không được lấy số')
  expect(row(all, 's4')[4]).toContain('Đã dừng')
  const full = table(1_100, true, { s2: '30' })
  expect(row(full, 'l1')[4]).toContain('Đủ')
  expect(row(table(1_100, true, { s1: '90' }), 'l1')[4]).toContain('Vượt 50')
})

test('D1-SPLIT-06: the footer shows what is left in total, or by how much it is exceeded', () => {
  expect(table(1_100).rows.at(-1)).toEqual(['Tổng', '5', '1,100', 'Còn 100 chưa chia'])
  expect(table(1_200).rows.at(-1)?.at(-1)).toBe('Đã chia hết')
  expect(table(1_250).rows.at(-1)?.at(-1)).toBe('Vượt 50')
})

test('D1-Q-125: a user who may not set the quantity of a branch only reads it', () => {
  const boxes = ({ html }: Reading): string[] =>
    [...html.matchAll(/aria-label="Số lượng của (\w+)"/g)].map(([, name = '']) => name)
  expect(boxes(table(1_100))).toEqual(['cn1', 'l1', 's1', 's2', 's3', 's4'])
  expect(boxes(table(1_100, false))).not.toContain('cn1')
  expect(row(table(1_100, false), 'cn1')[3]).toBe('1,100')
  expect(boxes(table(1_100, false, {}, 4))).toEqual(['s1', 's2', 's3', 's4'])
})

test('D1-SPLIT-08: accounts with numbers offer an even split, and salespeople offer the reason for no numbers', () => {
  const { buttons } = table(1_100)
  expect(buttons).toEqual(expect.arrayContaining(['Chia đều 1,100 số của cn1', 'Chia đều 60 số của l1']))
  expect(buttons.some((name) => name.endsWith(' s1'))).toBe(true)
  expect(buttons.some((name) => name.endsWith(' s4'))).toBe(false)
  expect(table(1_100, true, { l1: '0' }).buttons.some((name) => name.endsWith('số của l1'))).toBe(false)
})
