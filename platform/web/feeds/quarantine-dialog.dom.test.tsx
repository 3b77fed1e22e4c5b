/** Rows of feeds that were set aside: sent again, dismissed, and what a refusal leaves. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { feedTexts, type QuarantinedRow } from '#platform/contract/calls/feeds.ts'
import { stubCalls, written } from '#test/sent.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { QuarantineDialog } from './quarantine-dialog.tsx'

const row = (id: string, text = '{"amount":"x"}'): QuarantinedRow => ({
  id,
  feed: 'bank',
  at: '2026-11-02T02:00:00.000Z',
  reason: `Thiếu hoặc sai: ${id}`,
  row: text,
})

async function dialog(rows: QuarantinedRow[], write: (path: string) => unknown = () => null) {
  const calls = stubCalls((path, { method }) =>
    method === 'GET' ? { values: rows, count: 1_200 } : write(path),
  )
  const user = open(<QuarantineDialog onClose={() => undefined} />)
  await screen.findByText('1,200 dòng')
  const item = (id: string) => within(screen.getByRole('listitem', { name: `Thiếu hoặc sai: ${id}` }))
  return { calls, user, item }
}

test('each row shows its fault and what was received, also when that is no JSON', async () => {
  await dialog([row('a'), row('b', '{"cut')])
  const { text } = reading()
  expect(text).toContain('Thiếu hoặc sai: a { "amount": "x" }')
  expect(text).toContain('Thiếu hoặc sai: b {"cut')
})

test('one row, or all shown rows, are retried; the dialog says how many are stored and reloads the list', async () => {
  const { calls, user, item } = await dialog([row('a'), row('b')], () => ({ stored: 1, left: 1 }))
  await user.click(item('b').getByRole('button', { name: 'Thử lại' }))
  await screen.findByText(feedTexts.retried(1, 1))
  await user.click(screen.getByRole('button', { name: 'Thử lại tất cả' }))
  await waitFor(() => expect(written(calls)).toHaveLength(2))
  expect(written(calls)).toEqual([
    ['POST /api/v1/feeds/quarantine/retry', { ids: ['b'] }],
    ['POST /api/v1/feeds/quarantine/retry', { ids: ['a', 'b'] }],
  ])
  await waitFor(() => expect(calls.filter(({ method }) => method === 'GET').length).toBeGreaterThan(1))
})

test('a row is dismissed only after a question that names its fault', async () => {
  const { calls, user, item } = await dialog([row('a'), row('b')])
  const ask = async (answer: string): Promise<void> => {
    await user.click(item('a').getByRole('button', { name: 'Bỏ qua' }))
    const title = await screen.findByText(feedTexts.dismissTitle)
    const question = title.closest<HTMLElement>('[role="dialog"]')
    if (!question) throw new Error('no question')
    expect(question.textContent).toContain('Thiếu hoặc sai: a')
    await user.click(within(question).getByRole('button', { name: answer }))
  }
  await ask('Huỷ')
  expect(written(calls)).toEqual([])
  await ask('Bỏ qua')
  await screen.findByText(feedTexts.dismissed)
  expect(written(calls)).toEqual([['POST /api/v1/feeds/quarantine/dismiss', { ids: ['a'] }]])
})

test('while one row is being sent no other can be; a refusal is shown and the list reloads', async () => {
  let refuse: (error: unknown) => void = () => undefined
  const { calls, user, item } = await dialog(
    [row('a'), row('b')],
    () => new Promise((_, no) => (refuse = no)),
  )
  await user.click(item('a').getByRole('button', { name: 'Thử lại' }))
  expect(item('b').getByRole('button', { name: 'Bỏ qua' })).toHaveProperty('disabled', true)
  const before = calls.length
  refuse(new AppError('CONFLICT', feedTexts.settled))
  await screen.findByText(new RegExp(feedTexts.settled))
  expect(calls.length).toBeGreaterThan(before)
  await waitFor(() =>
    expect(item('b').getByRole('button', { name: 'Bỏ qua' })).toHaveProperty('disabled', false),
  )
})

test('without a row there is nothing to retry', async () => {
  await dialog([])
  expect(reading().text).toContain('Không còn dòng nào bị để riêng')
  expect(Object.keys(reading().off)).toContain('Thử lại tất cả')
})
