/** The rules of calling again while they are typed, counted and saved. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { recycleTexts, type RecycleState } from '#subjects/calling/contract/calls/recycling.ts'
import { stubCalls, written, type Sent } from '#test/sent.ts'
import { hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { previewOf, ruleOf, stateOf } from './recycling.fixture.ts'
import { useRules } from './use-rules.ts'

const firstOf = (body: Sent['body'] | undefined) => (body?.rules as RecycleState['rules'] | undefined)?.[0]
const saves = (calls: readonly Sent[]) => written(calls).filter(([call]) => call.startsWith('PUT'))

async function rules(write: (body: Sent['body']) => unknown, read: () => RecycleState = stateOf) {
  const calls = stubCalls((path, { method, body }) => {
    if (path.endsWith('/xemtruoc')) return previewOf(7)
    return method === 'PUT' ? write(body) : read()
  })
  const used = hookInPage(useRules)
  await waitFor(() => expect(used.current.data).toBeDefined())
  return { calls, used }
}
const answered = (body: Sent['body']): RecycleState =>
  stateOf({ rules: body.rules as RecycleState['rules'], version: 6 })

test('D3-REC-01: typed cells are saved with the version on which they were typed, then nothing counts as changed', async () => {
  const { calls, used } = await rules(answered)
  act(() => used.current.put('KBM', { most: '5' }))
  expect(used.current.changed).toBe(1)
  act(() => used.current.saveNow())
  await screen.findByText(recycleTexts.saved)
  await waitFor(() => expect(used.current.changed).toBe(0))
  const [[, body] = []] = saves(calls)
  expect(body).toMatchObject({ version: 5 })
  expect(firstOf(body)).toEqual(ruleOf('KBM', { most: 5 }))
  expect(used.current.rules[0]).toMatchObject({ most: 5 })
})

test('D3-REC-01: a cell put back is no change, and nothing is sent without a change', async () => {
  const { calls, used } = await rules(answered)
  act(() => used.current.put('KBM', { most: '5' }))
  act(() => used.current.put('KBM', { most: '3' }))
  expect(used.current.changed).toBe(0)
  act(() => used.current.saveNow())
  expect(saves(calls)).toEqual([])
})

test('D3-REC-01: an invalid cell is named with its result, and is neither saved nor counted', async () => {
  const { calls, used } = await rules(answered)
  act(() => used.current.put('KBM', { most: '99' }))
  expect(used.current.wrong).toBe(1)
  expect(used.current.fault).toContain('Từ 2 đến 10 lần')
  act(() => used.current.saveNow())
  expect(written(calls)).toEqual([])
  expect(used.current.preview.counting).toBe(false)
})

test('D3-REC-01: the preview counts with the typed rules, and without an active rule there is no figure', async () => {
  const { calls, used } = await rules(answered)
  act(() => used.current.put('KEEP', { active: false }))
  expect(used.current.preview.counting).toBe(true)
  await waitFor(() => expect(used.current.preview.preview?.total).toBe(7))
  expect(calls.find(({ path }) => path.endsWith('/xemtruoc'))?.body.rules).toContainEqual(
    ruleOf('KEEP', { active: false }),
  )
  act(() => used.current.drop())
  expect(used.current.preview.preview).toBeUndefined()
})

test('D3-REC-01: when somebody else saved first it says so, keeps the typed cells, and saves over theirs on request', async () => {
  let now = stateOf()
  const { calls, used } = await rules(
    (body) => {
      if (body.version === now.version) return answered(body)
      throw new AppError('CONFLICT', 'Luật vừa được người khác sửa')
    },
    () => now,
  )
  act(() => used.current.put('KBM', { most: '5' }))
  now = stateOf({ version: 8, rules: [ruleOf('KBM', { within_days: 9 }), ...now.rules.slice(1)] })
  act(() => used.current.saveNow())
  await waitFor(() => expect(used.current.overtaken).toBe(true))
  expect(used.current.draft).toEqual({ KBM: { most: '5' } })
  act(() => used.current.takeOver())
  expect(used.current.overtaken).toBe(false)
  act(() => used.current.saveNow())
  await waitFor(() => expect(used.current.changed).toBe(0))
  expect(saves(calls).map(([, body]) => body.version)).toEqual([5, 8])
  expect(firstOf(saves(calls)[1]?.[1])).toEqual(ruleOf('KBM', { most: 5, within_days: 9 }))
})

test('any other refusal is shown and the typed cells stay', async () => {
  const { used } = await rules(() => {
    throw new AppError('FORBIDDEN', 'Bạn không có quyền')
  })
  act(() => used.current.put('KBM', { most: '5' }))
  act(() => used.current.saveNow())
  await screen.findByText(/Bạn không có quyền/)
  expect([used.current.changed, used.current.overtaken]).toEqual([1, false])
})

test('an own change of a file raises the version without counting as somebody else’s', async () => {
  let now = stateOf()
  const { used } = await rules(answered, () => now)
  act(() => used.current.put('KBM', { most: '5' }))
  now = stateOf({ version: 6 })
  await act(() => used.current.query.refetch())
  await waitFor(() => expect(used.current.overtaken).toBe(true))
  act(() => used.current.follow(5, 6))
  expect(used.current.overtaken).toBe(false)
})
