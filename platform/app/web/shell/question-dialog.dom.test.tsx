/** A question and its keys. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { askForReason, confirm } from '#kit/web/feedback.ts'
import { messages } from '#platform/contract/messages.ts'
import { open, reading } from './page.fixture.tsx'

test('a missing required reason is asked for again, and a given one is passed on without surrounding blanks', async () => {
  const user = open(null)
  const answer = askForReason({
    title: 'Từ chối',
    reason: { label: 'Lý do', required: true, suggest: ['Sai số'] },
  })
  const box = await screen.findByLabelText(/Lý do/)
  await user.click(screen.getByRole('button', { name: 'Xác nhận' }))
  expect(reading().text).toContain(messages.missingField)
  await user.type(box, '  sai gói {Enter}')
  expect(await answer).toBe('sai gói')
})

test('a question is answered by its buttons, and a second question cancels the first', async () => {
  const user = open(null)
  const first = confirm({ title: 'Xoá đơn', danger: true })
  const second = confirm({ title: 'Khoá tháng', confirmLabel: 'Khoá' })
  expect(await first).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Khoá' }))
  expect(await second).toBe(true)
  const third = confirm({ title: 'Xoá' })
  await user.click(await screen.findByRole('button', { name: 'Huỷ' }))
  expect(await third).toBe(false)
})

test('the question stays open while its work runs, and after a failure', async () => {
  const user = open(null)
  const works: ((done: boolean) => void)[] = []
  const answer = confirm({ title: 'Khoá tháng', work: () => new Promise((done) => works.push(done)) })
  await user.click(await screen.findByRole('button', { name: 'Xác nhận' }))
  works[0]?.(false)
  await user.click(await screen.findByRole('button', { name: 'Xác nhận' }))
  expect(works).toHaveLength(2)
  works[1]?.(true)
  expect(await answer).toBe(true)
})
