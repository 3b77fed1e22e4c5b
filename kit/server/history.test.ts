/** Changes that the history shows between two states of a row. */
import { expect, test } from 'vitest'
import type { Actor } from '#platform/contract/abilities.ts'
import { f } from '#kit/contract/field.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { changesOf } from './history.ts'

const manager: Actor = {
  id: 'm',
  username: 'quanly',
  fullname: 'Quản lý',
  priority: 2,
  roleName: 'Quản lý',
  permissions: new Set(),
  brandId: null,
  groupId: null,
  restricted: false,
  seesRefunds: true,
  deskByCode: false,
  decidesOwn: true,
}

const visit: Resource = {
  ...careHistory,
  fields: {
    id: f.id(),
    called_at: f.instant({ label: 'Ngày gọi' }),
    calledAt: f.instant({ label: 'Ngày gọi', from: 'called_at' }),
    shown: f.text({ label: 'Tên', from: 'stored' }),
  },
}

test('a column with two field names is one change in the history', () => {
  const before = { called_at: '2026-09-01T02:00:00Z', stored: 'a' }
  const after = { called_at: '2026-09-02T02:00:00Z', stored: 'b' }
  expect(changesOf(visit, { before, after }, manager).map(({ field }) => field)).toEqual([
    'called_at',
    'shown',
  ])
})

test('a changed appointment appears once in the history of a call', () => {
  const after = { appointment_at: '2026-09-02T02:00:00Z' }
  const found = changesOf(careHistory, { before: { appointment_at: null }, after }, manager)
  expect(found.map(({ field }) => field)).toEqual(['appointment_at'])
})

test('a masked role reads times in the history unchanged, and no phone in free texts (D2-Q-27, D2-MASK-03)', () => {
  const seller: Actor = { ...manager, username: 'sale111', priority: 5 }
  const after = { called_at: '2026-11-22T09:21:42.498163+00:00', stored: 'gọi 0912345678' }
  const changes = changesOf(visit, { before: null, after }, seller)
  expect(changes.map((change) => change.after)).toEqual([after.called_at, 'gọi ****45678'])
})
