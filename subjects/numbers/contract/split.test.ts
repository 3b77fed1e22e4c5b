/** The arithmetic of a split compared with an independent implementation that follows each number from the top. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gainsStopped, overflowOf, planShares, type SplitAccount } from './split.ts'

type Node = SplitAccount & { before: number; hasQuantity: boolean }

/** A tree as the server lists it: each account after its parent, which is an earlier one or none. */
const tree = fc
  .array(
    fc.record({ above: fc.nat(), locked: fc.boolean(), before: fc.nat(1_000), hasQuantity: fc.boolean() }),
    {
      maxLength: 25,
    },
  )
  .map((rows) =>
    rows.map(({ above, ...rest }, index): Node => {
      const parent = above % (index + 1)
      return { id: String(index), parent: parent === index ? null : String(parent), ...rest }
    }),
  )
const request = fc.dictionary(fc.nat(24).map(String), fc.option(fc.nat(1_000), { nil: null }))
const requestOf = (quantities: Record<string, number | null>) => new Map(Object.entries(quantities))
const plan = (nodes: Node[], quantities: Record<string, number | null>) =>
  planShares(nodes, ({ before, hasQuantity }) => ({ before, hasQuantity }), requestOf(quantities))

/** Numbers of an account after the split: its own quantity or, without one, the sum of those below. */
function expectedOf(node: Node, nodes: Node[], quantities: Record<string, number | null>): number {
  const quantity = quantities[node.id]
  if (typeof quantity === 'number') return quantity
  if (quantity === undefined && node.hasQuantity) return node.before
  return nodes
    .filter(({ parent }) => parent === node.id)
    .reduce((sum, one) => sum + expectedOf(one, nodes, quantities), 0)
}

test('each account has its quantity, or the sum of those below it; the top has what was given (D1-SPLIT-15)', () => {
  fc.assert(
    fc.property(tree, request, (nodes, quantities) => {
      const { shares, distributed } = plan(nodes, quantities)
      expect(shares.map(({ account }) => account.id)).toEqual(nodes.map(({ id }) => id))
      for (const { account, after, below } of shares) {
        expect(after).toBe(expectedOf(account, nodes, quantities))
        const children = nodes.filter(({ parent }) => parent === account.id)
        expect(below).toBe(children.reduce((sum, one) => sum + expectedOf(one, nodes, quantities), 0))
      }
      const top = nodes.filter(({ parent }) => parent === null)
      expect(distributed).toBe(top.reduce((sum, one) => sum + expectedOf(one, nodes, quantities), 0))
    }),
  )
})

test("a branch's part of the tree is planned as in the whole tree, so that it sees what the server will do (D1-Q-123)", () => {
  fc.assert(
    fc.property(tree, request, fc.nat(24), (nodes, quantities, index) => {
      const within = new Set([String(index)])
      for (const { id, parent } of nodes) if (parent !== null && within.has(parent)) within.add(id)
      const part = nodes.filter(({ id }) => within.has(id))
      const whole = plan(nodes, quantities).shares.filter(({ account }) => within.has(account.id))
      expect(plan(part, quantities).shares).toEqual(whole)
    }),
  )
})

test('the overflow is what is handed on beyond a quantity, and a locked account gains nothing (D1-Q-124)', () => {
  fc.assert(
    fc.property(tree, request, (nodes, quantities) => {
      for (const share of plan(nodes, quantities).shares) {
        const { account, after, below, hasQuantity, before } = share
        expect(overflowOf(share) > 0).toBe(hasQuantity && below > after)
        expect(after + overflowOf(share)).toBeGreaterThanOrEqual(below)
        expect(gainsStopped(share)).toBe(account.locked && after > before)
      }
    }),
  )
})

test('naming everybody with their current quantities changes nothing', () => {
  fc.assert(
    fc.property(tree, (nodes) => {
      const same = Object.fromEntries(
        nodes.filter(({ hasQuantity }) => hasQuantity).map(({ id, before }) => [id, before]),
      )
      const afters = (quantities: Record<string, number | null>) =>
        plan(nodes, quantities).shares.map(({ after }) => after)
      expect(afters(same)).toEqual(afters({}))
    }),
  )
})
