/** What the declared actions add to a list: who gets which, on which rows, by which keys. */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Actor } from '#platform/contract/abilities.ts'
import { actionPath } from '#kit/contract/action.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { stubCalls } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { agreeToAll } from '#platform/app/web/shell/agree.fixture.ts'
import type { TableRow } from '../resource-api.ts'
import type { BulkContext } from '../resource/screen-context.ts'
import { columnsOf, type AnyColumn } from '../table/column.ts'
import { useActions } from './use-actions.tsx'

const about = (row: TableRow): string => `Dòng ${row.id}`

function actions(resource: Resource, actor: Actor = actorOf(2)) {
  signIn(actor)
  const { current } = hookInPage(() => useActions(resource, about))
  const columns = current.columns(columnsOf(resource, actor) as AnyColumn<TableRow>[])
  const column = (name: string): AnyColumn<TableRow> => {
    const found = columns.find(({ key }) => key === name)
    if (!found) throw new Error(name)
    return found
  }
  return { ...current, column, labels: (row: TableRow) => current.rowActions(row).map(({ label }) => label) }
}
const waiting = { id: 'a', version: 7, so_dien_thoai: '912345678', trang_thai: '0' } as TableRow
const decided = { ...waiting, trang_thai: '1' } as TableRow

test('a row offers the steps that are not done yet, and says why one is not possible', () => {
  const { rowActions, labels } = actions(khr)
  expect(labels(waiting)).toEqual(['Duyệt', 'Từ chối'])
  const refused = rowActions(decided).map(({ label, reason, danger }) => [label, reason, danger])
  expect(refused).toEqual([
    ['Từ chối', expect.any(String), true],
    ['Mở lại', undefined, false],
  ])
  const inMenu = (row: TableRow) => rowActions(row).map((action) => action.inMenu)
  expect(inMenu(waiting), 'what the row waits for is a button of its card (D3-PHN-02)').toEqual([
    undefined,
    undefined,
  ])
  expect(inMenu(decided)).toEqual([undefined, true])
})

test('a reader without the right to the actions gets no buttons, keys or columns for them', () => {
  const seller = actions(khr, actorOf(5))
  expect(seller.rowActions(waiting)).toEqual([])
  expect(seller.column('trang_thai').pin).toBeUndefined()
  expect(seller.bulk({} as never)).toEqual([])
  expect([seller.decides, actions(khr).decides]).toEqual([false, true])
})

test('the decision column has buttons while the row waits, and shows the state afterwards', async () => {
  agreeToAll()
  const sent = stubCalls(() => null)
  const { column } = actions(khr)
  const { cell, pin, width } = column('trang_thai')
  expect([pin, width]).toEqual(['right', 192])
  const user = open(
    <>
      <p>{cell(waiting)}</p>
      <output>{cell(decided)}</output>
    </>,
  )
  expect(screen.getByRole('status').textContent).toBe('ĐÃ DUYỆT')
  expect(reading().buttons).toEqual(['Duyệt', 'Từ chối'])
  await user.click(screen.getByRole('button', { name: 'Duyệt' }))
  await vi.waitFor(() =>
    expect(sent[0]).toMatchObject({ path: '/api/v1/khr/approve/a', body: { version: 7 } }),
  )
})

test('a state shown as a list sends only a choice that differs from the current one', async () => {
  agreeToAll()
  const sent = stubCalls(() => null)
  const paid = { id: 'a', version: 2, ma_don: 'DH1', trang_thai: 'da_thanh_toan' } as TableRow
  const { column, labels } = actions(order, { ...actorOf(1) })
  const user = open(column('trang_thai').cell(paid))
  const choose = async (name: string): Promise<void> => {
    await user.click(screen.getByRole('button'))
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('Đã thanh toán')
  await choose('Chưa thanh toán')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ trang_thai: 'chua_thanh_toan', version: 2 })
  // Outside of its column a bare state would say nothing.
  expect(labels(paid)).toEqual([expect.stringMatching(/: Chưa thanh toán$/)])
})

test('a setter edits its field in the cell, for those who may', () => {
  const row = { id: 'a', version: 1, note: 'Gọi lại' } as TableRow
  const { column } = actions(order)
  expect(column('note').edit?.(row)).toMatchObject({ label: order.fields.note.label })
  expect(column('note').typed?.(row)).toBe('Gọi lại')
  expect(actions(order, actorOf(7)).column('note').edit).toBeUndefined()
})

const setter = {
  method: 'PUT',
  path: 'setNote/:id',
  summary: '',
  may: 'any',
  field: 'so_dien_thoai',
  audit: 'update',
  done: '',
  failed: '',
} as const

test('D3-DEC-01: a field closed by the approval cannot be edited any more', () => {
  const resource = { ...khr, actions: { ...khr.actions, setter } } as unknown as Resource
  const { column } = actions(resource)
  expect(column('so_dien_thoai').edit?.(waiting)).toMatchObject({ kind: 'phone' })
  expect(column('so_dien_thoai').edit?.(decided)).toBeNull()
})

test("a step without its own cell is edited in the state's cell, with the states that steps lead to", () => {
  const { cell: _, ...approve } = khr.actions.approve
  const resource = { ...khr, approval: undefined, actions: { approve } } as unknown as Resource
  const { edit, state } = actions(resource).column('trang_thai')
  expect(state).toBe(true)
  const field = edit?.(waiting)
  expect(field).toMatchObject({ kind: 'choice', required: true })
  expect(field?.options?.map(({ value }) => value)).toEqual(['1', '2'])
})

const message = { id: 'm', version: 4, so_dien_thoai: '912345678', goi_cuoc: 'MO90' } as TableRow

test('a key runs the step when the row allows it, and does nothing otherwise', async () => {
  agreeToAll()
  const sent = stubCalls(() => null)
  const { rowKey, help } = actions(mesbank)
  expect(help.map(({ keys, what }) => `${keys} ${what}`)).toContain('D Duyệt')
  expect(rowKey(message, '?')).toBe(false)
  expect(rowKey({ ...message, id: 'unready', goi_cuoc: null } as TableRow, 'D')).toBe(true)
  expect(rowKey(message, 'D')).toBe(true)
  await vi.waitFor(() => expect(sent[0]?.path).toMatch(/^\/api\/v1\/.*approve\/m/))
})

test('the closed fields of a decided row say that it is decided', () => {
  const closing = { ...mesbank, approval: { ...mesbank.approval, closes: ['trang_thai_duyet_thong_tin'] } }
  const { rowActions } = actions(closing as unknown as Resource)
  const row = { ...message, trang_thai_duyet_thong_tin: '1' } as TableRow
  expect(rowActions(row).map(({ reason }) => reason)).toContain(messages.decided)
})

test('ticked rows are counted by the server and confirmed with one question; steps without a bulk label are not offered', async () => {
  agreeToAll()
  const counted = { rows: [], sum: null, leftOut: 0, warned: [], unfit: [], closed: 0 }
  const rows = [{ id: 'a', version: 7, name: 'A' }]
  const sent = stubCalls((path) =>
    path.endsWith('/count') ? { ...counted, rows } : { done: 1, refused: [] },
  )
  const { bulk } = actions(khr)
  const context = {
    resource: khr,
    state: { query: {} },
    ids: new Set(['a']),
    all: false,
    clear: () => undefined,
  } as unknown as BulkContext
  const offered = bulk(context)
  expect(offered.map(({ label }) => label)).toEqual(['Duyệt', 'Từ chối'])
  offered[0]?.run()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]?.body).toMatchObject({ ids: ['a'], path: actionPath(khr, khr.actions.approve) })
  expect(sent[1]?.body).toMatchObject({ versions: { a: 7 } })
})
