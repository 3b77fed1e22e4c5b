/** The dialogs of accounts and roles: what they begin with, what they send, and what a refusal shows. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { texts } from '#subjects/people/contract/calls/accounts.ts'
import { texts as payoutTexts } from '#subjects/people/contract/calls/payout-account.ts'
import { texts as roleTexts, type Role } from '#subjects/people/contract/calls/roles.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { openForm } from '#test/fill.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { accountOf } from './account.fixture.ts'
import { AccountDialog } from './account-dialog.tsx'
import { PayoutAccountDialog } from './payout-dialog.tsx'
import { PermissionDialog } from './permission-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'

beforeEach(() => signIn({ ...actorOf(2), permissions: new Set(['user.get', 'role.get']) }))

const permission = { id: 'p', name: 'Xem', category: 'Nhân viên', code: 'user.get' }
const role: Role = {
  id: 'r',
  name: 'Nhân viên',
  priority: 5,
  permissions: [{ id: 'p' }],
  accounts: 2,
  version: 3,
  may: { update: true, remove: true },
}
const others = { id: 'q', name: 'Kế toán', priority: 6 }
const payout = {
  id: 'lan',
  username: 'lan',
  fullname: 'Tên lan',
  ngan_hang: 'ACB',
  so_tai_khoan: '****6789',
  chu_tai_khoan: null,
  changed_at: null,
  changed_by: null,
  version: 2,
}
const gain = { count: 2, people: [{ username: 'an', fullname: 'An', problem: null }], gains: ['Xem lương'] }

const read = (path: string) => {
  if (path.includes('/affected')) return gain
  if (path.includes('/bank-account')) return payout
  if (path.includes('/permission')) return { values: [permission], count: 1 }
  if (path.includes('/role/')) return role
  if (path.includes('/role')) return { values: [role, others], count: 2 }
  return path.includes('/held') ? { uncalled: 7, files: [] } : { values: [], count: 0 }
}
const refusing = (fields: Record<string, string>) => () => {
  throw new AppError('CONFLICT', Object.values(fields)[0] ?? '', { fields })
}

const roleDialog = (of: Role | null, write?: () => unknown) =>
  openForm((onClose) => <RoleDialog role={of} onClose={onClose} />, { read, ...(write && { write }) })

test('D1-ROLE-12: a new role has the level of salespeople by default, and is sent with name, level and permissions', async () => {
  const form = roleDialog(null)
  await form.type('Tên vai trò', 'Trực đêm')
  await form.user.click(await screen.findByRole('checkbox', { name: /Xem/ }))
  await form.save()
  expect(await form.closedWith()).toEqual([
    ['POST /api/v1/role', { name: 'Trực đêm', priority: 5, permissions: ['p'] }],
  ])
})

test('D1-ROLE-13: a changed name is sent with the version and without affected people', async () => {
  const form = roleDialog(role)
  await form.type('Tên vai trò', 'Sale')
  await form.save()
  expect(await form.closedWith()).toEqual([
    ['PUT /api/v1/role/r', { name: 'Sale', priority: 5, permissions: ['p'], affected: 0, version: 3 }],
  ])
})

test('D3-SEC-09: another level asks with the names of the affected people: no sends nothing, yes sends their number', async () => {
  const form = roleDialog(role)
  await form.pick('Cấp', /^4/)
  await form.save()
  await form.says(/Xem lương/)
  await form.user.click(screen.getAllByRole('button', { name: /^Huỷ/ }).at(-1)!)
  expect([form.written(), form.closed()]).toEqual([[], 0])
  await form.save()
  await form.user.click(await screen.findByRole('button', { name: /^Đổi cấp/ }))
  const [[, body] = []] = await form.closedWith()
  expect(body).toMatchObject({ priority: 4, affected: 2 })
})

test('an existing name is marked at its box; a manager cannot choose a level above their own', async () => {
  const form = roleDialog(null, refusing({ name: roleTexts.nameTaken }))
  await form.user.click(form.box('Cấp'))
  expect(screen.queryByRole('option', { name: /^1 / })).toBeNull()
  await form.user.keyboard('{Escape}')
  await form.type('Tên vai trò', 'Sale')
  await form.save()
  await form.says(roleTexts.nameTaken)
  expect([form.box('Tên vai trò').getAttribute('aria-invalid'), form.closed()]).toEqual(['true', 0])
})

test("D1-ACC-22: an account's own permissions are sent alone, with the version", async () => {
  const account = accountOf('lan', { version: 8 })
  const form = openForm((onClose) => <PermissionDialog account={account} onClose={onClose} />, {
    read: (path) => (path.includes('/role/') ? { ...role, permissions: [] } : read(path)),
  })
  await form.user.click(await screen.findByRole('checkbox', { name: /Xem/ }))
  await form.save()
  expect(await form.closedWith()).toEqual([['PUT /api/v1/users/lan', { permissions: ['p'], version: 8 }]])
})

const payoutDialog = async (write?: () => unknown) => {
  const form = openForm((onClose) => <PayoutAccountDialog id="lan" onClose={onClose} />, {
    read,
    ...(write && { write }),
  })
  await form.says(/Tài khoản ngân hàng nhận lương/)
  return form
}

test('D3-ACC-04: a masked account number is not written back: the box is empty, and a whole number is sent', async () => {
  const form = await payoutDialog()
  expect(form.value('Số tài khoản')).toBe('')
  await form.says(/Đang là \*\*\*\*6789/)
  await form.type('Số tài khoản', '0123456789')
  await form.save()
  expect(await form.closedWith()).toEqual([
    [
      'PUT /api/v1/users/lan/bank-account',
      { ngan_hang: 'ACB', so_tai_khoan: '0123456789', chu_tai_khoan: '', version: 2 },
    ],
  ])
})

test('D3-ACC-04: an invalid account number stays in the dialog, and a refusal is shown there', async () => {
  const form = await payoutDialog(() => {
    throw new AppError('FORBIDDEN', payoutTexts.notBelow)
  })
  await form.type('Số tài khoản', '!!')
  await form.save()
  expect(form.box('Số tài khoản').getAttribute('aria-invalid')).toBe('true')
  expect(form.written()).toEqual([])
  await form.type('Số tài khoản', '0123456789')
  await form.save()
  await form.says(new RegExp(payoutTexts.notBelow))
  expect(form.closed()).toBe(0)
})

test('D1-ACC-18: a new account is sent with the password and without a unit that its role does not have', async () => {
  const form = openForm((onClose) => <AccountDialog account={null} onClose={onClose} />, { read })
  await form.type('Họ tên', ' Trần An ')
  await form.type('Tên đăng nhập', 'an')
  await form.type('Mật khẩu', 'mat-khau-dai-du-roi ')
  await form.type('Email', 'an@vas.vn')
  await form.pick('Vai trò', /Kế toán/)
  await form.save()
  expect(await form.closedWith()).toEqual([
    [
      'POST /api/v1/users',
      {
        brand_id: null,
        group_id: null,
        fullname: 'Trần An',
        username: 'an',
        email: 'an@vas.vn',
        phone: null,
        role_id: 'q',
        password: 'mat-khau-dai-du-roi ',
      },
    ],
  ])
})

test('D1-ACC-20: a changed account is sent with its version and without password; a refusal is shown at its box', async () => {
  const account = accountOf('lan', { role_id: 'q', role: others as never, version: 8 })
  let times = 0
  const form = openForm((onClose) => <AccountDialog account={account} onClose={onClose} />, {
    read,
    write: () => (times++ === 0 ? refusing({ email: 'Email đã có' })() : null),
  })
  await form.type('Email', 'b@vas.vn')
  await form.save()
  await form.says('Email đã có')
  expect([form.box('Email').getAttribute('aria-invalid'), form.closed()]).toEqual(['true', 0])
  await form.save()
  const body = {
    brand_id: null,
    group_id: null,
    fullname: 'Tên lan',
    email: 'b@vas.vn',
    phone: null,
    role_id: 'q',
    version: 8,
  }
  expect(await form.closedWith()).toEqual([
    ['PUT /api/v1/users/lan', body],
    ['PUT /api/v1/users/lan', body],
  ])
})

test('each missing field is marked at its box, and a short password has its own message', async () => {
  const form = openForm((onClose) => <AccountDialog account={null} onClose={onClose} />, { read })
  await form.type('Mật khẩu', 'a')
  await form.save()
  await form.says('Chưa nhập họ tên')
  await form.says(/^Mật khẩu phải có ít nhất/)
  expect(form.written()).toEqual([])
  await form.user.clear(form.box('Mật khẩu'))
  await form.save()
  await form.says(texts.noPassword)
})
