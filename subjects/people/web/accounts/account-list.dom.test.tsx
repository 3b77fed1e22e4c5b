/** The staff list: what each reader may start from it, and for whom. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import { nothingThere, stubCalls, written } from '#test/sent.ts'
import { leaveErrand } from '#kit/web/errand.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
// Loaded after the rows, which the end of a test does not wait for.
import './channel-dialog.tsx'
import { chooseInRow, open, reading, stubSizes } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { accountOf } from './account.fixture.ts'
import AccountList from './account-list.tsx'

async function list(
  permissions: readonly string[],
  values: Account[] = [accountOf('lan')],
  write: () => unknown = () => null,
) {
  signIn({ ...actorOf(2), permissions: new Set(permissions) })
  const calls = stubCalls((path, { method }) => {
    if (method !== 'GET') return write()
    if (path.endsWith('/held')) return { uncalled: 0, askedAgain: 0, inHand: 0, appointments: 0, files: [] }
    return path.startsWith('/api/v1/users?') ? { values, count: values.length } : nothingThere
  })
  // Room for the buttons of a row.
  stubSizes({ clientHeight: 900, clientWidth: 2_400 })
  const user = open(<AccountList />)
  await screen.findByText(`Tên ${values[0]?.username}`)
  return { calls, user }
}

test('D1-ACC-08: each account is shown with its unit and whether it is active', async () => {
  const branch = { id: 'b', username: 'hnimb' }
  await list([], [accountOf('lan', { brand: branch }), accountOf('mai', { is_deleted: true })])
  const { rows } = reading()
  expect(rows.find((cells) => cells.includes('lan'))).toEqual(
    expect.arrayContaining(['Tên lan', 'hnimb', 'lan@vas.vn', 'Đang hoạt động']),
  )
  expect(rows.find((cells) => cells.includes('mai'))).toContain('Đã dừng')
})

test('D1-ACC-11: users with the right can create and import; others have no button, and links open no form for them', async () => {
  leaveErrand('dashboard', 'create')
  await list(['user.edit'])
  expect(reading().buttons).not.toContain('Tạo nhân viên')
  expect(reading().buttons).not.toContain('Nhập file')
  // The link still waits for somebody who may.
  cleanup()
  await list(['user.add'])
  await screen.findByRole('dialog')
})

test('D1-ACC-11: a link with a start action opens the form with it, for users who may create', async () => {
  leaveErrand('dashboard', 'create', { fullname: 'Trần An' })
  const { user } = await list(['user.add'])
  expect(await screen.findByDisplayValue('Trần An')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Tạo nhân viên' }))
  await screen.findByRole('dialog')
  expect(screen.queryByDisplayValue('Trần An')).toBeNull()
})

test('D1-ACC-38: an action opens the dialog of its account', async () => {
  const { user } = await list(['user.edit'], [accountOf('lan'), accountOf('mai')])
  const row = screen.getByText('Tên mai').closest('tr, [role="row"]')
  if (!(row instanceof HTMLElement)) throw new Error('no row')
  await user.click(within(row).getByRole('button', { name: /^Sửa/ }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(within(dialog).getByDisplayValue('Tên mai')).toBeTruthy())
})

test('D1-ACC-39: locking asks and then locks that account; a refusal is shown', async () => {
  const { calls, user } = await list(['user.edit'], [accountOf('lan')], () => {
    throw new AppError('FORBIDDEN', 'Tài khoản này có cấp cao hơn bạn')
  })
  await chooseInRow(user, 1, /^Khoá/)
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('lan (Tên lan)')
  expect(written(calls)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Khoá' }))
  await screen.findByText(/Tài khoản này có cấp cao hơn bạn/)
  expect(written(calls)).toEqual([['POST /api/v1/users/lan/lock', {}]])
})
