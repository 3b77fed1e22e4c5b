/** A customer list split among the branches: what is counted, sent and kept. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { customerListTexts } from '#subjects/numbers/contract/calls/customer-lists.ts'
import { splitTexts } from '#subjects/numbers/contract/calls/split.ts'
import { nothingThere, stubCalls, written } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import DivisionScreen from './division-screen.tsx'

const branches = ['cn1', 'cn2'].map((username) => ({ id: `id-${username}`, username, fullname: username }))

async function division(write: () => unknown = () => null) {
  const calls = stubCalls((path, { method }) => {
    if (method !== 'GET') return write()
    if (path.startsWith('/api/v1/users')) return { values: branches, count: 2 }
    if (path.startsWith('/api/v1/upload'))
      return { values: [{ id: 'u1', filename: 'Khách T10', remaining: 90, totalCustomers: 200 }], count: 1 }
    return path.startsWith('/api/v1/customer') ? { total: 90 } : nothingThere
  })
  const user = open(<DivisionScreen />)
  const choose = async (): Promise<HTMLElement[]> => {
    await user.click(screen.getByRole('button', { name: /^Danh sách/ }))
    await user.click(await screen.findByRole('option', { name: /Khách T10/ }))
    await screen.findByText(/trong 200 số/)
    return screen.findAllByRole('textbox')
  }
  const save = () => user.click(screen.getByRole('button', { name: /^Lưu/ }))
  return { calls, user, choose, save }
}

test('D1-SPLIT-17: without a list, or without a count for anybody, nothing is sent', async () => {
  const { calls, choose, save } = await division()
  expect(reading().text).toContain('Chưa chọn danh sách')
  await save()
  await screen.findByText(new RegExp(customerListTexts.noData))
  await choose()
  await save()
  expect(written(calls)).toEqual([])
})

test('D1-SPLIT-18: the typed counts are sent per branch for the chosen list, confirmed, and the boxes cleared', async () => {
  const { calls, user, choose, save } = await division()
  const [first, second] = await choose()
  if (!first || !second) throw new Error('no boxes')
  await user.type(first, '30')
  await user.type(second, '60')
  await save()
  await screen.findByText(splitTexts.splitSaved)
  const [sent] = written(calls)
  expect(sent?.[1]).toEqual({
    data: [
      { user: 'id-cn1', count: 30, upload: 'u1' },
      { user: 'id-cn2', count: 60, upload: 'u1' },
    ],
  })
  await waitFor(() => expect(first).toHaveProperty('value', ''))
})

test('D1-Q-122: a count above what is available, or an invalid one, keeps the button off and says why', async () => {
  const { calls, user, choose } = await division()
  const [first, second] = await choose()
  if (!first || !second) throw new Error('no boxes')
  await user.type(first, '91')
  expect(screen.getByRole('alert').textContent).toContain(splitTexts.tooMany)
  expect(Object.values(reading().off)).toContain(splitTexts.tooMany)
  await user.clear(first)
  await user.type(first, 'x')
  expect(screen.getByRole('alert').textContent).toContain('Sửa 1 lỗi để lưu')
  await user.keyboard('{Control>}s{/Control}')
  expect(written(calls)).toEqual([])
})

test('a refusal is shown and the typed counts stay', async () => {
  const { user, choose, save } = await division(() => {
    throw new AppError('CONFLICT', 'Danh sách vừa được chia')
  })
  const [first] = await choose()
  if (!first) throw new Error('no box')
  await user.type(first, '30')
  await save()
  await screen.findByText(/Danh sách vừa được chia/)
  expect(first).toHaveProperty('value', '30')
})

test('D1-Q-064: a branch distributes among its leaders', async () => {
  signIn(actorOf(3))
  const { calls } = await division()
  await waitFor(() => expect(calls.some(({ path }) => path.includes('findAllLeader'))).toBe(true))
  expect(calls.some(({ path }) => path.includes('findAllBranch'))).toBe(false)
})
