/** Handing numbers over: to whom, of which files, and what is sent. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { texts, type HeldNumbers } from '#subjects/people/contract/calls/handovers.ts'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { stubCalls, written } from '#test/sent.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { HandoverDialog } from './handover-dialog.tsx'

const person = (id: string, role_priority: Staff['role_priority'], brand_id: string | null): Staff => ({
  id,
  username: id,
  fullname: `Tên ${id}`,
  role_priority,
  brand_id,
  brand: null,
  group_id: null,
})
const staff = [
  person('ha', 5, 'cn1'),
  person('lan', 5, 'cn1'),
  person('cn1', 3, null),
  person('mai', 5, 'cn2'),
  person('vp', 6, 'cn1'),
  person('sep', 2, null),
]
const files = [
  { id: 'f1', name: 'T10', numbers: 1_200, appointments: 3 },
  { id: 'f2', name: 'T11', numbers: 5, appointments: 0 },
]
const heldAnswer = (overrides: Partial<HeldNumbers> = {}): HeldNumbers => ({
  uncalled: 1,
  askedAgain: 0,
  inHand: 0,
  appointments: 0,
  files,
  ...overrides,
})

async function dialog(
  from: string | undefined,
  write: () => unknown = () => ({}),
  of: HeldNumbers = heldAnswer(),
) {
  const calls = stubCalls((path, { method }) => {
    if (method !== 'GET') return write()
    return path.endsWith('/held') ? of : { values: staff, count: staff.length }
  })
  let closed = 0
  const user = open(<HandoverDialog {...(from && { from })} onClose={() => void closed++} />)
  const pick = async (label: RegExp, name: string): Promise<void> => {
    await user.click(screen.getByLabelText(label))
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
  }
  if (from) await screen.findByText(of.files.length > 0 ? 'T10' : texts.nothing)
  return {
    calls,
    user,
    pick,
    closed: () => closed,
    save: () => screen.getByRole('button', { name: /^Bàn giao/ }),
  }
}

test('D3-ORG-04: the recipients are callers of the giver’s branch and the branch itself, never the giver', async () => {
  const { user } = await dialog('ha')
  await user.click(screen.getByLabelText(/Người nhận/))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['Tên lanlan', 'Tên cn1cn1'])
})

test('D3-ORG-04: a giver from headquarters can hand over to every caller', async () => {
  const { user } = await dialog('sep')
  await user.click(screen.getByLabelText(/Người nhận/))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['Tên haha', 'Tên lanlan', 'Tên cn1cn1', 'Tên maimai'])
})

test('D3-ORG-04: all files are handed over without naming them; when some stay the others are named', async () => {
  const all = await dialog('ha')
  expect(reading().text).toContain('1,200 số, 3 lịch hẹn')
  await all.pick(/Người nhận/, 'Tên lan')
  await all.user.click(all.save())
  await waitFor(() => expect(all.closed()).toBe(1))
  expect(written(all.calls)).toEqual([['POST /api/v1/bangiao', { from: 'ha', to: 'lan' }]])
})

test('D3-ORG-04: an unticked file is left out of what is sent', async () => {
  const { calls, user, pick, save } = await dialog('ha')
  await pick(/Người nhận/, 'Tên lan')
  await user.click(screen.getByRole('checkbox', { name: 'T10' }))
  await user.click(save())
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toEqual({ from: 'ha', to: 'lan', files: ['f2'] })
})

test('D3-ORG-04: with no file left, or nothing held, there is nothing to hand over', async () => {
  const { user, save } = await dialog('ha')
  for (const name of ['T10', 'T11']) await user.click(screen.getByRole('checkbox', { name }))
  expect(save()).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox', { name: 'T11' }))
  expect(save()).toHaveProperty('disabled', false)
})

test('who holds nothing has nothing to hand over', async () => {
  const { save } = await dialog('ha', undefined, heldAnswer({ files: [] }))
  expect(save()).toHaveProperty('disabled', true)
})

test('another giver resets the recipient and the unticked files', async () => {
  const { user, pick } = await dialog('ha')
  await pick(/Người nhận/, 'Tên lan')
  await user.click(screen.getByRole('checkbox', { name: 'T10' }))
  await pick(/Người bàn giao/, 'Tên mai')
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'T10' })).toHaveProperty('checked', true))
  expect(screen.getByLabelText(/Người nhận/).textContent).toBe('Chọn nhân viên')
})

test('without a recipient nothing is sent; a refusal is shown and the dialog stays open', async () => {
  const { calls, user, pick, save, closed } = await dialog('ha', () => {
    throw new AppError('VALIDATION', texts.recipientStopped)
  })
  await user.click(save())
  expect(written(calls)).toEqual([])
  await pick(/Người nhận/, 'Tên lan')
  await user.click(save())
  await screen.findByText(new RegExp(texts.recipientStopped))
  expect(closed()).toBe(0)
})
