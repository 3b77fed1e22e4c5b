/** 'Ra-đa truy thu': its evidence with ways to the rows, marks with a note, and the people beside it (D3-PAY-12). */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { nothingThere, stubCalls, written } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading, stubSizes } from '#platform/app/web/shell/page.fixture.tsx'
import { relativeTime } from '#platform/contract/relative-time.ts'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import RadarScreen from './radar-screen.tsx'

const evidence = {
  id: 'mat_thanh_cong:1',
  luc: '2026-10-12T02:00:00.000Z',
  loai: 'mat_thanh_cong',
  username_nv: 'an',
  ten_nv: 'Trần An',
  so_dien_thoai: '912345678',
  goi_cuoc: 'VD90',
  so_tien: 90_000,
  bang_chung: 'Mất sau 3 giờ',
  da_xem: 0,
  nguoi_xem: null,
  luc_xem: null,
  ghi_chu: null,
  tinh_luc: '2026-10-20T01:30:00.000Z',
}
const seenEvidence = {
  ...evidence,
  id: 'mat_thanh_cong:2',
  bang_chung: 'Mất sau 5 giờ',
  da_xem: 1,
  nguoi_xem: 'a',
  luc_xem: '2026-10-20T02:00:00.000Z',
}
const people = [
  { username_nv: 'an', ten_nv: 'Trần An', so: 2, chua_xem: 1, so_tien: 180_000 },
  { username_nv: null, ten_nv: null, so: 1, chua_xem: 0, so_tien: 5_000 },
]

type Given = { values?: (typeof evidence | typeof seenEvidence)[]; write?: () => unknown; read?: () => void }

function radar({ values = [evidence, seenEvidence], write = () => ({ id: 'x' }), read }: Given = {}) {
  stubSizes({ offsetHeight: 600, clientHeight: 600, clientWidth: 2_400, offsetWidth: 100 })
  const calls = stubCalls((path, { method }) => {
    if (method !== 'GET') return write()
    if (path.includes('/theoNguoi')) return { values: values.length > 0 ? people : [] }
    if (!path.startsWith('/api/v1/radatruythu')) return nothingThere
    read?.()
    return { values, count: values.length, tongSoTien: 185_000 }
  })
  const user = open(<RadarScreen />)
  const requests = (): string[] =>
    calls.flatMap(({ path }) => (path.startsWith('/api/v1/radatruythu?') ? [decodeURIComponent(path)] : []))
  return { calls, user, requests }
}
const findRow = () => screen.findByText('Mất sau 3 giờ')
const rowOf = (text: string): HTMLElement => {
  const row = screen.getByText(text).closest('tr')
  if (!row) throw new Error('no row')
  return row
}
/** The open menu of a row. */
async function menu(user: ReturnType<typeof open>, text: string) {
  await user.click(within(rowOf(text)).getByRole('button', { name: /^Thao tác/ }))
  return within(await screen.findByRole('menu'))
}

beforeEach(() => {
  queryClient.clear()
  signIn(actorOf(2))
})

test('D3-PAY-12: evidence is loaded by month with its amounts; sum and time of the search are in the heading', async () => {
  const { requests } = radar()
  await findRow()
  expect(requests()[0]).toMatch(/startDate=01\/\d\d\/\d{4}&endDate=/)
  const { text } = reading()
  expect(text).toContain(`2 chứng cứ, tính ${relativeTime('2026-10-20T01:30:00.000Z', new Date())}`)
  expect(text).toContain('Tổng 185,000 đ')
  expect(rowOf('Mất sau 3 giờ').textContent).toContain('Mất thành công trong 24 giờ')
  expect(rowOf('Mất sau 3 giờ').textContent).toContain('Chưa xem')
})

test('D3-PAY-12: the links of a row lead to its rows in lists that the reader may open', async () => {
  radar({ values: [evidence] })
  await findRow()
  const links = within(rowOf('Mất sau 3 giờ')).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Doanh thu', 'Mfy'])
  expect(decodeURIComponent(links[1]?.getAttribute('href') ?? '')).toContain('phone=912345678')
})

test('D3-PAY-12: a row is marked as seen with a note, and reloaded; without a note nothing is sent', async () => {
  const { calls, user, requests } = radar()
  await findRow()
  await user.click(within(rowOf('Mất sau 3 giờ')).getByRole('button', { name: /^Đã xem/ }))
  const question = await screen.findByRole('dialog')
  await user.click(within(question).getByRole('button', { name: /^Đã xem/ }))
  expect(screen.getByRole('dialog')).toBe(question)
  await user.click(within(question).getByRole('button', { name: 'Huỷ' }))
  expect(written(calls)).toEqual([])
  await user.click(within(rowOf('Mất sau 3 giờ')).getByRole('button', { name: /^Đã xem/ }))
  await user.type(await screen.findByLabelText(/^Ghi chú/), 'Đã đặt truy thu')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Đã xem/ }))
  await screen.findByText('Đã đánh dấu đã xem')
  expect(written(calls)).toEqual([
    ['POST /api/v1/radatruythu/daXem', { id: 'mat_thanh_cong:1', ghi_chu: 'Đã đặt truy thu' }],
  ])
  await waitFor(() => expect(requests()).toHaveLength(2))
})

test('D3-PAY-12: only its author removes a mark, sending a null note; a refusal is shown', async () => {
  const { calls, user } = radar({
    values: [
      evidence,
      seenEvidence,
      { ...seenEvidence, id: 'ti_le_hoan:3', bang_chung: 'Hoàn 40%', nguoi_xem: 'binh' },
    ],
    write: () => {
      throw new AppError('CONFLICT', 'Chứng cứ đã đổi')
    },
  })
  await findRow()
  expect(rowOf('Hoàn 40%').textContent).toContain('binh')
  const items = await menu(user, 'Hoàn 40%')
  const others = items.getByRole('menuitem', { name: /Bỏ đánh dấu/ })
  expect([others.title, others.hasAttribute('disabled')]).toEqual(['binh đã xem', true])
  await user.keyboard('{Escape}')
  const rowMenu = await menu(user, 'Mất sau 5 giờ')
  await user.click(rowMenu.getByRole('menuitem', { name: /Bỏ đánh dấu/ }))
  await screen.findByText(/Chứng cứ đã đổi/)
  expect(written(calls)).toEqual([
    ['POST /api/v1/radatruythu/daXem', { id: 'mat_thanh_cong:2', ghi_chu: null }],
  ])
})

test("D3-PAY-12: clicking a person beside the list filters by them, clicking again shows all; 'nobody' cannot be clicked", async () => {
  const { user, requests } = radar()
  await findRow()
  const person = () => screen.findByRole('button', { name: /^Trần An/ })
  const chosen = async () => (await person()).getAttribute('aria-current')
  expect(await chosen()).toBeNull()
  expect(screen.queryByRole('button', { name: /^Chưa rõ nhân viên/ })).toBeNull()
  await user.click(await person())
  await waitFor(() => expect(requests().at(-1)).toContain('username=an'))
  expect(await chosen()).toBe('true')
  await user.click(await person())
  await waitFor(async () => expect(await chosen()).toBeNull())
})

test('D3-PAY-12: a month without evidence says so and lists nobody; a failure is shown', async () => {
  radar({ values: [] })
  await screen.findByText('Không có chứng cứ nào trong kỳ này.')
  expect(screen.queryByText('Theo nhân viên')).toBeNull()
  cleanup()
  queryClient.clear()
  radar({
    read: () => {
      throw new AppError('INTERNAL', 'Ra-đa đang bận')
    },
  })
  await screen.findByText('Ra-đa đang bận')
  expect(screen.getByRole('button', { name: /^Thử lại/ })).toBeTruthy()
})

test('D3-PAY-12: those who may export can export the evidence; R reloads it', async () => {
  const { user, requests } = radar()
  await findRow()
  expect(reading().buttons.some((name) => name.startsWith('Xuất file'))).toBe(true)
  await user.keyboard('r')
  await waitFor(() => expect(requests()).toHaveLength(2))
  cleanup()
  signIn({ ...actorOf(2), restricted: true })
  radar()
  await findRow()
  expect(reading().buttons.some((name) => name.startsWith('Xuất file'))).toBe(false)
})
