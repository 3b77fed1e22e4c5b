/** What a declared list lets its reader do: rights, actions of a row and of ticked rows, keys and dialogs. */
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { blacklist } from '#subjects/numbers/contract/lists/blacklist.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import type { Priority } from '#platform/contract/abilities.ts'
import { stubCalls } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { notices, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { question } from '../feedback.ts'
import { useResourceScreen, type PropsFor } from './screen-state.tsx'

type Props = Omit<PropsFor<typeof khr>, 'resource'>
const row = {
  id: 'a',
  version: 7,
  so_dien_thoai: '912345678',
  trang_thai: '0',
  may: { update: true, remove: true },
} as never

const views = { lists: [], values: [], chosen: {} }

async function screenOf(props: Props = {}, priority: Priority = 2, values: unknown[] = [row]) {
  signIn(actorOf(priority))
  const sent = stubCalls((path) => (path.includes('chedoxem') ? views : { values, count: values.length }))
  const hook = hookInPage(() => useResourceScreen({ ...props, resource: khr }))
  await vi.waitFor(() => expect(hook.current.list.rows).toHaveLength(values.length))
  sent.length = 0
  return { now: () => hook.current, sent }
}
const labels = (list: readonly { label: string }[] | undefined): string[] =>
  (list ?? []).map(({ label }) => label)

test('a manager has all actions of a row, its seller only reads it', async () => {
  const manager = await screenOf()
  expect(manager.now().may).toMatchObject({ create: true, update: true, remove: true, import: false })
  expect(labels(manager.now().list.actions?.(row))).toEqual([
    'Xem chi tiết và lịch sử',
    'Duyệt',
    'Từ chối',
    'Sửa',
    'Xoá',
  ])
  expect(manager.now().list.rowButton).toBe(true)
  const seller = await screenOf({}, 5)
  expect(seller.now().may).toMatchObject({ create: true, update: false, remove: false })
  expect(labels(seller.now().list.actions?.(row))).toEqual(['Xem chi tiết và lịch sử'])
  expect([seller.now().list.rowButton, seller.now().list.bulk]).toEqual([false, []])
})

test('an owner may write their own rows where the list allows it', () => {
  signIn(actorOf(5))
  stubCalls((path) => (path.includes('chedoxem') ? views : { values: [], count: 0 }))
  const hook = hookInPage(() => useResourceScreen({ resource: blacklist }))
  expect(hook.current.may).toMatchObject({ update: true, remove: true })
})

test('a forbidden action says whether the row is decided or somebody else’s', async () => {
  const { now } = await screenOf()
  const reasons = (overrides: object): (string | undefined)[] =>
    now()
      .list.actions?.({ ...(row as object), may: { update: false, remove: false }, ...overrides } as never)
      .filter(({ label }) => ['Sửa', 'Xoá'].includes(label))
      .map(({ reason }) => reason) ?? []
  expect(reasons({ trang_thai: '1' })).toEqual([messages.decided, messages.decided])
  expect(reasons({})).toEqual([messages.forbidden, messages.forbidden])
})

test("'Sửa' opens the form of the row", async () => {
  const { now } = await screenOf()
  act(() =>
    now()
      .list.actions?.(row)
      .find(({ label }) => label === 'Sửa')
      ?.run(),
  )
  expect(now().open).toMatchObject({ kind: 'edit', row: { id: 'a' } })
  act(() => now().edit(null, { so_dien_thoai: '0912345678' } as never))
  expect(now().open).toMatchObject({ row: null, start: { so_dien_thoai: '0912345678' } })
})

test("'Xoá' asks with the name of the row, deletes it, and says why it is refused", async () => {
  const { now } = await screenOf({ rowName: () => 'Số của An' })
  const toasts = notices()
  const sent = stubCalls((path) => {
    if (path.endsWith('/khr/a')) throw new AppError('CONFLICT', 'Đã duyệt')
    return { values: [row], count: 1 }
  })
  act(() => {
    now()
      .list.actions?.(row)
      .find(({ label }) => label === 'Xoá')
      ?.run()
  })
  await vi.waitFor(() => expect(question.get()?.body).toContain('Số của An'))
  expect(sent).toEqual([])
  await act(async () => question.get()?.work?.())
  expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/api/v1/khr/a' })
  expect(toasts[0]).toContain('Số của An: Đã duyệt')
})

test("the screen's own actions come before edit and delete; an action column may be limited to some readers", async () => {
  const rowActions: Props['rowActions'] = () => [{ label: 'Gọi', run: () => undefined }]
  const custom = await screenOf({ rowActions })
  expect(labels(custom.now().list.actions?.(row)).slice(-3)).toEqual(['Gọi', 'Sửa', 'Xoá'])
  const hidden = await screenOf({ actionsFor: 'below3' }, 4)
  expect(hidden.now().list.actions).toBeUndefined()
})

test("ticked rows offer the declared actions, then the screen's own, then 'Xoá'", async () => {
  const { now } = await screenOf({ bulk: ({ ids }) => [{ label: `Chia ${ids.size}`, run: () => undefined }] })
  act(() => now().list.selection.toggle('a', false))
  expect(labels(now().list.bulk)).toEqual(['Duyệt', 'Từ chối', 'Chia 1', 'Xoá'])
})

test('a key of the screen takes precedence over a key of an action, and both are listed', async () => {
  const run = vi.fn((_: unknown, key: string) => key === 'G')
  const { now } = await screenOf({ keys: { help: [{ keys: 'G', what: 'Gọi' }], run } })
  expect(now().list.rowKey?.(row, 'G', 'so_dien_thoai')).toBe(true)
  expect(now().list.rowKey?.(row, 'H', 'so_dien_thoai')).toBe(false)
  expect(now().help).toContainEqual({ keys: 'G', what: 'Gọi' })
})

test('an empty list offers to create a row, to those who may', async () => {
  const { now } = await screenOf({}, 2, [])
  expect(now().list.emptyStep).toBeTruthy()
  signIn(actorOf(5))
  const hook = hookInPage(() =>
    useResourceScreen({ resource: { ...khr, form: undefined } as unknown as typeof khr }),
  )
  expect(hook.current.list.emptyStep).toBe(false)
})

test('a field hidden from the reader has no period filter, column or other filter', () => {
  const { ngay_thanh_cong: day, username_nv: seller } = khr.fields
  const fields = {
    ...khr.fields,
    ngay_thanh_cong: { ...day, see: 'below3' },
    username_nv: { ...seller, see: 'below3' },
  }
  const resource = { ...khr, fields } as unknown as typeof khr
  stubCalls((path) => (path.includes('chedoxem') ? views : { values: [], count: 0 }))
  const seen = (priority: Priority) => {
    signIn(actorOf(priority))
    const { list } = hookInPage(() => useResourceScreen({ resource })).current
    return [
      list.periods?.length,
      list.columns.some(({ key }) => key === 'ngay_thanh_cong'),
      list.items?.some(({ name }) => name === 'username_nv'),
    ]
  }
  expect(seen(2)).toEqual([1, true, true])
  expect(seen(4)).toEqual([0, false, false])
})

test('cells can be pasted where a field is edited in its cell', async () => {
  const { now } = await screenOf()
  expect(now().list.many).toBeUndefined()
  const inline = { ...khr, inline: ['so_dien_thoai'] } as unknown as typeof khr
  const many = (priority: Priority) => {
    signIn(actorOf(priority))
    return hookInPage(() => useResourceScreen({ resource: inline })).current.list.many
  }
  expect(many(2)).toBeDefined()
  expect(many(5)).toBeUndefined()
})
