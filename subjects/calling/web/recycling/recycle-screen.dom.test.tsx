/** 'Luật mời lại': default rules and their preview, files that follow them or not, and what a refusal leaves (D3-REC-01). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { recycleTexts, type RecycleState } from '#subjects/calling/contract/calls/recycling.ts'
import { stubCalls, written, type Sent } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import RecycleScreen from './recycle-screen.tsx'
import { fileOf, previewOf, stateOf } from './recycling.fixture.ts'

const off = fileOf({
  id: 'f2',
  FileName: 'T09.xlsx',
  mode: 'off',
  waiting: { KBM: 40, KLLĐ: 2, KEEP: 0, REJECTED: 0 },
})
const running = stateOf({ since: '2026-11-01', files: [fileOf(), off] })

type Server = {
  state?: RecycleState | (() => RecycleState)
  preview?: (body: Sent['body']) => unknown
  write?: (body: Sent['body']) => unknown
}

async function opened({ state = running, preview = () => previewOf(157), write }: Server = {}) {
  const now = () => (typeof state === 'function' ? state() : state)
  const calls = stubCalls((path, { method, body }) => {
    if (path.includes('/setting')) return []
    if (path.includes('/xemtruoc')) return preview(body)
    if (method !== 'GET') return write?.(body) ?? { ...now(), version: 6 }
    return path.includes('/gap') ? [] : now()
  })
  const user = open(<RecycleScreen />)
  await screen.findByText('Theo file')
  return { calls, user }
}
const row = (name: string) => {
  const line = screen.getByRole('rowheader', { name }).closest('tr')
  if (!line) throw new Error('no row')
  return within(line)
}
/** How often a number of the first result is called again. */
const most = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Nhiều nhất, Không bắt máy/ })
const saved = (calls: readonly Sent[]) => written(calls).filter(([call]) => !call.includes('xemtruoc'))
const turn = (name: string) => screen.getByRole('switch', { name: `Gọi lại ${name}` })

beforeEach(() => {
  queryClient.clear()
  signIn()
})

test('D3-REC-01: typing shows what the draft would bring back beside the rules in force, and saves it as typed', async () => {
  const write: Server['write'] = ({ rules }) => ({ ...running, version: 6, rules })
  const { calls, user } = await opened({ write })
  expect(reading().off['Lưu luật']).toBe('Chưa sửa gì')
  await user.clear(most())
  await user.type(most(), '4')
  await screen.findByText('+57 so với luật đang chạy')
  expect(screen.getByText('Sửa 1 ô, chưa lưu')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Lưu luật/ }))
  await waitFor(() => expect(saved(calls)).toHaveLength(1))
  expect(saved(calls)).toMatchObject([
    ['PUT /api/v1/luatmoilai', { version: 5, rules: [{ status: 'KBM', most: 4 }, {}, {}, {}] }],
  ])
  await waitFor(() => expect(reading().off['Lưu luật']).toBe('Chưa sửa gì'))
})

test('D3-REC-01: an invalid cell prevents saving the rules; the draft can be dropped', async () => {
  const { calls, user } = await opened()
  const before = most().value
  await user.clear(most())
  await user.type(most(), '999')
  expect(reading().off['Lưu luật']).toBe('Sửa 1 ô sai để lưu')
  expect(screen.getByRole('alert').textContent).not.toBe('')
  await user.click(screen.getByRole('button', { name: 'Bỏ sửa' }))
  expect(most().value).toBe(before)
  expect(written(calls)).toEqual([])
})

test('D3-REC-01: a file is switched on after a question that counts what comes back today', async () => {
  const { calls, user } = await opened()
  expect(turn('T09.xlsx').getAttribute('aria-checked')).toBe('false')
  await user.click(turn('T09.xlsx'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('T09.xlsx: 42 số đang chờ, hôm nay về thêm 57 số')
  await user.click(within(dialog).getByRole('button', { name: 'Bật gọi lại' }))
  await waitFor(() => expect(written(calls)).toHaveLength(2))
  expect(written(calls)).toMatchObject([
    ['POST /api/v1/luatmoilai/xemtruoc', { file_id: 'f2', mode: 'default' }],
    ['PUT /api/v1/luatmoilai', { file_id: 'f2', mode: 'default', version: 5 }],
  ])
  await screen.findByText('T09.xlsx gọi lại theo mặc định')
})

test('D3-REC-01: answering no leaves the file off', async () => {
  const { calls, user } = await opened()
  await user.click(turn('T09.xlsx'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Huỷ' }))
  await waitFor(() => expect(turn('T09.xlsx')).toHaveProperty('disabled', false))
  expect(written(calls)).toHaveLength(1)
})

test('D3-REC-01: switching a file off asks nothing; while it is being saved no other can be switched', async () => {
  const late = Promise.withResolvers<RecycleState>()
  const { calls, user } = await opened({ write: () => late.promise })
  await user.click(turn('T10.xlsx'))
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toMatchObject({ file_id: 'f1', mode: 'off', version: 5 })
  expect(turn('T09.xlsx')).toHaveProperty('disabled', true)
  late.resolve({ ...running, version: 6, files: [fileOf({ mode: 'off' }), off] })
  await waitFor(() => expect(turn('T10.xlsx').getAttribute('aria-checked')).toBe('false'))
})

test('D3-REC-01: a refusal is shown and the rules are reloaded', async () => {
  const { calls, user } = await opened({
    write: () => {
      throw new AppError('CONFLICT', 'Luật vừa được người khác đổi')
    },
  })
  await user.click(turn('T10.xlsx'))
  await screen.findByText(/Luật vừa được người khác đổi/)
  const last = calls.findLastIndex(({ method }) => method !== 'GET')
  expect(
    calls.slice(last + 1).some(({ method, path }) => method === 'GET' && path.endsWith('/luatmoilai')),
  ).toBe(true)
  expect(turn('T10.xlsx').getAttribute('aria-checked')).toBe('true')
})

test('D3-REC-01: the status text of a file opens its own rules', async () => {
  const { calls, user } = await opened({
    state: stateOf({ since: '2026-11-01', files: [fileOf({ covered: false, mode: null })] }),
  })
  await user.click(
    row('T10.xlsx').getByRole('button', { name: 'Luật của T10.xlsx: file của trước chưa bật' }),
  )
  expect((await screen.findByRole('dialog')).textContent).toContain('T10.xlsx')
  expect(saved(calls)).toEqual([])
})

test('D3-REC-01: rules that somebody else saved first are reported above the rules, and the typed cells are kept', async () => {
  let now = running
  const { user } = await opened({
    state: () => now,
    write: () => {
      throw new AppError('CONFLICT', recycleTexts.changed)
    },
  })
  await user.clear(most())
  await user.type(most(), '4')
  now = { ...running, version: 9 }
  await user.keyboard('{Control>}s{/Control}')
  await screen.findByRole('button', { name: 'Tải lại, giữ ô đã sửa' })
  expect(reading().off['Lưu luật']).toBe(recycleTexts.changed)
  await user.click(screen.getByRole('button', { name: 'Tải lại, giữ ô đã sửa' }))
  expect(most().value).toBe('4')
  await waitFor(() => expect(reading().buttons).toContain('Lưu luật'))
})

test('without an answer the screen says so and can be retried', async () => {
  let broken = true
  stubCalls((path) => {
    if (path.endsWith('/luatmoilai') && broken) throw new AppError('UPSTREAM', 'Máy chủ chưa trả lời')
    return path.endsWith('/luatmoilai') ? running : []
  })
  const user = open(<RecycleScreen />)
  await screen.findByText(/Máy chủ chưa trả lời/)
  broken = false
  await user.click(screen.getByRole('button', { name: 'Thử lại' }))
  await screen.findByText('Theo file')
})
