/** A split as it is edited, tried, saved and taken back. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { splitTexts, type FileOptions, type SplitNode } from '#subjects/numbers/contract/calls/split.ts'
import { fileTexts } from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { stubCalls, written, type Sent } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { stoppedNote, useSplit } from './use-split.ts'

const node = (username: string): SplitNode => ({
  id: username,
  username,
  fullname: username,
  level: 'branch',
  parent: null,
  locked: false,
  received: 0,
  called: 0,
  open: 0,
  left: 0,
  blocked: 0,
  free: 0,
  quantity: null,
})
const last = { id: 'b7', by: 'sep', at: '2026-11-02T02:00:00.000Z', moved: 1_200, undoable: true, why: null }
const options = (overrides: Partial<FileOptions> = {}): FileOptions => ({
  values: [],
  total: 100,
  tong: 100,
  is_activated: 1,
  tree: [node('cn1'), node('cn2')],
  last,
  ...overrides,
})
const base = '/api/v1/uploadchiadata'
const saving = `POST ${base}/handleFileUserQuantityOption`
/** What was written; the options are asked for by POST too. */
const done = (calls: readonly Sent[]) =>
  written(calls).filter(([call]) => !call.endsWith('getOptionDataByFile'))

async function split(write: (path: string) => unknown, overrides: Partial<FileOptions> = {}) {
  const calls = stubCalls((path) => (path.endsWith('getOptionDataByFile') ? options(overrides) : write(path)))
  const used = hookInPage(useSplit)
  await act(() => used.current.choose('T10'))
  await waitFor(() => expect(used.current.options.isSuccess).toBe(true))
  const put = (part: Record<string, string>) => act(() => used.current.put(part))
  return { calls, used, put, save: () => act(() => used.current.saveNow()) }
}
const saved = { batch: 'b8', moved: 40, is_activated: 1 }
const answer = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

test("D1-SPLIT-02: the typed quantities are sent for their file, then the boxes show the server's values", async () => {
  const { calls, used, put, save } = await split(() => saved)
  put({ cn1: '1,0', cn2: '30' })
  expect(used.current.budget).toMatchObject({ distributed: 40, total: 100 })
  save()
  await waitFor(() => expect(used.current.dirty).toBe(false))
  expect(done(calls)).toEqual([[saving, { FileName: 'T10', assigns: { cn1: 10, cn2: 30 } }]])
})

test('D1-SPLIT-11: more than the file has, or an invalid count, is not sent', async () => {
  const { calls, used, put, save } = await split(() => saved)
  put({ cn1: '101' })
  expect(used.current.fault).toBe(splitTexts.tooMany)
  save()
  put({ cn1: 'x' })
  expect(used.current.fault).toBe('Sửa 1 lỗi để lưu')
  save()
  expect(done(calls)).toEqual([])
  put({ cn1: '100' })
  expect(used.current.fault).toBeUndefined()
})

test('without a file the screen asks to choose one', async () => {
  const calls = stubCalls(() => saved)
  const used = hookInPage(useSplit)
  act(() => used.current.saveNow())
  await screen.findByText(new RegExp(fileTexts.noFile))
  expect(calls).toEqual([])
})

test('D3-BELL-03: a refused account counts as an error and blocks saving until it is typed again; the draft stays', async () => {
  const { calls, used, put, save } = await split(() => {
    throw new AppError('VALIDATION', 'Vượt 10', { fields: { cn1: 'Vượt 10' } })
  })
  put({ cn1: '40' })
  save()
  await waitFor(() => expect(used.current.fault).toBe('Sửa 1 lỗi để lưu'))
  expect(used.current.draft).toEqual({ cn1: '40' })
  save()
  expect(done(calls)).toHaveLength(1)
  put({ cn1: '30' })
  expect(used.current.fault).toBeUndefined()
})

test('a refusal without an account is shown', async () => {
  const { used, put, save } = await split(() => {
    throw new AppError('CONFLICT', 'File đang được chia')
  })
  put({ cn1: '40' })
  save()
  await screen.findByText(/File đang được chia/)
  expect(used.current.dirty).toBe(true)
})

test('a trial split changes nothing, and is marked as outdated once something else is typed', async () => {
  const trial = { ok: true, nodes: [], given: 1, left: 99, warnings: [], at: last.at }
  const { calls, used, put } = await split(() => trial)
  put({ cn1: '40' })
  await act(() => used.current.tryOut.run())
  expect(used.current.trial?.answer).toEqual(trial)
  expect(used.current.stale).toBe(false)
  put({ cn2: '1' })
  expect(used.current.stale).toBe(true)
  expect(used.current.dirty).toBe(true)
  expect(done(calls)).toEqual([[`POST ${base}/chiaThu`, { FileName: 'T10', assigns: { cn1: 40 } }]])
})

test('choosing another file asks while something is typed, and starts empty', async () => {
  const { used, put } = await split(() => saved)
  put({ cn1: '40' })
  act(() => void used.current.choose('T11'))
  await answer('Huỷ')
  expect([used.current.file, used.current.draft]).toEqual(['T10', { cn1: '40' }])
  act(() => void used.current.choose('T11'))
  await answer('Không lưu')
  await waitFor(() => expect([used.current.file, used.current.draft]).toEqual(['T11', {}]))
})

test('D1-SPLIT-10: the last split is undone after a question that says how many numbers move', async () => {
  const { calls, used } = await split(() => ({}))
  act(() => void used.current.undo.run())
  expect((await screen.findByRole('dialog')).textContent).toContain('1,200 số do sep chia')
  await answer('Huỷ')
  await waitFor(() => expect(used.current.undo.busy).toBe(false))
  expect(done(calls)).toEqual([])
  act(() => void used.current.undo.run())
  await answer('Hoàn tác 1,200 số')
  await waitFor(() => expect(done(calls)).toHaveLength(1))
  expect(done(calls)).toEqual([[`POST ${base}/hoanTac`, { batch: 'b7' }]])
})

test('splitting a stopped file says that it has no effect yet; a user with the right can activate the file', async () => {
  const { calls, put, save } = await split(() => ({ ...saved, is_activated: 0 }))
  put({ cn1: '40' })
  save()
  await answer('Kích hoạt lấy số')
  await waitFor(() => expect(done(calls)).toHaveLength(2))
  expect(done(calls)[1]?.[1]).toMatchObject({ FileName: 'T10' })
})

test('a user who may not activate a file is told that its split has no effect yet', async () => {
  signIn(actorOf(4))
  const { put, save } = await split(() => ({ ...saved, is_activated: 0 }))
  put({ cn1: '40' })
  save()
  await screen.findByText(stoppedNote)
})

test('D1-SPLIT-11: below managers the available numbers are those of the own unit', async () => {
  signIn(actorOf(3))
  const { used, put } = await split(() => saved, {
    tree: [
      { ...node('cn1'), quantity: 50, free: 50 },
      { ...node('ld1'), level: 'leader', parent: 'cn1' },
    ],
  })
  put({ ld1: '20' })
  expect(used.current.budget).toMatchObject({ distributed: 20, total: 50 })
})
