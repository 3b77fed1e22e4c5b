/** 'Tra cứu thông tin thuê bao': one number for all cards or one for each, and a carrier that does not answer (D1-LOOK-01, D1-LOOK-02). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { stubCalls, type Sent } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import LookupScreen from './lookup-screen.tsx'
import { recentLookups } from './recent.ts'

const balance = { NUMBER_PHONE: '912345678', balance: 12_000, khong_goi: null }
type Detail = { from: string; until: string; perHour: number; left: number; open: boolean }
const free: Detail = { from: '08:00', until: '21:00', perHour: 60, left: 9, open: true }

type Server = { answer?: (path: string) => unknown; detail?: Detail | null; search?: string }

/** The screen over a carrier that knows the balance alone, unless it answers by `answer`. */
async function lookup({ answer, detail = free, search = '' }: Server = {}) {
  const calls = stubCalls((path) => {
    if (path.includes('/lookup/limits')) return { detail }
    if (!path.includes('/lookup/')) return []
    if (answer) return answer(path)
    if (path.includes('/balance')) return balance
    throw new AppError('NOT_FOUND', 'Không có dữ liệu')
  })
  const user = open(
    <div id="work">
      <TabProvider tab={{ screen: 'customerLookup', active: true, search, keep: () => undefined }}>
        <LookupScreen />
      </TabProvider>
    </div>,
  )
  await waitFor(() => expect(calls.some(({ path }) => path.includes('/limits'))).toBe(true))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return { calls, user }
}
/** What was asked of the carrier, in its order. */
const requests = (calls: readonly Sent[]): string[] =>
  calls.flatMap(({ path }) => /\/lookup\/(?!limits)([^&]*)/.exec(path)?.[1] ?? [])
const card = (title: string) => within(screen.getByRole('region', { name: title }))
const shared = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Số điện thoại cho mọi thẻ' })
const boxOf = (title: string) => card(title).getByRole<HTMLInputElement>('textbox', { name: 'Số điện thoại' })

beforeEach(() => {
  queryClient.clear()
  recentLookups.set({ username: '', phones: [] })
  signIn(actorOf(2))
})

test('D1-LOOK-02: one number fills every card, and Enter starts all look-ups', async () => {
  const { calls, user } = await lookup()
  await user.type(shared(), '0912345678')
  expect(boxOf('Tài khoản chính').value).toBe('0912345678')
  expect(requests(calls)).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(requests(calls)).toHaveLength(5))
  expect(requests(calls).toSorted()).toEqual([
    '9279?phone=912345678',
    'balance?phone=912345678',
    'history?phone=912345678',
    'info?phone=912345678',
    'package?phone=912345678',
  ])
  expect(await card('Tài khoản chính').findByText('12,000')).toBeTruthy()
  // Looked up once, it can be filled in again.
  expect(screen.getByRole('navigation', { name: 'Số vừa tra cứu' }).textContent).toContain('0912345678')
})

test('D1-LOOK-01: a card looks up its own number only', async () => {
  const { calls, user } = await lookup()
  await user.type(boxOf('Tài khoản chính'), '0987654321')
  await user.click(card('Tài khoản chính').getByRole('button', { name: 'Tra cứu' }))
  await card('Tài khoản chính').findByText('12,000')
  expect(requests(calls)).toEqual(['balance?phone=987654321'])
  expect([shared().value, boxOf('Lịch sử 9279').value]).toEqual(['', ''])
})

test('D1-LOOK-56: a text without digits is refused, and nothing is sent', async () => {
  const { calls, user } = await lookup()
  await user.type(shared(), 'abc{Enter}')
  await screen.findByText(new RegExp(lookupTexts.noPhone))
  expect(requests(calls)).toEqual([])
})

test('D1-LOOK-60: a second Enter for a running number sends nothing; another number may be looked up', async () => {
  const late = Promise.withResolvers<unknown>()
  const { calls, user } = await lookup({ answer: () => late.promise })
  await user.type(shared(), '0912345678{Enter}')
  await waitFor(() => expect(requests(calls)).toHaveLength(5))
  expect(screen.getByRole('button', { name: /^Tra cứu tất cả/ })).toHaveProperty('disabled', true)
  await user.keyboard('{Enter}')
  expect(requests(calls)).toHaveLength(5)
  await user.type(shared(), '{Backspace}9')
  expect(screen.getByRole('button', { name: /^Tra cứu tất cả/ })).toHaveProperty('disabled', false)
})

test('D1-LOOK-22: a look-up that would be refused is skipped and its card says why; the others run', async () => {
  const { calls, user } = await lookup({ detail: { ...free, left: 0 } })
  expect(card('Thông tin chi tiết thuê bao').getByText(/vượt quá 60 lượt/)).toBeTruthy()
  await user.type(shared(), '0912345678{Enter}')
  await waitFor(() => expect(requests(calls)).toHaveLength(4))
  expect(requests(calls).some((one) => one.startsWith('info'))).toBe(false)
})

test('D1-LOOK-19: a user who may not see details has no card for them, and sends no request', async () => {
  signIn(actorOf(5))
  const { calls, user } = await lookup({ detail: null })
  expect(screen.queryByRole('region', { name: 'Thông tin chi tiết thuê bao' })).toBeNull()
  await user.type(shared(), '0912345678{Enter}')
  await waitFor(() => expect(requests(calls)).toHaveLength(4))
})

test('D1-LOOK-01: a number from a link waits for Enter, because look-ups are limited', async () => {
  const { calls, user } = await lookup({ search: 'phone=0912345678' })
  expect([shared().value, boxOf('Lịch sử gói cước').value]).toEqual(['0912345678', '0912345678'])
  expect(document.activeElement).toBe(shared())
  expect(requests(calls)).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(requests(calls)).toHaveLength(5))
})

test('D1-LOOK-59: when the carrier does not answer, one bar says so and repeats only the failed look-ups', async () => {
  let down = true
  const gate = Promise.withResolvers<void>()
  const { calls, user } = await lookup({
    answer: async (path) => {
      if (path.includes('/balance')) return balance
      await gate.promise
      if (down) throw new AppError('UPSTREAM', 'Nhà mạng không trả lời')
      throw new AppError('NOT_FOUND', 'Không có dữ liệu')
    },
  })
  await user.type(shared(), '0912345678{Enter}')
  await card('Tài khoản chính').findByText('12,000')
  gate.resolve()
  const bar = (await screen.findByText('Chưa tra cứu được ở nhà mạng.')).closest<HTMLElement>(
    '[role="status"]',
  )
  expect(bar?.textContent).toContain('Nhà mạng không trả lời. Các màn hình khác vẫn dùng bình thường.')
  await waitFor(() => expect(requests(calls)).toHaveLength(5))
  down = false
  await user.click(within(bar ?? document.body).getByRole('button', { name: 'Thử lại' }))
  await waitFor(() => expect(screen.queryByText('Chưa tra cứu được ở nhà mạng.')).toBeNull())
  expect(
    requests(calls)
      .slice(5)
      .some((one) => one.startsWith('balance')),
  ).toBe(false)
})

test('D1-LOOK-02: / focuses the common number, Alt and a digit that of a card; a recent number is filled in and waits for Enter', async () => {
  recentLookups.set({ username: 'a', phones: ['987654321'] })
  const { calls, user } = await lookup()
  await user.keyboard('/')
  expect(document.activeElement).toBe(shared())
  await user.keyboard('{Alt>}3{/Alt}')
  expect(document.activeElement).toBe(boxOf('Tài khoản chính'))
  await user.click(screen.getByRole('button', { name: '0987654321' }))
  expect([shared().value, boxOf('Tài khoản chính').value]).toEqual(['0987654321', '0987654321'])
  expect(document.activeElement).toBe(shared())
  expect(requests(calls)).toEqual([])
  expect(reading().off).not.toHaveProperty('Tra cứu tất cả')
})
