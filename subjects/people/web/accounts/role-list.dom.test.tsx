/** The roles: who may change and delete which, and what becomes of a lot that is deleted. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { texts as accountTexts } from '#subjects/people/contract/calls/accounts.ts'
import { texts, type Role } from '#subjects/people/contract/calls/roles.ts'
import { nothingThere, stubCalls, written, type Sent } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { chooseInRow, open, reading, stubSizes } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import RoleList from './role-list.tsx'

const role = (id: string, overrides: Partial<Role> = {}): Role => ({
  id,
  name: `Vai trò ${id}`,
  priority: 5,
  permissions: [],
  accounts: 0,
  version: 1,
  may: { update: true, remove: true },
  ...overrides,
})
const roles = [role('a'), role('b'), role('c')]

async function list(
  permissions: readonly string[],
  {
    values = roles,
    count = values.length,
    write = (): unknown => null,
  }: { values?: Role[]; count?: number; write?: (sent: Sent) => unknown } = {},
) {
  signIn({ ...actorOf(2), permissions: new Set(permissions) })
  const calls = stubCalls((path, sent) => {
    if (sent.method !== 'GET') return write(sent)
    return path.startsWith('/api/v1/role?') ? { values, count } : nothingThere
  })
  // Room for the buttons of a row.
  stubSizes({ clientHeight: 900, clientWidth: 2_400 })
  const user = open(<RoleList />)
  await screen.findByText('Vai trò a')
  return { calls, user }
}
const rowOf = (name: string) => {
  const row = screen.getByText(name).closest('tr, [role="row"]')
  if (!(row instanceof HTMLElement)) throw new Error('no row')
  return within(row)
}
const inQuestion = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name })

test('D1-ROLE-02: each right has its own buttons', async () => {
  await list([])
  expect(reading().buttons.filter((name) => /^(Sửa|Xoá dòng|Tạo vai trò)/.test(name))).toEqual([])
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('D1-ROLE-02: a user with the right to change edits and creates, but does not delete', async () => {
  await list(['role.edit', 'role.add'])
  const { buttons } = reading()
  expect(buttons).toContain('Tạo vai trò')
  expect(buttons.filter((name) => name.startsWith('Sửa'))).toHaveLength(3)
  expect(buttons.filter((name) => name.startsWith('Xoá dòng'))).toEqual([])
})

test('D1-ROLE-05: a role above one’s own can be neither changed nor deleted, and says why', async () => {
  const above = role('a', { may: { update: false, remove: false } })
  const { user } = await list(['role.edit', 'role.delete'], { values: [above] })
  expect(rowOf('Vai trò a').queryByRole('button', { name: /^Xoá/ })).toBeNull()
  await user.click(rowOf('Vai trò a').getByRole('button', { name: /^Thao tác khác/ }))
  for (const name of [/^Sửa/, /^Xoá/]) {
    const item = await screen.findByRole('menuitem', { name })
    expect([item.hasAttribute('disabled'), item.title]).toEqual([true, accountTexts.higherRole])
  }
})

test('D1-ROLE-07: deleting a role asks first; a refusal leaves the question open, with the role and the reason', async () => {
  const { calls, user } = await list(['role.delete'], {
    write: () => {
      throw new AppError('CONFLICT', texts.inUse)
    },
  })
  await chooseInRow(user, 2, 'Xoá')
  await user.click(await inQuestion('Xác nhận'))
  await screen.findByText(new RegExp(`Vai trò b: ${texts.inUse}`))
  expect(screen.getByRole('dialog').textContent).toContain('Vai trò b')
  expect(written(calls)).toEqual([['DELETE /api/v1/role/b', {}]])
})

test('D1-Q-043: deleting several roles reports how many succeeded and which did not, by name', async () => {
  const refused = [{ id: 'b', code: 'CONFLICT', msg: texts.inUse }]
  const { calls, user } = await list(['role.delete'], { write: () => ({ done: 1, refused }) })
  for (const name of ['Vai trò a', 'Vai trò b']) await user.click(rowOf(name).getByRole('checkbox'))
  const bar = screen.getAllByRole('button', { name: 'Xoá' }).at(-1)
  if (bar) await user.click(bar)
  expect((await screen.findByRole('dialog')).textContent).toContain('2 vai trò')
  await user.click(await inQuestion('Xác nhận'))
  await screen.findByText(/Đã xoá 1 vai trò/)
  await screen.findByText(new RegExp(`Vai trò b: ${texts.inUse}`))
  expect(written(calls)).toMatchObject([
    ['POST /api/v1/bulk', { method: 'DELETE', path: '/api/v1/role/:id', ids: ['a', 'b'] }],
  ])
  await waitFor(() => expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]))
})

test('D1-Q-043: a bulk delete that could not be sent is reported and stays ticked', async () => {
  const { user } = await list(['role.delete'], {
    write: () => {
      throw new AppError('FORBIDDEN', 'Bạn không có quyền')
    },
  })
  await user.click(rowOf('Vai trò a').getByRole('checkbox'))
  const bar = screen.getAllByRole('button', { name: 'Xoá' }).at(-1)
  if (bar) await user.click(bar)
  await user.click(await inQuestion('Xác nhận'))
  await screen.findByText(/Bạn không có quyền/)
  expect(rowOf('Vai trò a').getByRole('checkbox')).toHaveProperty('checked', true)
})
