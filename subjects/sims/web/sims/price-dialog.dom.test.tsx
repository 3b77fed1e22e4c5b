/** Prices of a filtered stock, raised or lowered: counted before, sent as counted, asked about where they fall below the base. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AnswerOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { priceTexts, type previewPrices } from '#subjects/sims/contract/calls/sim-prices.ts'
import { nothingThere, stubCalls, written, type Sent } from '#test/sent.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { PriceDialog } from './price-dialog.tsx'

type Preview = AnswerOf<typeof previewPrices>

const counted = (overrides: Partial<Preview> = {}): Preview => ({
  count: 1_500,
  changes: 1_200,
  low: 0,
  kept: 300,
  refused: 0,
  sums: [{ price: 'gia_khach_hang', before: 100, after: 105 }],
  values: [],
  ...overrides,
})
const isPreview = (path: string): boolean => path.endsWith('/xemTruoc')
const steps = (calls: readonly Sent[]) => written(calls).filter(([call]) => !isPreview(call))

async function dialog(
  preview: Preview,
  write: () => unknown = () => ({ state: 'done', msg: 'Đã tăng giá' }),
) {
  const calls = stubCalls((path, { method }) => {
    if (isPreview(path)) return preview
    return method === 'GET' ? nothingThere : write()
  })
  const ends: string[] = []
  const user = open(
    <PriceDialog
      filters={{}}
      query={{ page: '3', count: '50', sort: 'x', mang: 'viettel' }}
      onClose={() => ends.push('closed')}
      onHistory={() => ends.push('history')}
    />,
  )
  const [amount] = screen.getAllByRole('textbox')
  if (amount) await user.type(amount, '5')
  return { calls, user, ends }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('D3-SIM-09: the counted numbers are sent with the change and the filter, without page and order', async () => {
  const { calls, user, ends } = await dialog(counted())
  await user.click(await button(/^Tăng giá 1,200 số/))
  await waitFor(() => expect(ends).toEqual(['closed']))
  await screen.findByText('Đã tăng giá')
  expect(steps(calls)).toEqual([
    [
      'POST /api/v1/simso/doiGia',
      {
        change: { prices: ['gia_khach_hang'], direction: 'up', unit: 'percent', amount: 5 },
        filter: { mang: 'viettel' },
        reason: '',
        expect: { changes: 1_200, low: 0, before: 100, after: 105 },
      },
    ],
  ])
})

test('D3-SIM-09: numbers that would fall below their base price are asked about first', async () => {
  const { calls, user, ends } = await dialog(counted({ low: 7 }))
  await user.click(await button(/^Tăng giá 1,200 số/))
  const question = (await screen.findByText('Giá thấp hơn giá gốc?')).closest<HTMLElement>('[role="dialog"]')
  if (!question) throw new Error('no question')
  expect(question.textContent).toContain('7 số sẽ thấp hơn giá gốc')
  await user.click(within(question).getByRole('button', { name: 'Huỷ' }))
  expect(steps(calls)).toEqual([])
  expect(ends).toEqual([])
})

test('D3-SIM-09: with a refused number, or without a change, nothing can be started, and the button says why', async () => {
  await dialog(counted({ refused: 2 }))
  await waitFor(() => expect(screen.getByTitle(priceTexts.refused(2))).toHaveProperty('disabled', true))
})

test('D3-SIM-09: a change that changes no number cannot be started', async () => {
  await dialog(counted({ changes: 0 }))
  await waitFor(() => expect(screen.getByTitle(priceTexts.nothing)).toHaveProperty('disabled', true))
})

test('D3-SIM-09: a step that runs in the background is followed in the history', async () => {
  const { user, ends } = await dialog(counted(), () => ({ state: 'running' }))
  await user.click(await button(/^Tăng giá 1,200 số/))
  await waitFor(() => expect(ends).toEqual(['history']))
})

test('D3-SIM-09: a step refused because the stock changed is reported and counted again', async () => {
  const { calls, user, ends } = await dialog(counted(), () => {
    throw new AppError('CONFLICT', 'Kho vừa thay đổi')
  })
  await user.click(await button(/^Tăng giá 1,200 số/))
  await screen.findByText(/Kho vừa thay đổi/)
  await waitFor(() => expect(calls.filter(({ path }) => isPreview(path)).length).toBeGreaterThan(1))
  expect(ends).toEqual([])
})
