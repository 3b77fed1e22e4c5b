/** 'Bàn giao' of accounts by keys alone: what was chosen is saved by Enter (D3-ORG-04, D3-FLR-02). */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { stubCalls, written, type Sent } from '#test/sent.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { HandoverDialog } from './handover-dialog.tsx'

const staff = ['An', 'Bình', 'Chi'].map((fullname): Staff => ({
  id: fullname,
  username: fullname,
  fullname,
  role_priority: 5,
  brand_id: 'chinhanh1',
  brand: { id: 'chinhanh1', username: 'chinhanh1' },
  group_id: 'leader11',
}))
const file = { id: 'f', name: 'thang-11.xlsx', numbers: 40, appointments: 2 }

/** The dialog of An, whose numbers are known; the focus is where the recipient is chosen. */
async function dialog() {
  const sent: Sent[] = stubCalls((path, { method }) => {
    if (method !== 'GET') return null
    return path.endsWith('/held') ? { files: [file] } : { values: staff, count: staff.length }
  })
  const closed: true[] = []
  const user = open(<HandoverDialog from="An" onClose={() => void closed.push(true)} />)
  await screen.findByText('thang-11.xlsx', { selector: 'span' })
  const to = screen.getByRole('button', { name: /^Người nhận/ })
  to.focus()
  return { user, sent, closed, to }
}
const list = () => screen.queryByRole('listbox')

test('Enter opens the list while nobody is chosen, chooses the marked person, and then hands over instead of reopening the list', async () => {
  const { user, sent, closed, to } = await dialog()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(list()).not.toBeNull())
  expect(written(sent)).toEqual([])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(list()).toBeNull())
  expect([to.textContent, document.activeElement, written(sent)]).toEqual(['Chi', to, []])
  await user.keyboard('{Enter}')
  expect(list()).toBeNull()
  await waitFor(() => expect(closed).toEqual([true]))
  expect(written(sent)).toEqual([['POST /api/v1/bangiao', { from: 'An', to: 'Chi' }]])
})

test('another person can still be chosen by Space, an arrow or a letter', async () => {
  const { user, sent, to } = await dialog()
  await user.keyboard('{Enter}{Enter}')
  expect(to.textContent).toBe('Bình')
  for (const key of [' ', '{ArrowDown}', 'c']) {
    await user.keyboard(key)
    await waitFor(() => expect(list()).not.toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(list()).toBeNull())
    to.focus()
  } // Enter in the open list takes who is marked, and saves nothing.
  await user.keyboard(' ')
  await waitFor(() => expect(list()).not.toBeNull())
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(to.textContent).toBe('Chi'))
  expect(written(sent)).toEqual([])
})
