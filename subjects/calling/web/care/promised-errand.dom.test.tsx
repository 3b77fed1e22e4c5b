/** An appointment that another screen opens beside the customers (D3-NAV-06). */
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { leaveErrand } from '#kit/web/errand.ts'
import { onToast } from '#kit/web/feedback.ts'
import { queryClient } from '#kit/web/query.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { stubCalls } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import CareScreen from './care-screen.tsx'

const appointment = (n: number) => ({
  id: `c${n}`,
  historyId: `h${n}`,
  phone: `91700000${n}`,
  package: 'VD90',
  appointmentAt: new Date().toISOString(),
  note: null,
  careAt: new Date().toISOString(),
  version: 1,
})
let toasts: string[]
beforeEach(() => {
  toasts = []
  queryClient.clear()
  signIn(actorOf(5))
  onToast(({ text }) => toasts.push(text))
  const answers: Record<string, unknown> = {
    'care/current': { value: null, count: 3, opensAt: null },
    'care/appointments': { values: [appointment(1), appointment(2)], count: 2 },
    'care/today': { since: '', da_nhan_so: 0, so_tra_ket_qua: 0, gap_khach: 0, chap_nhan: 0, hen: 0 },
  }
  stubCalls((path) => answers[path.replace('/api/v1/', '').replace(/\?.*/, '')] ?? { values: [], count: 0 })
})

test('an appointment opens with its number; with a half typed result that one stays and the reason is shown (D3-NAV-06)', async () => {
  const tab = { screen: 'care', active: true, search: '', keep: () => undefined } as const
  open(
    <TabProvider tab={tab}>
      <CareScreen />
    </TabProvider>,
  )
  await screen.findAllByText('0917000001')
  act(() => leaveErrand('care', 'appointment', { historyId: 'h1' }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.innerHTML).toContain('0917000001'))
  act(() => leaveErrand('care', 'appointment', { historyId: 'h2' }))
  await waitFor(() => expect(toasts).toEqual(['Ghi xong kết quả đang mở rồi mới mở lịch hẹn']))
  expect(screen.getByRole('dialog').innerHTML).toContain('0917000001')
})
