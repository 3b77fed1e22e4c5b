/** How the trail's actions are named in the drawer. */
import { expect, test } from 'vitest'
import { auditActions } from '#platform/contract/audit-actions.ts'
import { auditAction } from './audit-action.ts'

test('every audit action has its own Vietnamese text and icon (D2-Q-27)', () => {
  const actions = Object.keys(auditActions).map(auditAction)
  const labels = actions.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  for (const { label, icon } of actions) {
    // The words that are not Vietnamese are those of the table's keys: a label that is one was forgotten.
    expect(label).toMatch(/^\p{Lu}/u)
    expect(Object.keys(auditActions)).not.toContain(label.toLowerCase())
    expect(icon).toBeDefined()
  }
})

test("an entry of an earlier version reads like today's: 'deny' is a rejection (D1-BANK-24)", () => {
  expect(auditAction('deny')).toEqual(auditAction('reject'))
  expect(auditAction('deny').label).toBe('Từ chối')
})

test('creation and deletion of a row are described as a whole', () => {
  const whole = Object.keys(auditActions).filter((action) => auditAction(action).whole)
  expect(whole.toSorted()).toEqual([
    'auto-invite',
    'call',
    'care',
    'create',
    'export',
    'exported',
    'import',
    'remove',
  ])
})

test('an unknown action is shown as it is stored, even one named like an object property', () => {
  expect(auditAction('merge').label).toBe('merge')
  expect(auditAction('constructor').label).toBe('constructor')
})
