/** What is done in a line of the split: opened, typed, shared evenly, asked why (D1-SPLIT-05 to 09). */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SplitNode } from '#subjects/numbers/contract/calls/split.ts'
import { WithState, open } from '#platform/app/web/shell/page.fixture.tsx'
import { branchesOf, type Draft } from './split-model.ts'
import { rowsOf, type View } from './split-rows.ts'
import { SplitTableRow } from './split-row.tsx'

const node = (
  username: string,
  level: SplitNode['level'],
  parent: string | null,
  quantity: number | null,
  overrides: Partial<SplitNode> = {},
): SplitNode => ({
  id: username,
  username,
  fullname: username.toUpperCase(),
  level,
  parent,
  locked: false,
  received: 1_500,
  called: 1_100,
  open: 130,
  left: 270,
  blocked: 0,
  free: quantity ?? 0,
  quantity,
  ...overrides,
})
const tree = [
  node('cn1', 'branch', null, 100),
  node('l1', 'leader', 'cn1', 60),
  node('s1', 'sale', 'l1', 30, { blocked: 4 }),
  node('s2', 'sale', 'l1', 0, { locked: true, open: 0, called: 0 }),
]

/** The tree with everything closed, as somebody who sets all quantities has it. */
function table(overrides: { refused?: Record<string, string>; maySet?: boolean } = {}) {
  const done: unknown[] = []
  const first: { view: View; draft: Draft } = { view: { below: new Map(), folded: new Set() }, draft: {} }
  const user = open(
    <WithState first={first}>
      {({ view, draft }, set) => (
        <table>
          <tbody>
            {rowsOf(branchesOf(tree, draft), view).map((row) => (
              <SplitTableRow
                key={row.branch.node.id}
                row={row}
                tools={{
                  view,
                  setView: (next) => set({ view: next, draft }),
                  maySet: () => overrides.maySet ?? true,
                  refused: overrides.refused ?? {},
                  put: (part) => {
                    done.push(part)
                    const next = Object.entries({ ...draft, ...part }).filter(
                      ([, text]) => text !== undefined,
                    )
                    set({ view, draft: Object.fromEntries(next) as Draft })
                  },
                  even: (branch) => void done.push(['even', branch.node.username]),
                  onExplain: (username) => void done.push(['why', username]),
                }}
              />
            ))}
          </tbody>
        </table>
      )}
    </WithState>,
  )
  return { done, user }
}
const line = (name: string) => {
  const row = screen.queryByText(name.toUpperCase())?.closest('tr')
  return row && within(row)
}
const lines = () =>
  ['cn1', 'l1', 's1', 's2'].filter((name) => line(name) !== null && line(name) !== undefined)
const button = (name: string) => screen.getByRole('button', { name })
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Số lượng của ${name}` })

test('D1-SPLIT-06: the arrow opens leaders and their people, a leader folds separately, a second click closes', async () => {
  const { user } = table()
  expect(lines()).toEqual(['cn1'])
  await user.click(button('Mở cn1'))
  expect(lines()).toEqual(['cn1', 'l1', 's1', 's2'])
  expect(line('l1')?.getByText('2 nhân viên')).toBeTruthy()
  await user.click(button('Đóng l1'))
  expect(lines()).toEqual(['cn1', 'l1'])
  await user.click(button('Đóng cn1'))
  expect(lines()).toEqual(['cn1'])
})

test('D1-SPLIT-06: a branch lists its salespeople without their leaders, and marks which list is open', async () => {
  const { user } = table()
  await user.click(button('DS Saleman cn1'))
  expect(lines()).toEqual(['cn1', 's1', 's2'])
  expect(button('DS Saleman cn1').getAttribute('aria-pressed')).toBe('true')
  await user.click(button('DS Leader cn1'))
  expect(lines()).toEqual(['cn1', 'l1', 's1', 's2'])
  await user.click(button('DS Leader cn1'))
  expect(lines()).toEqual(['cn1'])
})

test('D1-SPLIT-08: a typed quantity is set for its account; an excess is shown, and Esc reverts it', async () => {
  const { done, user } = table()
  await user.click(button('Mở cn1'))
  await user.clear(box('l1'))
  await user.type(box('l1'), '1200')
  expect(done.at(-1)).toEqual({ l1: '1,200' })
  expect(line('cn1')?.getByRole('alert').textContent).toContain('Vượt')
  expect(box('cn1').getAttribute('aria-invalid')).toBe('true')
  await user.keyboard('{Escape}')
  expect(done.at(-1)).toEqual({ l1: undefined })
  expect(box('l1').value).toBe('60')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('D1-SPLIT-08: an invalid quantity is marked beside its box', async () => {
  const { user } = table()
  await user.clear(box('cn1'))
  await user.type(box('cn1'), '12x')
  expect(line('cn1')?.getByText('Phải là số nguyên từ 0')).toBeTruthy()
  expect(box('cn1').getAttribute('aria-invalid')).toBe('true')
})

test('D1-Q-125: a user who may not set a quantity only reads it', () => {
  table({ maySet: false })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(line('cn1')?.getByText('100')).toBeTruthy()
})

test('D1-SPLIT-08: a refusal is shown at its account, and its box is marked', async () => {
  const { user } = table({ refused: { s1: 'Vừa bị khoá' } })
  await user.click(button('Mở cn1'))
  expect(line('s1')?.getByRole('alert').textContent).toBe('Vừa bị khoá')
  expect(box('s1').getAttribute('aria-invalid')).toBe('true')
  expect(box('l1').getAttribute('aria-invalid')).toBeNull()
})

test('D1-SPLIT-07: the used numbers open the details of the received ones', async () => {
  const { user } = table()
  await user.click(button('Mở cn1'))
  const used = (name: string) => line(name)?.getByTitle('Xem số đã nhận')
  expect(used('s1')?.textContent).toBe('1,230')
  expect(used('s2')?.textContent).toBe('0')
  const pressed = used('s1')
  if (pressed) await user.click(pressed)
  const all = (await screen.findByRole('dialog')).textContent
  expect(all).toBe('Đã nhận1,500Đã gọi1,100Đang giữ130Còn lại270Trong blacklist4')
})

test('D3-ORG-07: numbers are shared evenly below an account that has some; an active salesperson shows why no number comes', async () => {
  const { done, user } = table()
  await user.click(button('Mở cn1'))
  await user.click(button('Chia đều 60 số của l1'))
  await user.click(line('s1')?.getByRole('button', { name: / s1$/ }) ?? document.body)
  expect(done).toEqual([
    ['even', 'l1'],
    ['why', 's1'],
  ])
  expect(line('s2')?.queryByRole('button', { name: / s2$/ })).toBeNull()
  expect(line('s2')?.getByText('Đã dừng')).toBeTruthy()
})
