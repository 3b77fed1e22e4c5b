/** 'Hôm nay': each figure leads to its rows, a promise to its result, one key begins (D3-NAV-06). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { queryClient } from '#kit/web/query.ts'
import { useErrand } from '#kit/web/errand.ts'
import { stubCalls } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import type { Today } from '#subjects/overview/contract/calls/today.ts'
import TodayScreen from './today-screen.tsx'

const yesterday = addDays(todayVn(), -1)
const figures: Today = {
  at: new Date().toISOString(),
  hours: { from: '08:00', until: '20:00' },
  opensAt: null,
  last: {
    day: yesterday,
    received: 80,
    called: 71,
    reached: 43,
    agreed: 16,
    registered: 12,
    revenue: 1_420_000,
  },
  left: {
    count: 148,
    files: [
      { id: 'a', FileName: 'a.xlsx', left: 96, shared: true },
      { id: 'b', FileName: 'b.xlsx', left: 52, shared: false },
    ],
    until: null,
  },
}
const promise = {
  id: 'c1',
  historyId: 'h1',
  phone: '917000845',
  package: 'VD150',
  appointmentAt: new Date(Date.now() - 60_000).toISOString(),
  note: 'Hỏi lại sau khi nhận lương',
  careAt: new Date(Date.now() - 3_600_000).toISOString(),
  version: 1,
}
const pay = {
  thang: '11/2026',
  luong: 9_842_000,
  dieu_chinh: 0,
  chi_tra: 9_842_000,
  ngay_cong: 20,
  doanhThu: 26_820_000,
  doanh_thu: 20_000_000,
  binh_quan: 1_000_000,
  phan_tram: 12,
  hoa_hong: 1,
  don_cuoi: null,
  bac_toi: { tu: 2_000_000, phan_tram: 13, con_thieu: 3_180_000 },
}
const slip = {
  hang: { thangTinhLuong: '10/2026' },
  tam_tinh: false,
  dong: [
    { trang_thai: 'tra_loi' },
    { trang_thai: 'chua' },
    { trang_thai: 'da_doi' },
    { trang_thai: 'xac_nhan' },
  ],
}

/** Answers by the end of their path; undefined ones are the usual. */
function drawn(answers: Record<string, unknown> = {}) {
  const usual: Record<string, unknown> = {
    homnay: figures,
    'care/appointments': { values: [promise], count: 1 },
    'dashboard/hours': {
      start: yesterday,
      end: yesterday,
      values: [{ weekday: 1, hour: 9, calls: 10, reached: 6 }],
    },
    'tinhluong/tamtinh': pay,
    phieuluong: slip,
    'mfy/nhacNhanVien': { phone_number: '', yeu_cau: '', so_luong: 0, moi_luc: null },
    ...answers,
  }
  stubCalls((path) => usual[path.replace('/api/v1/', '').replace(/\?.*/, '')])
  return open(<TodayScreen />)
}
const card = (name: string) => within(screen.getByRole('region', { name }))

beforeEach(() => {
  queryClient.clear()
  signIn(actorOf(5))
})

test("yesterday's results are one line, each figure linked to its rows (D3-NAV-06)", async () => {
  drawn()
  await screen.findByRole('region', { name: 'Hôm qua' })
  const links = card('Hôm qua')
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')?.replace(/\?.*/, '')])
  expect(links).toEqual([
    ['71 cuộc', '/app/care-history'],
    ['43 gặp', '/app/care-history'],
    ['16 đồng ý', '/app/care-history'],
    ['12 đăng ký', '/app/report90849332'],
    ['doanh thu 1,420,000', '/app/report90849332'],
  ])
  screen.getByText('giờ gọi 08:00 đến 20:00')
})

test('an appointment of today opens its result in care; F2 starts with the next customer (D3-NAV-06)', async () => {
  const user = drawn()
  const errands: unknown[] = []
  hookInPage(
    () => {
      useErrand('appointment', (start) => void errands.push(start))
      useErrand('next', () => void errands.push('next'))
    },
    { screen: 'care' },
  )
  await user.click(await screen.findByRole('button', { name: /0917000845/ }))
  expect(errands).toEqual([{ historyId: 'h1' }])
  await user.click(screen.getByRole('button', { name: /^Bắt đầu gọi/ }))
  expect(errands.at(-1)).toBe('next')
  card('Bắt đầu').getByText('Bắt đầu với lịch hẹn đã đến giờ')
})

test('the screen shows the pay so far, what is missing to the next tier, and the numbers left by file (D3-NAV-06)', async () => {
  drawn()
  await screen.findByText('9,842,000')
  const paid = card('Lương tạm tính tháng 11')
  expect(paid.getByText(/^Thiếu/).textContent).toBe('Thiếu 3,180,000 doanh thu tới bậc 13.0%')
  expect(paid.getByRole('link', { name: 'Giải thích' }).getAttribute('href')).toContain(
    '/app/phieuluong?startDate=11',
  )
  const left = card('Số còn lại')
  left.getByText('148')
  expect(left.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^a\.xlsx 96 .*chung của nhóm/),
    expect.stringMatching(/^b\.xlsx 52/),
  ])
})

test('a waiting subscriber, answered questions and unconfirmed payslip lines are listed as waiting (D3-NAV-06)', async () => {
  drawn({
    'mfy/nhacNhanVien': { phone_number: '912345678', yeu_cau: 'soan_y', so_luong: 1, moi_luc: figures.at },
  })
  await screen.findByText('Phiếu lương tháng 10 còn 2 dòng chưa xác nhận')
  expect(card('Cần trả lời').getAllByRole('listitem')).toHaveLength(3)
  card('Cần trả lời').getByText('1 thắc mắc về phiếu lương tháng 10 đã được trả lời')
})

test('in a running month, or without a payslip, nothing waits; without a payroll row no pay is shown (D3-NAV-06)', async () => {
  drawn({
    phieuluong: { ...slip, tam_tinh: true },
    'tinhluong/tamtinh': null,
    'care/appointments': { values: [], count: 0 },
  })
  await screen.findByText('Không có gì chờ bạn trả lời')
  screen.getByText('Chưa hẹn gọi lại ai')
  await waitFor(() => expect(screen.queryByText(/^Lương tạm tính/)).toBeNull())
})

test('the screen says when no numbers are left, and before calling hours when they begin (D3-NAV-06)', async () => {
  drawn({
    homnay: {
      ...figures,
      last: null,
      opensAt: new Date(Date.now() + 7.5 * 60_000).toISOString(),
      left: { count: 0, files: [], until: null },
    },
    'care/appointments': { values: [], count: 0 },
  })
  await screen.findByText('Hết số, xin leader chia thêm')
  screen.getByText('8 phút nữa tới giờ gọi')
  screen.getByText('Chưa có cuộc gọi nào trong hai tuần qua')
})
