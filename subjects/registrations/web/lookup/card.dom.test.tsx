/** One look-up card: its number is typed and asked, its answer copied, its failure tried again (D1-LOOK-59, D1-LOOK-60). */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { WithState, open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { Card } from './card.tsx'
import type { LookupOutcome } from './use-lookup.ts'

type Data = { khong_goi: null; ten: string }
const request = { phone: '912345678', http: async () => ({ khong_goi: null, ten: '' }) }
const done: LookupOutcome<Data> = {
  state: 'done',
  request,
  data: { khong_goi: null, ten: 'MO90' },
  answeredAt: '2026-11-02T02:00:05.000Z',
}

function card(outcome: LookupOutcome<Data>, busy = false) {
  const calls: string[] = []
  const user = open(
    <WithState first="">
      {(phone, setPhone) => (
        <Card
          number={3}
          title="Gói cước"
          hint="Nhập số để tra"
          card={{
            lookup: { outcome, busy, run: async () => undefined, retry: () => void calls.push('retry') },
            phone,
            setPhone,
            ask: (typed) => void calls.push(`ask ${typed ?? phone}`),
          }}
          asText={({ ten }) => `Gói\t${ten}`}
        >
          {({ ten }) => <p>{ten}</p>}
        </Card>
      )}
    </WithState>,
  )
  return { calls, user }
}
const box = () => screen.getByRole('textbox', { name: 'Số điện thoại' })
const ask = () => screen.getByRole('button', { name: 'Tra cứu' })

test('D1-LOOK-01: a typed number is looked up by Enter or the button; without a number nothing is sent', async () => {
  const { calls, user } = card({ state: 'idle' })
  expect(ask()).toHaveProperty('disabled', true)
  await user.type(box(), ' {Enter}')
  expect(calls).toEqual([])
  await user.type(box(), '0912{Enter}')
  await user.click(ask())
  expect(calls).toEqual(['ask  0912', 'ask  0912'])
})

test('D1-LOOK-60: during a look-up no other can start, and the previous answer stays', async () => {
  const { calls, user } = card({ state: 'running', request, before: { khong_goi: null, ten: 'MO90' } }, true)
  await user.type(box(), '0912')
  expect(ask()).toHaveProperty('disabled', true)
  expect(reading().text).toContain('Đang chờ nhà mạng trả lời… MO90')
  expect(calls).toEqual([])
})

test('D1-Q-159: the answer is copied with its title and number', async () => {
  vi.stubGlobal('isSecureContext', true)
  const { user } = card(done)
  await user.click(screen.getByRole('button', { name: 'Copy kết quả Gói cước' }))
  expect(await navigator.clipboard.readText()).toBe('Gói cước 0912345678\nGói\tMO90')
  expect(reading().text).not.toContain('Nhập số để tra')
})

test('D1-LOOK-59: a failed look-up shows the reason, and can be repeated', async () => {
  const { calls, user } = card({
    state: 'failed',
    request,
    error: new AppError('RATE_LIMITED', 'Quá 60 lượt'),
  })
  expect(screen.getByRole('status').textContent).toContain('Quá 60 lượt')
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Thử lại' }))
  expect(calls).toEqual(['retry'])
})

test('an unexpected error is shown as such', () => {
  card({ state: 'failed', request, error: new TypeError('x is undefined') })
  expect(screen.getByRole('status').textContent).toContain(messages.unknownError)
})
