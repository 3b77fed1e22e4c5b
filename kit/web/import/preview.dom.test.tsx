/** The preview of a file before it is saved. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ImportSummary, PreviewRow } from '#platform/contract/calls/imports.ts'
import { queryClient } from '../query.ts'
import { stubCalls } from '#test/sent.ts'
import { counted, readFile, target } from '#platform/app/web/shell/import.fixture.ts'
import { open, readOpen as read } from '#platform/app/web/shell/page.fixture.tsx'
import { Preview } from './preview.tsx'
import { KeptRows } from './undo-line.tsx'
import type { Import } from './use-import.ts'

function preview(overrides: Partial<ImportSummary> = {}, values: PreviewRow[] = []) {
  queryClient.setQueryData(['imports', 'i', 'rows', '', { page: 0, size: 20 }], {
    values,
    count: values.length,
  })
  return read(
    <Preview target={target} file={{} as Import} summary={readFile(overrides)} onClose={() => undefined} />,
  )
}
const line = (overrides: Partial<PreviewRow>): PreviewRow => ({
  row: 2,
  verdict: 'new',
  values: { goi: 'MO90', gia: 90_000 },
  notes: {},
  former: {},
  far: [],
  reason: null,
  ...overrides,
})

beforeEach(() => queryClient.clear())

test('the rows without a fault are saved, and the button counts them', () => {
  const { buttons, text } = preview(counted({ new: 3, repaired: 1, bad: 2, duplicate: 1 }))
  expect(buttons).toContain('Lưu 4 dòng')
  expect(text).toContain('Mới 3')
  expect(text).toContain('Lỗi 2')
  // Verdicts that few files have are tabs only where they occur.
  expect(text).not.toContain('Ghi đè')
  expect(preview(counted({ new: 1, update: 2 })).text).toContain('Ghi đè 2')
})

test('D3-FILE-06: an overwritten value is shown before the new one, and one far from it is marked', () => {
  const over = line({ verdict: 'update', former: { gia: 9_000 }, far: ['gia'] })
  const { rows, html } = preview({}, [over, line({ row: 3, values: { goi: 'MO90', gia: 'chín' } })])
  expect(rows[1]).toEqual(['2', 'Ghi đè', 'MO90', '9,000 → 90,000', ''])
  expect(html).toContain('data-far="true"')
  expect(html).toContain('title="9,000 → 90,000"')
  expect(rows[2]?.slice(0, 4)).toEqual(['3', 'Mới', 'MO90', 'chín'])
})

test('each row says why it is repaired or refused', () => {
  const { rows } = preview({}, [
    line({ verdict: 'repaired', notes: { goi: 'Gói: mo90 → MO90', gia: 'Giá: bỏ đ' } }),
    line({ row: 3, verdict: 'duplicate', reason: 'Trùng với dòng 9', notes: { goi: 'x' } }),
  ])
  expect([rows[1]?.at(-1), rows[2]?.at(-1)]).toEqual(['Gói: mo90 → MO90; Giá: bỏ đ', 'Trùng với dòng 9'])
})

test('D3-FILE-02: rows that are stored already are left out, or saved by a separate button', () => {
  const both = preview(counted({ new: 3, stored: 2 }))
  expect(both.buttons).toEqual(expect.arrayContaining(['Lưu cả 2 dòng đã có', 'Lưu 3 dòng mới']))
  const all = preview(counted({ stored: 2 }))
  expect(all.off['Lưu 0 dòng mới']).toBe('Mọi dòng của file đã có trong danh sách')
  expect(preview(counted({ bad: 2 })).off['Lưu 0 dòng']).toBe('Không có dòng nào lưu được')
})

test('D3-FILE-09: a file that replaces days says so and can be added instead', () => {
  const lost = [{ username: 'sale111', days: ['2026-11-02'] }]
  const { buttons } = preview({ lost })
  expect(buttons).toEqual(expect.arrayContaining(['Thêm vào, giữ ngày đã lưu', 'Thay bằng 3 dòng']))
  expect(preview().buttons).not.toContain('Thêm vào, giữ ngày đã lưu')
})

test('D3-FILE-08: rows that sum others are not saved unless they are ticked', () => {
  const { html, buttons } = preview(counted({ new: 3, total: 1 }))
  expect(html).toContain('aria-label="Lưu cả 1 dòng tổng"')
  expect(buttons).toContain('Lưu 3 dòng')
  expect(preview().html).not.toContain('dòng tổng')
})

test('D3-FILE-04: nothing is saved while a column is not chosen', () => {
  const asks = [{ column: 1, heading: 'Tiền?', field: null }]
  expect(preview({ asks }).off['Lưu 3 dòng']).toBe('Chọn cột rồi đọc lại file')
})

test('while the import is being saved its progress replaces the buttons', () => {
  const { text, buttons, html } = preview({
    state: 'saving',
    done: 1,
    toSave: 4,
    startedAt: '2026-11-02T02:00:00.000Z',
  })
  expect(text).toContain('Đang lưu 1 / 4 dòng')
  expect(html).toContain('aria-valuenow="25"')
  expect(buttons.filter((name) => name.startsWith('Lưu'))).toEqual([])
})

test('D3-FILE-05: rows that stay after an import is taken back are listed one by one', () => {
  const kept = [{ row: 7, name: 'MO90', why: 'đã đổi sau đó', by: 'an', at: '2026-11-02T02:00:00.000Z' }]
  const summary = { stays: 1, kept } as never
  const { rows, text } = read(<KeptRows summary={summary} page={0} onPage={() => undefined} />)
  expect(text).toContain('1 dòng ở lại:')
  expect(rows[1]).toEqual(['7', 'MO90', 'đã đổi sau đó', 'an', '02-11-2026 09:00:00'])
  expect(text).not.toContain('/ 1')
  expect(
    read(<KeptRows summary={{ stays: 0, kept } as never} page={0} onPage={() => undefined} />).text,
  ).toBe('')
  const unknown = { stays: 51, kept: [{ row: null, name: '', why: 'đã xoá', by: null, at: null }] } as never
  const many = read(<KeptRows summary={unknown} page={0} onPage={() => undefined} />)
  expect(many.rows[1]).toEqual(['', '', 'đã xoá', '', ''])
  expect(many.text).toContain('1–50 / 51')
})

test('a value that was empty before, or is empty now, is shown as a dash', () => {
  const { rows } = preview({}, [
    line({ verdict: 'update', values: { goi: '', gia: 90_000 }, former: { gia: null } }),
  ])
  expect(rows[1]?.slice(2, 4)).toEqual(['-', '- → 90,000'])
})

/** Opens a preview whose rows come from the server; `save` is what saving does. */
function used(overrides: Partial<ImportSummary>, save: Import['save'] = async () => undefined) {
  const sent = stubCalls(() => ({ values: [line({})], count: 41 }))
  const saved = vi.fn(save)
  const file = { save: saved } as unknown as Import
  const user = open(
    <Preview target={target} file={file} summary={readFile(overrides)} onClose={() => undefined} />,
  )
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { user, press, sent, saved }
}

test('each button names the rows that it saves', async () => {
  const plain = used({})
  await plain.press('Lưu 3 dòng')
  expect(plain.saved).toHaveBeenLastCalledWith(undefined, false)
  document.body.innerHTML = ''
  const stored = used(counted({ new: 3, stored: 2 }))
  await stored.press('Lưu cả 2 dòng đã có')
  expect(stored.saved).toHaveBeenLastCalledWith('twice', false)
  await stored.press('Lưu 3 dòng mới')
  expect(stored.saved).toHaveBeenLastCalledWith('leave', false)
  document.body.innerHTML = ''
  const days = used({ lost: [{ username: 'an', days: ['2026-11-02'] }] })
  await days.press('Thêm vào, giữ ngày đã lưu')
  expect(days.saved).toHaveBeenLastCalledWith('add', false)
  await days.press('Thay bằng 3 dòng')
  expect(days.saved).toHaveBeenLastCalledWith('replace', false)
})

test('D3-FILE-08: ticking the summing rows adds them to the count and saves them', async () => {
  const { user, press, saved } = used(counted({ new: 3, total: 2 }))
  await user.click(screen.getByRole('checkbox', { name: 'Lưu cả 2 dòng tổng' }))
  await press('Lưu 5 dòng')
  expect(saved).toHaveBeenLastCalledWith(undefined, true)
})

test('while the server answers nothing is saved a second time; afterwards saving can be tried again', async () => {
  const answers: (() => void)[] = []
  const { press, saved } = used(
    counted({ new: 3, stored: 2 }),
    () => new Promise((done) => answers.push(done)),
  )
  await press('Lưu 3 dòng mới')
  await press('Lưu 3 dòng mới')
  await press('Lưu cả 2 dòng đã có')
  expect(saved).toHaveBeenCalledOnce()
  answers[0]?.()
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Lưu 3 dòng mới' }).getAttribute('aria-busy')).toBeNull(),
  )
  await press('Lưu 3 dòng mới')
  expect(saved).toHaveBeenCalledTimes(2)
})

test('another page, and the rows of one verdict from their first page, are requested from the server', async () => {
  const { user, sent, press } = used({ total: 41, ...counted({ new: 30, bad: 11 }) })
  await screen.findByText('1–20 / 41')
  await press('Trang sau')
  await screen.findByText('21–40 / 41')
  await user.click(screen.getByRole('button', { name: /^Lỗi/ }))
  await vi.waitFor(() => expect(sent.at(-1)?.path).toContain('verdict=bad'))
  expect(sent.map(({ path }) => new URL(path, location.origin).searchParams.get('page'))).toEqual([
    '0',
    '1',
    '0',
  ])
})

test('D3-FILE-05: the rows that stay are paged', async () => {
  const kept = [{ row: 7, name: 'MO90', why: 'đã đổi', by: 'an', at: null }]
  const onPage = vi.fn<(page: number) => void>()
  const user = open(<KeptRows summary={{ stays: 51, kept } as never} page={0} onPage={onPage} />)
  await user.click(screen.getByRole('button', { name: 'Trang sau' }))
  expect(onPage).toHaveBeenCalledExactlyOnceWith(1)
})
