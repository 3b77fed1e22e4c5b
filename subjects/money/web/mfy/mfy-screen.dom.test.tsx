/** 'Mfy': who may do what with a request, its dialogs and keys, and the clocks beside it (D2-MFY, D3-CLK). */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import type { Priority } from '#platform/contract/abilities.ts'
import { nothingThere, stubCalls, written } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading, stubSizes } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import MfyScreen from './mfy-screen.tsx'

const request = {
  id: 'm1',
  version: 3,
  so_dien_thoai: '912345678',
  ma_goi: 'VD90',
  username_nv: 'an',
  ten_nv: 'Trần An',
  trang_thai_yeu_cau: 'thanh_cong',
  trang_thai: 'dang_ky_thanh_cong',
  trang_thai_thu_tien: 'chua_thu_tien',
  trang_thai_duyet_thong_tin: 'da_duyet',
  doanh_thu: 90_000,
  chenh_lech: 0,
  doanh_thu_tinh_luong: 45_000,
  ti_le_doanh_thu: 50,
  truy_thu: 0,
  may: { update: true, remove: true },
}
const clock = {
  id: 'm2',
  version: 1,
  con_lai_ms: 400_000,
  lan: 1,
  so_dien_thoai: '987654321',
  ma_goi: 'C90',
  username_nv: 'an',
  ten_nv: 'Trần An',
}

type Given = { priority?: Priority; values?: object[]; running?: object[]; read?: () => void }

function mfyScreen({ priority = 2, values = [request], running = [], read }: Given = {}) {
  stubSizes({ offsetHeight: 600, clientHeight: 600, clientWidth: 2_800, offsetWidth: 100 })
  signIn(actorOf(priority))
  const calls = stubCalls((path) => {
    if (/\/mfy\/(dongho|clocks)/.test(path)) return { values: running }
    if (!path.startsWith('/api/v1/mfy?')) return nothingThere
    read?.()
    return { values, count: values.length }
  })
  const user = open(
    <TabProvider tab={{ screen: 'mfy', active: true, search: '', keep: () => undefined }}>
      <MfyScreen />
    </TabProvider>,
  )
  const requests = (): string[] =>
    calls.flatMap(({ path }) => (path.startsWith('/api/v1/mfy?') ? [path] : []))
  return { calls, user, requests }
}
const findRow = () => screen.findByText('VD90')
const rowOf = (text: string): HTMLElement => {
  const row = screen.getByText(text).closest('tr')
  if (!row) throw new Error('no row')
  return row
}
const titles = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('th[data-key]')].map(({ dataset }) => dataset.key ?? '')

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
})

test('D2-MFY-14 to 30: a manager sees company and owner and sets both states in their cells; a seller does not', async () => {
  const { requests } = mfyScreen()
  await findRow()
  expect(requests()[0]).toMatch(/^\/api\/v1\/mfy\?startDate=.+&endDate=.+&page=0&count=20$/)
  expect(titles()).toEqual(expect.arrayContaining(['cty', 'so_dien_thoai_chu', 'trang_thai_duyet_thong_tin']))
  const { buttons } = reading()
  expect(buttons).toContain('Trạng thái 0912345678, gói VD90 Đăng ký thành công')
  expect(buttons).toContain('Trạng thái thu tiền 0912345678, gói VD90 Chưa thu tiền')
  expect(buttons).toContain('Mời tự động 0912345678')
  expect(buttons).toContain('Xuất file')
  cleanup()
  queryClient.clear()
  mfyScreen({ priority: 5 })
  await findRow()
  expect(titles().filter((key) => /^(cty|so_dien_thoai_chu|trang_thai_duyet_thong_tin)$/.test(key))).toEqual(
    [],
  )
  const ownButtons = reading().buttons
  expect(ownButtons).toContain('Tạo mới')
  expect(ownButtons.filter((name) => /^(Trạng thái 09|Mời|Xuất|Cập nhật dòng|Thao tác)/.test(name))).toEqual(
    [],
  )
})

test('D3-GRID-09: amount and the three states come before columns that a decision does not need', async () => {
  mfyScreen()
  await findRow()
  expect(titles().slice(0, 6)).toEqual([
    'so_dien_thoai',
    'ma_goi',
    'doanh_thu',
    'trang_thai_yeu_cau',
    'trang_thai',
    'trang_thai_thu_tien',
  ])
})

test('D2-MFY-04: a new request starts by its button and by N, for sellers too', async () => {
  const { user } = mfyScreen({ priority: 5 })
  await findRow()
  await user.keyboard('n')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByLabelText(/^Thuê bao chủ/)).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Tạo mới' }))
  await screen.findByRole('dialog')
  cleanup()
  queryClient.clear()
  const manager = mfyScreen()
  await findRow()
  await manager.user.click(screen.getByRole('button', { name: 'Tạo mới' }))
  expect(within(await screen.findByRole('dialog')).getByLabelText(/^Thuê bao chủ/)).toBeTruthy()
})

test("'Tra cứu ĐTCT' and the row actions open their own dialogs for that row", async () => {
  const { user } = mfyScreen({
    values: [{ ...request, id: 'm0', ma_goi: 'C90', so_dien_thoai: '987654321' }, request],
  })
  await findRow()
  const close = async () => {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await user.click(screen.getByRole('button', { name: 'Tra cứu ĐTCT' }))
  await screen.findByRole('dialog')
  await close()
  await user.click(within(rowOf('VD90')).getByRole('button', { name: /^Cập nhật dòng/ }))
  expect((await screen.findByRole('dialog')).textContent).toContain('0912345678')
  await close()
  await user.click(within(rowOf('VD90')).getByRole('button', { name: /^Thao tác khác/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Giao cho người khác' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('0912345678')
})

test('D3-CLK-03: the clocks are beside the list until they are hidden, and stay hidden; a clock can be handed over', async () => {
  const { user } = mfyScreen({ running: [clock] })
  await findRow()
  await user.click(await screen.findByRole('button', { name: 'Giao 0987654321' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('0987654321')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const button = screen.getByRole('button', { name: 'Đồng hồ Mfy' })
  expect(button.getAttribute('aria-pressed')).toBe('true')
  await user.click(button)
  expect(button.getAttribute('aria-pressed')).toBe('false')
  expect(screen.queryByRole('complementary', { name: 'Đồng hồ Mfy' })).toBeNull()
  cleanup()
  mfyScreen()
  await findRow()
  expect(screen.queryByRole('complementary', { name: 'Đồng hồ Mfy' })).toBeNull()
})

test('D2-MFY-66: a typed owner is saved with the version shown; an emptied one is not sent', async () => {
  const { calls, user } = mfyScreen({ values: [{ ...request, so_dien_thoai_chu: '900000001' }] })
  await findRow()
  const edit = async (text: string) => {
    await user.dblClick(screen.getByText('0900000001'))
    const box = await waitFor(() => within(rowOf('VD90')).getByRole('textbox'))
    await user.clear(box)
    await user.type(box, `${text}{Enter}`)
  }
  await edit('')
  expect(written(calls)).toEqual([])
  await user.keyboard('{Escape}')
  await edit('0900000002')
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toMatchObject({ version: 3 })
})

test('an empty list and a list that cannot be loaded say so', async () => {
  mfyScreen({ values: [] })
  await screen.findByText('Không có đơn nào khớp')
  cleanup()
  queryClient.clear()
  mfyScreen({
    read: () => {
      throw new AppError('INTERNAL', 'Máy chủ lỗi')
    },
  })
  await screen.findByText('Máy chủ lỗi')
})
