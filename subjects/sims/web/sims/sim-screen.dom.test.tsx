/** 'Quản lý sim số': what managers and buyers may start from the stock, its filters and dialogs (D2-SIM, D3-SIM). */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import type { Priority } from '#platform/contract/abilities.ts'
import { nothingThere, stubCalls, written } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { chooseInRow, open, reading, stubSizes } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import SimScreen from './sim-screen.tsx'

const sim = {
  id: 's1',
  version: 2,
  so_dien_thoai: '0912345678',
  so_dien_thoai_co_dau_cham: '0912.345.678',
  nha_mang: 'VINAPHONE',
  number_type: '1',
  types: [],
  nguon_nhap: 'Kho A',
  gia_goc: 100_000,
  gia_si_1: 150_000,
  gia_si_2: 160_000,
  gia_si_3: 170_000,
  gia_khach_hang: 200_000,
  trang_thai: 'con_sim',
  nguoi_giu: null,
  giu_den: null,
  may: { update: true, remove: true },
}

type Given = { priority?: Priority; values?: object[]; search?: string; read?: () => void }

function stock({ priority = 2, values = [sim], search = '', read }: Given = {}) {
  stubSizes({ offsetHeight: 600, clientHeight: 600, clientWidth: 2_800, offsetWidth: 100 })
  signIn(actorOf(priority))
  const calls = stubCalls((path) => {
    if (!path.startsWith('/api/v1/simso?')) return nothingThere
    read?.()
    return { values, count: values.length }
  })
  const user = open(
    <TabProvider tab={{ screen: 'simso', active: true, search, keep: () => undefined }}>
      <SimScreen />
    </TabProvider>,
  )
  const requests = (): string[] =>
    calls.flatMap(({ path }) => (path.startsWith('/api/v1/simso?') ? [decodeURIComponent(path)] : []))
  return { calls, user, requests }
}
const findRow = () => screen.findByRole('button', { name: /0912.?345.?678/ })
const titles = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('th[data-key]')].map(({ dataset }) => dataset.key ?? '')
const managing = ['Chạy lại quy tắc loại số', 'Đổi giá', 'Nhập file', 'Tạo mới']

beforeEach(() => queryClient.clear())

test('D2-SIM-07 to 17: a manager has all prices and the actions for prices, rules, files and numbers; a seller has one price and none of them', async () => {
  stock()
  await findRow()
  expect(reading().buttons).toEqual(expect.arrayContaining(managing))
  expect(titles()).toEqual(
    expect.arrayContaining(['gia_goc', 'gia_si_1', 'gia_si_2', 'gia_si_3', 'gia_khach_hang']),
  )
  cleanup()
  queryClient.clear()
  stock({ priority: 5, values: [{ ...sim, may: { update: false, remove: false } }] })
  await findRow()
  expect(reading().buttons.filter((name) => managing.includes(name))).toEqual([])
  expect(titles().filter((key) => key.startsWith('gia_'))).toHaveLength(1)
})

test('D3-SIM-02: price range, digits to leave out and types of a link are applied, and shown in their controls', async () => {
  const { requests, user } = stock({ search: 'gia_tu=100000&gia_den=500000&bo_so=4' })
  await findRow()
  expect(requests()[0]).toMatch(/gia_tu=100000&gia_den=500000/)
  expect(requests()[0]).toContain('bo_so=4')
  expect(reading().text).toContain('100,000 – 500,000')
  expect(screen.queryByRole('textbox', { name: 'Giá từ' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Bỏ chữ số/ }))
  await user.click(
    within(await screen.findByRole('group', { name: 'Bỏ chữ số' })).getByRole('button', { name: '7' }),
  )
  await waitFor(() => expect(requests().at(-1)).toMatch(/bo_so=47/))
})

test('D3-SIM-09: prices are changed for the filtered numbers, and the history is one click away', async () => {
  const { user } = stock({ search: 'nha_mang=VINAPHONE' })
  await findRow()
  await user.click(screen.getByRole('button', { name: 'Đổi giá' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Vinaphone')
  await user.click(within(dialog).getByRole('button', { name: /Lịch sử giá/ }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: /Lịch sử giá/ })).not.toBe(dialog))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('D3-SIM-03: the rules are run over the stock from the heading', async () => {
  const { user } = stock()
  await findRow()
  await user.click(screen.getByRole('button', { name: 'Chạy lại quy tắc loại số' }))
  expect((await screen.findByRole('dialog')).textContent).toMatch(/[Qq]uy tắc/)
})

test('D2-SIM: a manager opens an empty form with N and a number by its row', async () => {
  const { user } = stock()
  await findRow()
  await user.keyboard('n')
  const empty = await screen.findByRole('dialog')
  expect(within(empty).queryByDisplayValue(/0912/)).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await chooseInRow(user, 1, 'Sửa')
  await screen.findByRole('dialog')
  expect(await screen.findByDisplayValue(/^0912.?345.?678$/)).toBeTruthy()
})

test('D3-SIM-04: a free number can be ordered for a customer or held; one held by somebody else can be neither', async () => {
  const { calls, user } = stock({ priority: 5 })
  await findRow()
  await chooseInRow(user, 1, /^Giữ số/)
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: /^Đặt cho khách/ }))
  expect((await screen.findByRole('dialog')).textContent).toContain('0912.345.678')
  cleanup()
  queryClient.clear()
  stock({
    priority: 5,
    values: [{ ...sim, trang_thai: 'giu_so', nguoi_giu: 'binh', giu_den: '2026-11-28T10:00:00Z' }],
  })
  await findRow()
  const { buttons } = reading()
  expect(buttons.filter((name) => /^(Giữ số|Đặt cho khách|Trả số)/.test(name))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Thao tác khác dòng 1' }))
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names.filter((name) => /^(Giữ số|Đặt cho khách|Trả số)/.test(name ?? ''))).toEqual([])
})

test("D3-GRID-04: Ctrl+Z asks to take back the user's last price change, for managers only", async () => {
  const { calls, user } = stock()
  await findRow()
  calls.length = 0
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Bạn chưa có lần đổi giá nào để hoàn tác')
  expect(calls).toHaveLength(1)
  cleanup()
  queryClient.clear()
  const seller = stock({ priority: 5 })
  await findRow()
  seller.calls.length = 0
  await seller.user.keyboard('{Control>}z{/Control}')
  expect(seller.calls).toEqual([])
})

test('a list without matching numbers and one that cannot be loaded say so', async () => {
  stock({ values: [], search: 'nha_mang=VIETTEL' })
  await screen.findByText('Không có số nào khớp')
  cleanup()
  queryClient.clear()
  stock({
    read: () => {
      throw new AppError('INTERNAL', 'Máy chủ lỗi')
    },
  })
  await screen.findByText('Máy chủ lỗi')
})
