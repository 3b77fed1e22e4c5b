/** Views of a list: choosing, saving, sharing, naming and deleting one (D3-GRID-06). */
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { f } from '#kit/contract/field.ts'
import { viewTexts } from '#platform/contract/calls/save-views.ts'
import type { View } from '#platform/contract/calls/views.ts'
import type { Priority } from '#platform/contract/abilities.ts'
import { stubCalls } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { notices, open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { emptyLayout } from '../table/layout.ts'
import type { ListViews } from './use-list-views.ts'
import { ViewDialog, type ViewTask } from './view-dialog.tsx'
import { ViewPanel } from './view-panel.tsx'

const view = (id: string, more: Partial<View> = {}): View => ({
  id,
  list: 'khr',
  scope: 'own',
  name: `Xem ${id}`,
  owner: 'an',
  content: { filters: {}, sort: '', size: null, columns: null },
  left_out: 0,
  default_for: [],
  version: 4,
  may: { update: true, remove: true },
  ...more,
})

const opened = vi.fn<ListViews['open']>()
const forgetColumns = vi.fn<() => void>()
beforeEach(() => {
  opened.mockReset()
  forgetColumns.mockReset()
})

const phone = f.phone({ label: 'Số' })
const viewsOf = (
  all: View[],
  more: Partial<ListViews> = {},
  filters: Record<string, string> = {},
): ListViews =>
  ({
    items: [{ name: 'phone', field: phone, label: 'Số', placeholder: '' }],
    periods: [],
    list: 'khr',
    all,
    chosen: undefined,
    current: undefined,
    changes: [],
    open: opened,
    forgetColumns,
    source: { key: ['khr', 'list'], read: async () => ({ count: 12 }) },
    countQuery: () => ({}),
    state: { changed: filters, filters, sort: '-ngay', size: 20, fit: { on: false } },
    usualSize: 20,
    columns: emptyLayout,
    ...more,
  }) as unknown as ListViews

type Answer = (path: string) => unknown

function panel(
  views: ListViews,
  { priority = 2, answer = () => view('a') }: { priority?: Priority; answer?: Answer } = {},
) {
  signIn(actorOf(priority))
  const sent = stubCalls(answer)
  const [onClose, onTask] = [vi.fn<() => void>(), vi.fn<(task: ViewTask) => void>()]
  const user = open(<ViewPanel views={views} onClose={onClose} onTask={onTask} />)
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
  return { user, sent, onClose, onTask, press }
}

test('a view opens by a click or as the first match by Enter, and the first entry leaves it', async () => {
  const all = [view('a', { name: 'Chờ duyệt' }), view('b', { name: 'Đã duyệt' })]
  const { user, press, onClose } = panel(viewsOf(all, { current: all[0] }))
  await press(/^Đã duyệt/)
  expect(opened).toHaveBeenLastCalledWith(all[1])
  await press('Không dùng chế độ xem')
  expect(opened).toHaveBeenLastCalledWith(null)
  await user.type(screen.getByRole('searchbox'), 'da duyet{Enter}')
  expect(opened).toHaveBeenLastCalledWith(all[1])
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('Enter without a text, or with a text that matches no view, opens nothing', async () => {
  const { user } = panel(viewsOf([view('a')]))
  await user.type(screen.getByRole('searchbox'), '{Enter}')
  await user.type(screen.getByRole('searchbox'), 'khác{Enter}')
  expect(opened).not.toHaveBeenCalled()
  expect(reading().text).toContain('Không có chế độ xem tên như vậy')
})

test('arrow keys move from view to view and back to the search box', async () => {
  const { user } = panel(viewsOf([view('a')]))
  screen.getByRole('searchbox').focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Xem a')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('views are grouped by owner, with their row counts and for whom they are the default', async () => {
  const all = [
    view('a'),
    view('b', { scope: 'team', owner: 'binh' }),
    view('c', { scope: 'everyone', default_for: [2] }),
  ]
  panel(viewsOf(all, { chosen: 'a', current: all[0], changes: ['lọc Số'] }))
  expect((await screen.findAllByText('12')).length).toBe(3)
  const group = (name: string) =>
    within(screen.getByRole('region', { name })).getByRole('heading').textContent
  expect([group('Của tôi'), group('Đơn vị'), group('Mọi người')]).toEqual([
    'Của tôi',
    'Đơn vịbinh',
    'Mọi ngườido quản lý',
  ])
  expect(reading().text).toContain('đã đổi mặc định của tôi')
  expect(reading().text).toContain('mặc định Quản lý')
  expect(reading().text).toContain('Khác bản đã lưu: lọc Số')
})

test('changes are saved into the view with the version that was read, or dropped', async () => {
  const current = view('a')
  const { sent, press, onClose } = panel(viewsOf([current], { current, changes: ['số dòng'] }))
  await press(/^Lưu vào/)
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent[0]).toMatchObject({
    method: 'PUT',
    path: '/api/v1/chedoxem/a',
    body: { version: 4, content: { sort: '-ngay' } },
  })
  expect(forgetColumns).toHaveBeenCalledOnce()
  await press('Bỏ đổi')
  expect(forgetColumns).toHaveBeenCalledTimes(2)
  expect(opened).toHaveBeenLastCalledWith(current)
})

test('a view changed by somebody else is not overwritten: the panel stays open and says so', async () => {
  const toasts = notices()
  const current = view('a')
  const { press, onClose } = panel(viewsOf([current], { current, changes: ['số dòng'] }), {
    answer: () => {
      throw new AppError('CONFLICT', viewTexts.stale)
    },
  })
  await press(/^Lưu vào/)
  await vi.waitFor(() => expect(toasts[0]).toContain(viewTexts.stale))
  expect([onClose.mock.calls, forgetColumns.mock.calls]).toEqual([[], []])
})

test('a view of somebody else offers no saving, and a view without changes offers nothing to drop', () => {
  const current = view('a', { may: { update: false, remove: false }, left_out: 2 })
  panel(viewsOf([current], { current, changes: ['số dòng'] }))
  expect(reading().buttons).not.toContain('Lưu vào “Xem a”')
  expect(reading().text).toContain(viewTexts.leftOut(2))
  document.body.innerHTML = ''
  panel(viewsOf([view('b')], { current: view('b') }))
  expect(reading().buttons).toContain('Lưu thành mới')
  expect(reading().buttons).not.toContain('Bỏ đổi')
})

const one = async (
  given: View,
  more: Partial<ListViews> = {},
  options: { priority?: Priority; answer?: Answer } = {},
) => {
  const used = panel(viewsOf([given], more), options)
  await used.press(`Thao tác với ${given.name}`)
  return used
}

test("a view becomes the user's default, and a second click ends that", async () => {
  const first = await one(view('a'))
  await first.user.click(screen.getByRole('checkbox', { name: 'Mặc định của tôi' }))
  await vi.waitFor(() =>
    expect(first.sent[0]).toMatchObject({
      path: '/api/v1/chedoxem/macDinh',
      body: { list: 'khr', view: 'a' },
    }),
  )
  document.body.innerHTML = ''
  const second = await one(view('a'), { chosen: 'a' })
  await second.user.click(screen.getByRole('checkbox', { name: 'Mặc định của tôi' }))
  await vi.waitFor(() => expect(second.sent[0]?.body).toEqual({ list: 'khr' }))
})

test('a manager sets for which roles a shared view is the default', async () => {
  const { user, sent } = await one(view('a', { scope: 'everyone', default_for: [4] }))
  await user.click(screen.getByRole('checkbox', { name: 'Mặc định cho Quản lý' }))
  await user.click(screen.getByRole('checkbox', { name: 'Mặc định cho Leader' }))
  await vi.waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(2))
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body.default_for)).toEqual([
    [4, 2],
    [],
  ])
})

test('users who may share have the sharing buttons, others do not', async () => {
  const { sent, press } = await one(view('a'))
  expect(reading().buttons).not.toContain('Chia sẻ với đơn vị')
  await press('Chia sẻ với mọi người')
  await vi.waitFor(() => expect(sent[0]?.body).toMatchObject({ scope: 'everyone', version: 4 }))
  document.body.innerHTML = ''
  await one(view('a', { scope: 'everyone', may: { update: false, remove: false } }), {}, { priority: 5 })
  expect(reading().buttons).toEqual(['Về danh sách chế độ xem'])
  expect(screen.queryByRole('group', { name: 'Đặt làm mặc định cho' })).toBeNull()
})

test('a view is deleted after a question, and one deleted already reloads the list of views', async () => {
  const toasts = notices()
  const { user, press, sent, onClose } = await one(
    view('a', { scope: 'everyone' }),
    {},
    {
      answer: () => {
        throw new AppError('NOT_FOUND', viewTexts.gone)
      },
    },
  )
  await press('Xoá')
  expect(onClose).toHaveBeenCalledOnce()
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/cho tất cả người đang dùng/)).not.toBeNull()
  await user.click(question.getByRole('button', { name: 'Xoá' }))
  await vi.waitFor(() => expect(toasts[0]).toContain(viewTexts.gone))
  expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/api/v1/chedoxem/a' })
})

test('renaming and saving as new open the dialog', async () => {
  const { press, onTask } = await one(view('a'))
  await press('Đổi tên')
  expect(onTask).toHaveBeenLastCalledWith({ kind: 'rename', view: view('a') })
  await press('Về danh sách chế độ xem')
  await press('Lưu thành mới')
  expect(onTask).toHaveBeenLastCalledWith({ kind: 'new' })
})

function dialog(
  task: ViewTask,
  views = viewsOf([]),
  priority: Priority = 2,
  answer: Answer = () => view('made'),
) {
  signIn(actorOf(priority))
  const sent = stubCalls(answer)
  const onClose = vi.fn<() => void>()
  const user = open(<ViewDialog views={views} task={task} onClose={onClose} />)
  return { user, sent, onClose, name: screen.getByRole<HTMLInputElement>('textbox', { name: /^Tên/ }) }
}

test('a new view is saved as the list is shown, and opened; it may become the default', async () => {
  const { user, sent, onClose, name } = dialog({ kind: 'new' })
  await user.click(screen.getByRole('checkbox', { name: 'Mở danh sách bằng chế độ xem này' }))
  await user.type(name, 'Chờ duyệt{Enter}')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.slice(0, 2)).toMatchObject([
    { method: 'POST', body: { list: 'khr', name: 'Chờ duyệt', scope: 'own', content: { sort: '-ngay' } } },
    { path: '/api/v1/chedoxem/macDinh', body: { view: 'made' } },
  ])
  expect(opened).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'made' }))
  document.body.innerHTML = ''
  const plain = dialog({ kind: 'new' })
  await plain.user.type(plain.name, 'Khác{Enter}')
  await vi.waitFor(() => expect(plain.onClose).toHaveBeenCalledOnce())
  expect(plain.sent.filter(({ method }) => method !== 'GET')).toHaveLength(1)
})

test('without a name nothing is sent; an existing name is marked under its box', async () => {
  const refuse = () => {
    throw new AppError('VALIDATION', viewTexts.nameTaken, { fields: { name: viewTexts.nameTaken } })
  }
  const { user, sent, onClose, name } = dialog({ kind: 'new' }, viewsOf([]), 2, refuse)
  await user.type(name, '{Enter}')
  expect(sent).toEqual([])
  await user.type(name, 'Chờ{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(viewTexts.nameTaken)
  expect([onClose.mock.calls, opened.mock.calls]).toEqual([[], []])
})

test('renaming keeps the content and opens nothing', async () => {
  const { user, sent, onClose, name } = dialog({ kind: 'rename', view: view('a') })
  expect(name.value).toBe('Xem a')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.type(name, ' mới{Enter}')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent[0]).toMatchObject({ method: 'PUT', body: { name: 'Xem a mới', version: 4 } })
  expect(sent[0]?.body).not.toHaveProperty('content')
  expect(opened).not.toHaveBeenCalled()
})

test('users who may share choose for whom a view is saved; the dialog says that a searched phone is not stored', () => {
  dialog({ kind: 'new' }, viewsOf([], {}, { phone: '0912345678' }))
  expect(reading().text).toContain('Dành cho')
  expect(reading().text).toContain(viewTexts.noPhones)
  document.body.innerHTML = ''
  dialog({ kind: 'new' }, viewsOf([]), 5)
  expect(reading().text).not.toContain('Dành cho')
  expect(reading().text).not.toContain(viewTexts.noPhones)
})
