/** What the forms of refunds and top-ups take from the number. */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { nothingKnown } from '#platform/contract/calls/known-number.ts'
import { queryClient } from '#kit/web/query.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { nothingThere, stubCalls } from '#test/sent.ts'
import { RefundDialog } from './refund-dialog.tsx'

beforeEach(() => queryClient.clear())

test.each([
  ['MC', 'MC trả trước'],
  ['MG', 'MG trả sau'],
] as const)(
  'subscriber type %s and the package that runs are filled in, and a request for it is said (D3-UX-01)',
  async (type, name) => {
    const runs = { code: 'VD149', until: null }
    const requests = [
      { kind: 'Hoàn trước', package: 'VD149', state: 'CHỜ DUYỆT', at: '2025-11-20T09:42:00Z' },
    ]
    stubCalls((path) => {
      if (path.includes('/timnhanh/biet')) return { ...nothingKnown, type, runs, requests }
      return path.endsWith('/setting') ? [] : nothingThere
    })
    const user = open(<RefundDialog place="requestrefund" onClose={() => undefined} />)
    await user.type(screen.getByLabelText(/^Số điện thoại/), '0912000001')
    await user.tab()
    const pack = screen.getByLabelText<HTMLInputElement>(/^Gói cước/)
    await waitFor(() => expect(pack.value).toBe('VD149'))
    expect(screen.getByRole('button', { name, pressed: true })).toBeTruthy()
    expect(screen.getByText('Đã có đơn Hoàn trước VD149 20-11-2025 16:42, chờ duyệt')).toBeTruthy()
  },
)
