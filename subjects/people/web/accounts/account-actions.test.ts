/** What can be done with an account, by whose it is and who asks. */
import { expect, test } from 'vitest'
import type { Ability } from '#platform/contract/abilities.ts'
import { texts, type Account } from '#subjects/people/contract/calls/accounts.ts'
import { factorTexts } from '#subjects/people/contract/calls/second-factor.ts'
import { actionsOf, type OpenDialog } from './account-actions.tsx'

const allAbilities: Ability[] = ['user.edit', 'user.delete', 'managesPay', 'below3', 'below5']
const account = (overrides: object = {}): Account =>
  ({
    id: 'x',
    username: 'x',
    role_priority: 5,
    is_deleted: 0,
    second_factor: false,
    may: { update: true },
    ...overrides,
  }) as unknown as Account

const opened: OpenDialog[] = []
const menu = (abilities: readonly Ability[], of = account(), ownId = 'me') =>
  actionsOf(of, {
    allowed: (ability) => abilities.includes(ability),
    ownId,
    open: (dialog) => opened.push(dialog),
  })
const labels = (...args: Parameters<typeof menu>): string[] => menu(...args).map(({ label }) => label)
const reasons = (...args: Parameters<typeof menu>): Record<string, string | undefined> =>
  Object.fromEntries(menu(...args).map(({ label, reason }) => [label, reason]))

test('D1-ACC-38: each right shows its own actions only', () => {
  expect(labels([])).toEqual([])
  expect(labels(['user.edit'])).toEqual(['Sửa', 'Cấp mật khẩu mới', 'Tài khoản ngân hàng', 'Khoá'])
  expect(labels(['user.delete'])).toEqual(['Xoá'])
  expect(labels(['managesPay'])).toEqual(['Tài khoản ngân hàng'])
  expect(labels(['below5'])).toEqual(['Bàn giao'])
  expect(labels(['below3'])).toEqual(['Chọn kênh'])
  expect(labels(['user.edit', 'below3'])).toContain('Phân quyền')
  expect(labels(['user.edit', 'below3'], account({ role_priority: 1 }))).not.toContain('Phân quyền')
  expect(labels([], account(), 'x')).toEqual(['Tài khoản ngân hàng'])
})

test('a locked account can be unlocked, and one with a second factor can have it removed', () => {
  expect(labels(allAbilities, account({ is_deleted: 1 }))).toContain('Mở khoá')
  expect(labels(allAbilities, account({ is_deleted: 1 }))).not.toContain('Khoá')
  expect(labels(allAbilities)).not.toContain('Đặt lại xác thực hai lớp')
  expect(labels(allAbilities, account({ second_factor: true }))).toContain('Đặt lại xác thực hai lớp')
})

test('D3-ACC-07: an equal or higher account offers no changes, except the bank account to users who manage pay', () => {
  const higher = account({ may: { update: false } })
  const refused = texts.higherAccount
  expect(reasons(['user.edit', 'user.delete', 'below3'], higher)).toEqual({
    Sửa: refused,
    'Cấp mật khẩu mới': refused,
    'Tài khoản ngân hàng': refused,
    'Phân quyền': refused,
    'Chọn kênh': undefined,
    Khoá: refused,
    Xoá: refused,
  })
  expect(reasons(['user.edit', 'managesPay'], higher)['Tài khoản ngân hàng']).toBeUndefined()
})

test('nobody can lock themselves, reset their own password or remove their own second factor here', () => {
  expect(reasons(allAbilities, account({ second_factor: true }), 'x')).toMatchObject({
    'Cấp mật khẩu mới': texts.ownPassword,
    'Đặt lại xác thực hai lớp': factorTexts.ownReset,
    Khoá: texts.notOneself,
    Xoá: texts.notOneself,
    Sửa: undefined,
    'Tài khoản ngân hàng': undefined,
  })
  const administrator = reasons(allAbilities, account({ role_priority: 1 }))
  expect([administrator['Khoá'], administrator['Xoá']]).toEqual(
    Array.from({ length: 2 }, () => 'Không áp dụng cho tài khoản quản trị'),
  )
})

test('each action opens its own dialog', () => {
  opened.length = 0
  const named = ['Sửa', 'Cấp mật khẩu mới', 'Tài khoản ngân hàng', 'Phân quyền', 'Bàn giao', 'Chọn kênh']
  const actions = menu(allAbilities)
  for (const name of named) actions.find(({ label }) => label === name)?.run()
  expect(opened.map(({ kind }) => kind)).toEqual([
    'edit',
    'password',
    'payout',
    'permissions',
    'handover',
    'channels',
  ])
})
