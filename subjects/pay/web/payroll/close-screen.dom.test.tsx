/** What may be done with a month, and why not. */
import { screen as page, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { closingOfMonth, type CloseState, type WorkItem } from '#subjects/pay/contract/calls/payroll-close.ts'
import { stubCalls, written, type Sent } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading, readOpen as read } from '#platform/app/web/shell/page.fixture.tsx'
import { answered, signIn, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import CloseScreen from './close-screen.tsx'

const state: CloseState = {
  thang: '10/2026',
  da_chot: false,
  khong_chot_duoc: null,
  khong_mo_duoc: null,
  dang_chot: null,
  khong_xong: null,
  viec: [],
  tong: {
    nguoi: 2,
    tongLuongThang: 9,
    tongKhauTru: 1,
    luongThucNhan: 8,
    dieuChinh: 0,
    chiTra: 8,
    nguoiAm: 0,
    soAm: 0,
  },
  dieu_chinh: { count: 0, values: [] },
  tinh_lai_lech: null,
  lan_chot: [],
}

const work = (ma: WorkItem['ma'], muc: WorkItem['muc']): WorkItem => ({
  ma,
  muc,
  xong: 1,
  tong: 2,
  chi_tiet: '',
  ai: null,
  luc: null,
})

function screen(overrides: Partial<CloseState>): Reading {
  answered('tinhluong', closingOfMonth, {}, { ...state, ...overrides })
  return read(<CloseScreen />)
}

beforeEach(() => {
  queryClient.clear()
  signIn()
})

test('D3-PAY-05: a month without open work is closed with one button', () => {
  const { buttons, off, text } = screen({ viec: [work('tham_so', 'xong')] })
  expect(buttons).toContain('Chốt lương')
  expect(buttons).not.toContain('Chốt kèm lý do')
  expect(Object.keys(off)).not.toContain('Chốt lương')
  expect(text).toContain('1 / 1 việc xong')
})

test('D3-PAY-05: open work turns the button off and is named; with a reason the month can still be closed', () => {
  const { buttons, off, text } = screen({ viec: [work('cham_cong', 'chan'), work('tham_so', 'xong')] })
  expect(off['Chốt lương']).toMatch(/^Còn 1 việc chặn chốt: /)
  expect(text).toContain(off['Chốt lương'])
  expect(buttons).toContain('Chốt kèm lý do')
})

test('D3-PAY-05: a month that cannot be closed at all cannot be closed with a reason either', () => {
  const { buttons, off } = screen({ khong_chot_duoc: 'Chưa hết tháng', viec: [work('cham_cong', 'chan')] })
  expect(off['Chốt lương']).toBe('Chưa hết tháng')
  expect(buttons).not.toContain('Chốt kèm lý do')
})

test('D3-PAY-07: the failure of the last closing is shown before what prevents the next', () => {
  const failed = { username: 'ketoan', luc: '2026-11-02T02:00:00.000Z', loi: 'Máy chủ dừng' }
  const { text } = screen({ khong_xong: failed, viec: [work('cham_cong', 'chan')] })
  expect(text).toContain('Máy chủ dừng')
  expect(text).not.toContain('việc chặn chốt')
})

test('D3-PAY-06: only administrators reopen a closed month, unless something prevents it', () => {
  expect(screen({ da_chot: true }).buttons).not.toContain('Mở lại')
  signIn(actorOf(1))
  const open = screen({ da_chot: true })
  expect(open.buttons).toContain('Mở lại')
  expect(open.buttons).not.toContain('Chốt lương')
  expect(screen({ da_chot: true, khong_mo_duoc: 'Tháng sau đã chốt' }).off['Mở lại']).toBe(
    'Tháng sau đã chốt',
  )
})

test('D3-PAY-08: while a month is being closed its step is shown and no button works', () => {
  const running = { thang: '10/2026', username: 'ketoan', luc: '2026-11-02T02:00:00.000Z', buoc: 2 }
  const { text, buttons, off } = screen({ dang_chot: running })
  expect(text).toContain('Đang chốt lương tháng 10/2026: giữ dòng lương và nguồn (2 / 3)')
  expect([...buttons, ...Object.keys(off)]).not.toContain('Chốt lương')
})

/** The server with the month as it is, then, after a write, as `after` has it. */
function server(before: Partial<CloseState>, after: Partial<CloseState> | AppError = before): Sent[] {
  let now = before
  return stubCalls((path, { method }) => {
    if (path.includes('/dangchot')) return { dang_chot: null }
    if (method === 'GET') return { ...state, ...now }
    if (after instanceof AppError) throw after
    now = after
    return {}
  })
}
const button = (name: string) => page.findByRole('button', { name })

test('D3-PAY-07: the question before closing names people and amount, no reason is sent, and the month reloads', async () => {
  const calls = server({}, { da_chot: true })
  const user = open(<CloseScreen />)
  await user.click(await button('Chốt lương'))
  expect((await page.findByRole('dialog')).textContent).toContain('2 nhân viên, chi trả 8.')
  await user.click(await button('Huỷ'))
  expect(written(calls)).toEqual([])
  await user.click(await button('Chốt lương'))
  const [, confirm] = await page.findAllByRole('button', { name: 'Chốt lương' })
  if (confirm) await user.click(confirm)
  await page.findByText('Đã chốt')
  expect(written(calls)).toEqual([['POST /api/v1/chotluong', { thangTinhLuong: '10/2026', ly_do: '' }]])
})

test('D3-PAY-05: with work left the question names it and requires a reason, which is sent', async () => {
  const calls = server({ viec: [work('cham_cong', 'chan')] })
  const user = open(<CloseScreen />)
  await user.click(await button('Chốt kèm lý do'))
  expect((await page.findByRole('dialog')).textContent).toContain('Còn việc chặn chốt: chấm công đã nhập.')
  const [, confirm] = page.getAllByRole('button', { name: 'Chốt lương' })
  if (!confirm) throw new Error('no button')
  await user.click(confirm)
  expect(written(calls)).toEqual([])
  await user.type(page.getByLabelText(/Lý do vẫn chốt/), ' máy chấm công hỏng ')
  await user.click(confirm)
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toEqual({ thangTinhLuong: '10/2026', ly_do: 'máy chấm công hỏng' })
})

test('D3-PAY-06: reopening requires a reason; a refusal is shown and the button works again', async () => {
  signIn(actorOf(1))
  const calls = server({ da_chot: true }, new AppError('CONFLICT', 'Phải mở lại tháng 11/2026 trước'))
  const user = open(<CloseScreen />)
  await user.click(await button('Mở lại'))
  await user.type(await page.findByLabelText(/Lý do/), 'sai công{Enter}')
  await page.findByText(/Phải mở lại tháng 11\/2026 trước/)
  expect(written(calls)).toEqual([
    ['POST /api/v1/chotluong/molai', { thangTinhLuong: '10/2026', ly_do: 'sai công' }],
  ])
  await waitFor(() => expect(reading().buttons).toContain('Mở lại'))
})

test('D3-PAY-08: after a closing the month reloads', async () => {
  const running = { thang: '10/2026', username: 'ketoan', luc: '2026-11-02T02:00:00.000Z', buoc: 2 }
  let reads = 0
  stubCalls((path) =>
    path.includes('/dangchot')
      ? { dang_chot: null }
      : { ...state, ...(++reads === 1 ? { dang_chot: running } : { da_chot: true }) },
  )
  open(<CloseScreen />)
  await page.findByText('Đã chốt')
})
