/** Types of the stock by changed rules: looked through page by page, then begun. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { stubCalls, written } from '#test/sent.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { RetypeDialog } from './retype-dialog.tsx'

const changedRow = { id: 'a', so_dien_thoai_co_dau_cham: '0912.345.678', truoc: '', sau: '' }

function dialog(changes: number, ruleChanged = false, write: () => unknown = () => null) {
  const calls = stubCalls((path, { method }) => {
    if (method !== 'GET') return write()
    if (path.includes('quyTacLoai')) return { changed: ruleChanged, ran_at: null }
    return path.includes('after=x')
      ? { looked: 500, after: null, changed: changes, values: [] }
      : { looked: 1_000, after: 'x', changed: changes, values: changes > 0 ? [changedRow] : [] }
  })
  let closed = 0
  const user = open(<RetypeDialog onClose={() => void closed++} />)
  return { calls, user, closed: () => closed }
}

test('D3-SIM-03: all pages are counted together; further changes are shown as a number, and one click starts them', async () => {
  const { calls, user, closed } = dialog(1_200)
  await screen.findByText('đã xem 1,500 số')
  const { text } = reading()
  expect(text).toContain('0912.345.678')
  expect(text).toContain('và 2,399 số khác')
  await user.click(screen.getByRole('button', { name: 'Đổi loại 2,400 số' }))
  await waitFor(() => expect(closed()).toBe(1))
  expect(written(calls)).toEqual([['POST /api/v1/simso/doiLoai', {}]])
})

test('D3-SIM-03: a stock that fits its rules needs no run, unless a rule was changed since', async () => {
  dialog(0)
  await screen.findByText('đã xem 1,500 số')
  expect(reading().off['Đổi loại 0 số']).toBe('Không số nào đổi loại')
  expect(reading().text).toContain('Mọi số khác đã đúng quy tắc')
})

test('D3-SIM-03: a changed rule without any effect is run too', async () => {
  const { calls, user } = dialog(0, true)
  await screen.findByText('đã xem 1,500 số')
  await user.click(await screen.findByRole('button', { name: 'Ghi nhận quy tắc mới' }))
  await waitFor(() => expect(written(calls)).toHaveLength(1))
})

test('a refusal is shown and the dialog stays open', async () => {
  const { user, closed } = dialog(1, false, () => {
    throw new AppError('CONFLICT', 'Quy tắc đang được chạy')
  })
  await screen.findByText('đã xem 1,500 số')
  await user.click(screen.getByRole('button', { name: 'Đổi loại 2 số' }))
  await screen.findByText(/Quy tắc đang được chạy/)
  expect(closed()).toBe(0)
})
