/** A file from the choice to its last saved row: what is sent, what is asked before, and what happens to a refused one. */
import { act } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import { stubCalls } from '#test/sent.ts'
import { counted, readFile, target } from '#platform/app/web/shell/import.fixture.ts'
import { notices, hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { question } from '../feedback.ts'
import { emitJob } from '../jobs.ts'
import { network } from '../network.ts'
import { queryClient } from '../query.ts'
import { useImport, type ImportOptions } from './use-import.ts'

const connected = network.get()
afterEach(() => network.set(connected))

const file = new File(['x'], 'gia.xlsx')
const paths = (sent: { method: string; path: string }[]): string[] =>
  sent.map(({ method, path }) => `${method} ${path.replace('/api/v1/imports', '')}`)

/** Answers every question the same way; their titles. */
function answering(yes: boolean): string[] {
  const titles: string[] = []
  const unfollow = question.subscribe(() => {
    const asking = question.get()
    if (!asking) return
    titles.push(asking.title)
    asking.answer(yes ? '' : null)
  })
  onTestFinished(unfollow)
  return titles
}

/** An import in a page: `overrides` change the answer to the chosen file, `save` is the answer to saving it. */
async function takenFile(
  overrides: Partial<ImportSummary> = {},
  save: () => unknown = () => readFile({ state: 'done' }),
) {
  const sent = stubCalls((path) => (path.endsWith('/save') ? save() : readFile(overrides)))
  const hook = hookInPage(() => useImport(target))
  await act(() => hook.current.take(file))
  sent.length = 0
  return { hook, sent }
}

test('a file is sent with the known and asked values, and its rows are shown', async () => {
  const sent = stubCalls(() => readFile())
  const options: ImportOptions = { query: { month: '10' }, before: async ({ name }) => ({ of: name }) }
  const hook = hookInPage(() => useImport(target, options))
  await act(() => hook.current.take(file))
  expect(paths(sent)).toEqual(['POST /gia?month=10&of=gia.xlsx'])
  expect(hook.current).toMatchObject({
    reading: false,
    refusal: null,
    summary: { state: 'ready', toSave: 3 },
  })
})

test('a file that is cancelled before sending is not sent', async () => {
  const sent = stubCalls(() => readFile())
  const hook = hookInPage(() => useImport(target, { before: async () => null }))
  await act(() => hook.current.take(file))
  expect(sent).toEqual([])
  expect(hook.current).toMatchObject({ reading: false, summary: null })
})

test('a refused file shows the reason where it was chosen, and its preparation is undone', async () => {
  stubCalls(() => {
    throw new AppError('VALIDATION', 'Không có dòng tiêu đề')
  })
  const toasts = notices()
  const onDropped = vi.fn<() => void>()
  const hook = hookInPage(() => useImport(target, { onDropped }))
  await act(() => hook.current.take(file))
  expect(hook.current.refusal?.message).toBe('Không có dòng tiêu đề')
  expect(hook.current.reading).toBe(false)
  expect(onDropped).toHaveBeenCalledOnce()
  expect(toasts).toEqual([])
})

test('an unreachable server shows a notice instead of refusing the file', async () => {
  stubCalls(() => {
    throw new TypeError('no network')
  })
  const toasts = notices()
  const hook = hookInPage(() => useImport(target))
  await act(() => hook.current.take(file))
  expect(hook.current.refusal).toBeNull()
  expect(toasts).toHaveLength(1)
})

test('D3-FILE-04: choosing columns sends the same file again and discards the former preview', async () => {
  const { hook, sent } = await takenFile()
  await act(() => hook.current.reread(['goi', '', 'gia']))
  expect(paths(sent)).toEqual(['POST /i/cancel', 'POST /gia?columns=goi%2C%2Cgia'])
})

test('saving a plain file asks nothing', async () => {
  const questions = answering(true)
  const { hook, sent } = await takenFile()
  await act(() => hook.current.save())
  expect(questions).toEqual([])
  expect(sent[0]).toMatchObject({ path: '/api/v1/imports/i/save', body: { sure: 1 } })
  expect(sent[0]?.body).not.toHaveProperty('again')
  expect(hook.current.summary?.state).toBe('done')
})

const before = { by: 'an', at: '2026-11-02T02:00:00.000Z', again: 'adds' } as const
const doubts = [{ name: 'ngay', text: 'Ngày và tháng có bị đảo?' }]

test('D3-FILE-02, D3-FILE-06, D3-FILE-08: doubtful rows are asked about before saving, and the answers are sent', async () => {
  const questions = answering(true)
  const { hook, sent } = await takenFile({ doubts, far: 2, seenBefore: before })
  await act(() => hook.current.save(undefined, true))
  expect(questions).toEqual(['Xem lại cột ngày', 'Giá trị khác xa bình thường', 'Nội dung này đã được nhập'])
  expect(sent[0]?.body).toMatchObject({ sure: 1, far: 1, again: 1, totals: 1 })
})

test.each([
  ['columns in doubt', { doubts }],
  ['far values', { far: 2 }],
  ['content of before', { seenBefore: before }],
])('answering no to the question about %s saves nothing', async (_, overrides) => {
  const questions = answering(false)
  const { hook, sent } = await takenFile(overrides)
  await act(() => hook.current.save())
  expect(questions).toHaveLength(1)
  expect(sent).toEqual([])
})

test('D3-FILE-02: leaving stored rows out asks nothing, saving them twice does', async () => {
  const questions = answering(true)
  const { hook, sent } = await takenFile(counted({ new: 3, stored: 2 }))
  await act(() => hook.current.save('leave'))
  expect([questions.length, sent[0]?.body]).toMatchObject([0, { leaveStored: 1 }])
  await act(() => hook.current.save('twice'))
  expect(questions).toEqual(['Có dòng đã có trong danh sách'])
  expect(sent[1]?.body).toMatchObject({ again: 1 })
})

test('D3-FILE-09: the choice whether stored days stay is sent', async () => {
  const { hook, sent } = await takenFile()
  await act(() => hook.current.save('add'))
  await act(() => hook.current.save('replace'))
  expect(sent.map(({ body }) => body.days)).toEqual(['add', 'replace'])
})

test('a file whose rows changed since it was read is read again; any other refusal keeps the preview', async () => {
  const toasts = notices()
  const { hook, sent } = await takenFile({}, () => {
    throw new AppError('CONFLICT', 'Có 2 dòng đã có')
  })
  await act(() => hook.current.save())
  expect(paths(sent)).toEqual(['POST /i/save', 'GET /i'])
  const refused = await takenFile({}, () => {
    throw new AppError('FORBIDDEN', 'Không có quyền')
  })
  await act(() => refused.hook.current.save())
  expect(paths(refused.sent)).toEqual(['POST /i/save'])
  expect(refused.hook.current.summary?.state).toBe('ready')
  expect(toasts.map((text) => text.split('\n')[1])).toEqual(['Có 2 dòng đã có', 'Không có quyền'])
})

test('closing discards a preview but not a running save', async () => {
  const { hook, sent } = await takenFile({}, () => readFile({ state: 'saving' }))
  await act(async () => hook.current.leave())
  expect(paths(sent)).toEqual(['POST /i/cancel'])
  await act(() => hook.current.save())
  sent.length = 0
  await act(async () => hook.current.leave())
  expect(paths(sent)).not.toContain('POST /i/cancel')
})

test('a running save is followed by its events until its end, when the list reloads', async () => {
  const states: string[] = []
  let stored: Partial<ImportSummary> = { state: 'saving', done: 0 }
  stubCalls(() => readFile(stored))
  const onState: ImportOptions['onState'] = (state, name) => states.push(`${name} ${state}`)
  const hook = hookInPage(() => useImport(target, { onState }))
  queryClient.setQueryData(['gia', 'list'], [])
  await act(() => hook.current.open('i'))
  act(() => emitJob({ jobId: 'other', kind: 'import', done: 3, total: 3 } as never))
  expect(hook.current.summary?.done).toBe(0)
  act(() => emitJob({ jobId: 'i', kind: 'import', done: 2, total: 3 } as never))
  expect(hook.current.summary).toMatchObject({ state: 'saving', done: 2 })
  stored = { state: 'done', done: 3 }
  await act(() => queryClient.refetchQueries({ queryKey: ['imports', 'i', 'status'] }))
  await vi.waitFor(() => expect(states).toEqual(['gia.xlsx saving', 'gia.xlsx done']))
  expect(queryClient.getQueryState(['gia', 'list'])?.isInvalidated).toBe(true)
})

test('an earlier import that no longer exists is reported as such', async () => {
  const toasts = notices()
  stubCalls(() => {
    throw new AppError('NOT_FOUND', 'Không còn lần nhập này')
  })
  const hook = hookInPage(() => useImport(target))
  await act(() => hook.current.open('i'))
  expect(toasts[0]).toContain('Không còn lần nhập này')
  expect(hook.current.summary).toBeNull()
})
