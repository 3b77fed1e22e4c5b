/** The rules of one file in their drawer: what is saved, and what keeps it from being. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RecycledFile, RecycleRule } from '#subjects/calling/contract/calls/recycling.ts'
import { stubCalls } from '#test/sent.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { OwnDrawer } from './own-drawer.tsx'
import { fileOf, previewOf, ruleOf, stateOf } from './recycling.fixture.ts'

function drawer(file: RecycledFile, { ok = true, busy = false } = {}) {
  const calls = stubCalls(() => previewOf(7))
  const saved: (readonly RecycleRule[] | 'default')[] = []
  let closed = 0
  const user = open(
    <OwnDrawer
      file={file}
      state={stateOf()}
      busy={busy}
      onSave={async (rules) => {
        saved.push(rules)
        return ok
      }}
      onDefault={async () => {
        saved.push('default')
        return ok
      }}
      onClose={() => void closed++}
    />,
  )
  const save = () => screen.getByRole('button', { name: 'Lưu luật riêng' })
  const most = () => screen.getAllByRole('textbox').find((box) => (box as HTMLInputElement).value === '3')
  return { calls, user, saved, closed: () => closed, save, most }
}
const fileWithRules = fileOf({
  mode: 'own',
  rules: [ruleOf('REJECTED'), ruleOf('KBM', { within_days: 9 }), ruleOf('KEEP'), ruleOf('KLLĐ')],
})

test('D3-REC-01: a file without own rules starts with the default rules, which may be saved as its own', async () => {
  const { user, saved, closed, save } = drawer(fileOf())
  expect(reading().text).toContain('T10.xlsx')
  expect(reading().buttons).not.toContain('Về mặc định')
  await user.click(save())
  expect(saved).toEqual([stateOf().rules])
  await waitFor(() => expect(closed()).toBe(1))
})

test('D3-REC-01: a file with own rules shows them, and can be saved only after a change', async () => {
  const { user, saved, save, most } = drawer(fileWithRules)
  expect(reading().off['Lưu luật riêng']).toBe('Chưa sửa gì')
  const box = most()
  if (!box) throw new Error('no box')
  await user.clear(box)
  await user.type(box, '5{Enter}')
  await user.click(save())
  expect(saved).toEqual([
    [ruleOf('KBM', { within_days: 9, most: 5 }), ruleOf('KLLĐ'), ruleOf('KEEP'), ruleOf('REJECTED')],
  ])
})

test('D3-REC-01: an invalid cell is marked and keeps the button off', async () => {
  const { user, saved, save, most } = drawer(fileWithRules)
  const box = most()
  if (!box) throw new Error('no box')
  await user.clear(box)
  await user.type(box, '99{Enter}')
  expect(screen.getByRole('alert').textContent).toContain('Từ 2 đến 10 lần')
  expect(reading().off['Lưu luật riêng']).toBe('Sửa 1 ô sai để lưu')
  await user.click(save())
  expect(saved).toEqual([])
})

test('D3-REC-01: the file returns to the default rules; the drawer stays open when that is refused', async () => {
  const { user, saved, closed } = drawer(fileWithRules, { ok: false })
  await user.click(screen.getByRole('button', { name: 'Về mặc định' }))
  expect(saved).toEqual(['default'])
  expect(closed()).toBe(0)
})

test('D3-REC-01: the preview counts what the rules bring back today for this file', async () => {
  const { calls } = drawer(fileWithRules)
  await screen.findByText(/số về hôm nay/)
  expect(calls.find(({ path }) => path.endsWith('/xemtruoc'))?.body).toMatchObject({
    file_id: 'f1',
    mode: 'own',
  })
})

test('closing asks when something was typed', async () => {
  const { user, closed, most } = drawer(fileWithRules)
  const box = most()
  if (!box) throw new Error('no box')
  await user.clear(box)
  await user.type(box, '5{Enter}')
  const close = () => user.click(screen.getByRole('button', { name: 'Đóng' }))
  const answer = async (name: string) => {
    const question = (await screen.findByText('Đóng mà không lưu')).closest<HTMLElement>('[role="dialog"]')
    if (question) await user.click(within(question).getByRole('button', { name }))
  }
  await close()
  await answer('Nhập tiếp')
  expect(closed()).toBe(0)
  await close()
  await answer('Không lưu')
  await waitFor(() => expect(closed()).toBe(1))
})

test('closing does not ask when nothing was typed', async () => {
  const { user, closed } = drawer(fileWithRules)
  await user.click(screen.getByRole('button', { name: 'Đóng' }))
  await waitFor(() => expect(closed()).toBe(1))
})
