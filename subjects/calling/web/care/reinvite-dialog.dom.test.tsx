/** What 'Mời lại theo bộ lọc' would do, before it does it. */
import { expect, test } from 'vitest'
import { reinviteTexts, type ReinviteStep } from '#subjects/calling/contract/calls/reinvite-all.ts'
import { readOpen as read } from '#platform/app/web/shell/page.fixture.tsx'
import { ReinviteDialog } from './reinvite-dialog.tsx'

const step: ReinviteStep = {
  id: 's',
  by: 'quanly',
  at: '2026-11-02T02:00:00.000Z',
  filter: {},
  state: 'counted',
  total: 1_200,
  done: 0,
  restored: 0,
  passed: 0,
  stayed: 0,
  stays: [],
  results: [],
  locked: [],
  callers: 3,
  msg: null,
  undoable: false,
}
const dialog = (overrides: Partial<ReinviteStep> = {}) =>
  read(
    <ReinviteDialog step={{ ...step, ...overrides }} onClose={() => undefined} onHistory={() => undefined} />,
  )

test('D3-REC-04: the dialog counts what moves and what stays before anything is done', () => {
  const { text, buttons } = dialog({
    stays: [
      { reason: 'blacklist', n: 30 },
      { reason: 'hand', n: 4 },
    ],
  })
  expect(text).toContain('1,234 số')
  expect(text).toContain('1,200 số, 3 người gọi')
  expect(text).toMatch(/Ở lại 34 số .*Trong blacklist 30 .*Đang trong tay một người 4/)
  expect(buttons).toContain('Mời lại 1,200 số')
})

test('D3-REC-04: without a number to move the step cannot start, and no callers are named', () => {
  const { off, text } = dialog({ total: 0, callers: 0 })
  expect(off).toEqual({ 'Mời lại': reinviteTexts.nothing })
  expect(text).toMatch(/Về lại người gọi 0 số Ở lại/)
})

test('D3-REC-04: numbers of locked callers say where they go', () => {
  const locked = [
    { from: 'sale111', to: 'leader11', n: 5 },
    { from: 'sale112', to: null, n: 7 },
  ]
  const { text } = dialog({ locked })
  expect(text).toContain('sale111 đã dừng hoạt động: 5 số chuyển cho leader11')
  expect(text).toContain('sale112 đã dừng hoạt động: 7 số trở về kho số chung của file')
})
