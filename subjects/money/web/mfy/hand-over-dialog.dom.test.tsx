/** Handing a request over: to somebody, in the version shown. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { nothingThere, stubCalls, written } from '#test/sent.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'

const request = { id: 'A', version: 3, so_dien_thoai: '912345678', username_nv: 'an', ten_nv: 'Trần An' }

async function chosen(write: () => unknown = () => ({})) {
  const calls = stubCalls((path, { method }) => {
    if (method !== 'GET') return write()
    const staff = ['an', 'binh'].map((username) => ({ id: username, username, fullname: username }))
    return path.includes('findAllNoLimit') ? { values: staff, count: 2 } : nothingThere
  })
  let closed = 0
  const user = open(<HandOverDialog request={request} onClose={() => void closed++} />)
  const save = screen.getByRole('button', { name: /^Giao Enter/ })
  expect(save).toHaveProperty('disabled', true)
  await user.click(screen.getByLabelText(/Người nhận/))
  await user.click(await screen.findByRole('option', { name: /binh/ }))
  await user.click(save)
  return { calls, closed: () => closed }
}

test('D3-CLK-03: the chosen person gets the request with the version shown, and the dialog closes', async () => {
  const { calls, closed } = await chosen()
  await waitFor(() => expect(closed()).toBe(1))
  expect(written(calls)).toMatchObject([[expect.stringContaining('/A'), { username_nv: 'binh', version: 3 }]])
})

test('D3-CLK-03: a refusal is shown and the dialog stays open', async () => {
  const { closed } = await chosen(() => {
    throw new AppError('FORBIDDEN', 'Đơn đã đóng')
  })
  await screen.findByText(/Đơn đã đóng/)
  expect(closed()).toBe(0)
})
