import { expect, test } from 'vitest'
import type { SplitNode } from '#subjects/numbers/contract/calls/split.ts'
import {
  assignsOf,
  branchesOf,
  evenBelow,
  evenShares,
  fitBelow,
  explainNone,
  moveBeside,
  readQuantity,
  unsaved,
} from './split-model.ts'

const node = (
  username: string,
  level: SplitNode['level'],
  parent: string | null,
  more: Partial<SplitNode> = {},
) => ({
  id: username,
  username,
  fullname: username,
  level,
  parent,
  locked: false,
  received: 0,
  called: 0,
  open: 0,
  left: 0,
  blocked: 0,
  free: more.quantity ?? 0,
  quantity: null,
  ...more,
})

const tree: SplitNode[] = [
  node('cn1', 'branch', null, { quantity: 100 }),
  node('l1', 'leader', 'cn1', { quantity: 60 }),
  node('s1', 'sale', 'l1', { quantity: 30 }),
  node('s2', 'sale', 'l1', { quantity: 30 }),
  node('s3', 'sale', 'cn1'),
]

const first = (draft: Record<string, string>, nodes = tree) => {
  const branch = branchesOf(nodes, draft)[0]
  if (!branch) throw new Error('no root')
  return branch
}

test('an account without a quantity has the sum of those below it (D1-SPLIT-15)', () => {
  const branch = first({ cn1: '' })
  expect([branch.hasQuantity, branch.after, branch.distributed]).toEqual([false, 60, 60])
})

test('handing on more than available is an error that says by how many (D1-Q-124)', () => {
  expect(first({ s2: '45' }).below[0]?.fault).toBe('Vượt 15')
})

test('an invalid whole number is an error, an empty box is not (D1-Q-124)', () => {
  expect([readQuantity('1,200'), readQuantity(''), readQuantity('12a'), readQuantity('-3')]).toEqual([
    1200,
    null,
    undefined,
    undefined,
  ])
})

test('a locked account may keep its numbers but gain none', () => {
  const nodes = [node('s', 'sale', null, { locked: true, quantity: 5 })]
  expect(first({}, nodes).fault).toBeNull()
  expect(first({ s: '6' }, nodes).fault).toBe('Đã dừng')
})

test('only changed quantities are sent, a cleared one as null (D1-SPLIT-14)', () => {
  expect(assignsOf([first({ cn1: '100', l1: '', s3: '7' })])).toEqual({ l1: null, s3: 7 })
})

test('an even split rounds down and names the remainder (D1-Q-066)', () => {
  expect(evenShares(100, [{ username: 'a' }, { username: 'b' }, { username: 'c' }])).toEqual({
    draft: { a: '33', b: '33', c: '33' },
    each: 33,
    remainder: 1,
  })
})

test('an even split among all salespeople gives their leader the sum of its people', () => {
  expect(evenBelow(first({}), 'sales').draft).toEqual({ s1: '33', s2: '33', s3: '33', l1: '66' })
})

test('an overflow is removed in equal parts', () => {
  const leader = first({ s1: '50', s2: '60' }).below[0]
  expect(leader && fitBelow(leader)).toEqual({ s1: '25', s2: '35' })
})

test('numbers of a locked account go in equal parts to its colleagues', () => {
  const leader = first({}).below[0]
  const stopped = leader?.below[0]
  expect(leader && stopped && moveBeside(stopped, leader.below)).toEqual({ s1: '0', s2: '60' })
})

test('quantities typed while a split is being saved stay, the sent ones are cleared', () => {
  const sent = { chinhanh1: '10', sale111: '5' }
  expect(unsaved({ chinhanh1: '10', sale111: '6', sale112: '7' }, sent)).toEqual({
    sale111: '6',
    sale112: '7',
  })
  expect(unsaved(sent, sent)).toEqual({})
})

test('an account without numbers of its own shows whether it gets none or draws from the level above', () => {
  const meanings = (draft: Record<string, string>) =>
    branchesOf([node('a', 'sale', null, { quantity: 0 }), node('b', 'sale', null)], draft).map(explainNone)
  expect(meanings({})).toEqual(['Không được lấy số', 'Lấy chung'])
  expect(meanings({ a: '', b: '0' })).toEqual(['Lấy chung', 'Không được lấy số'])
  expect(meanings({ a: '3', b: '4' })).toEqual([null, null])
})
