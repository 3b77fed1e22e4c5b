/** Order of the priorities: a lower number never means less power over others. */
import { expect, test } from 'vitest'
import { can, priorities, type Actor, type Priority } from './abilities.ts'
import { screenOf } from './screens.ts'

const actor = (priority: Priority): Actor => ({
  id: '018f0000-0000-7000-8000-000000000001',
  username: 'nhanvien',
  fullname: 'Nhân Viên',
  priority,
  roleName: 'Vai trò',
  permissions: new Set(),
  brandId: null,
  groupId: null,
  restricted: priority === 5 || priority === 7,
  seesRefunds: false,
  deskByCode: false,
  decidesOwn: true,
})

test('every right of a priority in the tree also belongs to every lower number, and 1 has all of them (D1-SHELL-04)', () => {
  // Priority 6, the office, is neither above nor below the sales levels (D3-ACC-01).
  const tree = priorities.filter((priority) => priority !== 6)
  for (const ability of ['below3', 'below5', 'unrestricted'] as const) {
    const allowed = tree.filter((priority) => can(actor(priority), ability))
    expect([ability, allowed]).toEqual([ability, tree.slice(0, allowed.length)])
    expect(allowed).toContain(1)
  }
})

test('managers are 1 and 2, then come branch and leader; the salesperson is the lowest (D1-SHELL-05, D1-Q-001)', () => {
  const may = (ability: 'below3' | 'below5') => priorities.filter((priority) => can(actor(priority), ability))
  expect(may('below3')).toEqual([1, 2])
  expect(may('below5')).toEqual([1, 2, 3, 4])
  expect(can(actor(5), 'any')).toBe(true)
})

test('sums by branch are for those who have a branch or keep the books; nobody else sees a screen of zeros (D3-ONE-07)', () => {
  const may = (permissions: readonly string[]): Priority[] =>
    priorities.filter((priority) =>
      can({ ...actor(priority), permissions: new Set(permissions) }, screenOf('reportbranchrevenue').may),
    )
  expect(may([])).toEqual([1, 2, 3, 7])
  expect(may(['pay.manage'])).toEqual([1, 2, 3, 4, 5, 6, 7])
})
