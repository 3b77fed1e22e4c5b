/** The menu by role and right. */
import { expect, test } from 'vitest'
import type { Actor, Priority } from '#platform/contract/abilities.ts'
import type { PermissionCode } from '#platform/contract/permissions.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { menuOf } from './navigation.ts'

const holding = (priority: Priority, ...permissions: PermissionCode[]): Actor => ({
  ...actorOf(priority),
  permissions: new Set(permissions),
})
const labelsOf = (actor: Actor): string[] =>
  menuOf(actor).flatMap(({ label, entries }) => [label, ...entries.map((name) => screenOf(name).label)])

const care = ['Chăm sóc khách hàng', 'Nhật ký chăm sóc', 'Tỉ lệ bắt số', 'Blacklist']
const costs = ['Chi phí', 'Chi phí quản lý']
const roles = ['Vai trò', 'Quyền']

test.each<[string, Actor, string[], string[]]>([
  [
    'a manager',
    holding(2, 'user.get', 'role.get', 'chiphiquanly.get'),
    [...care, 'Giá hoàn tiền', ...costs, 'Quản trị', 'Nhân viên', ...roles],
    [],
  ],
  [
    'a branch',
    holding(3, 'user.get'),
    [...care, 'Giá hoàn tiền', 'Quản trị', 'Nhân viên'],
    [...costs, ...roles],
  ],
  ['a leader', actorOf(4), [...care, 'Giá hoàn tiền'], [...costs, 'Nhân viên', ...roles]],
  ['a salesperson', actorOf(5), care, ['Giá hoàn tiền', ...costs, 'Quản trị', 'Nhân viên', ...roles]],
  ['a partner', actorOf(7), care, ['Giá hoàn tiền', ...costs, 'Quản trị', 'Nhân viên', ...roles]],
  [
    'who sees no refunds',
    { ...actorOf(5), seesRefunds: false },
    care,
    ['Yêu cầu hoàn tiền', 'Báo cáo yêu cầu hoàn tiền', ...costs],
  ],
])(
  'the menu of %s holds what its rights open, and no group without an entry (D1-SHELL-07, D1-SHELL-44, D1-SHELL-47, D1-SHELL-51, D1-SHELL-52, D1-SHELL-60, D2-NAV-05)',
  (_, actor, has, lacks) => {
    const shown = labelsOf(actor)
    expect(shown).toEqual(expect.arrayContaining(has))
    expect(shown.filter((label) => lacks.includes(label))).toEqual([])
  },
)
