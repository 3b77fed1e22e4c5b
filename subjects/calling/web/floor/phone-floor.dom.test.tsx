/** The floor on a leader's phone: who needs help with one button, everybody else by name (D3-FLR-01, D3-FLR-02). */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Floor, FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { floorOf, personOf, threePeople } from '#test/floor-person.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { PhoneFloor } from './phone-floor.tsx'
import type { PanelState } from './use-open-panel.ts'

const inHand = { customer: 'c', version: 1, phone: '****5678' }
const forgetful = personOf('dung', { fullname: 'Dũng', help: ['forgotten'], inHand, left: 9 })
const late = personOf('em', { fullname: 'Em', help: ['overdue'], overdue: 2, left: 1_200 })
const gone = personOf('gia', { fullname: 'Gia', help: ['absent'], state: 'absent', left: 0 })

/** The floor of these people; whom it opened, and with what. */
function floor(people: FloorPerson[], overrides: Partial<Floor> = {}) {
  const opened: unknown[][] = []
  const panels = { panel: null, open: async (...args: unknown[]) => void opened.push(args) }
  const user = open(
    <PhoneFloor floor={floorOf(people, overrides)} panels={panels as unknown as PanelState} />,
  )
  return { opened, user }
}
const cards = () => screen.getAllByRole('list').map((list) => within(list).queryAllByRole('listitem'))
const text = (items: HTMLElement[] | undefined) => items?.map(({ textContent }) => textContent ?? '') ?? []

test('D3-FLR-02: each person who can be helped is a card with the best action, and the others behind the dots', async () => {
  const { opened, user } = floor([forgetful, ...threePeople()])
  expect(text(cards()[0])).toEqual([
    expect.stringContaining('Dũng'),
    expect.stringContaining('Bình'),
    expect.stringContaining('Chi'),
  ])
  for (const name of ['Nhả số', 'Thêm số', 'Bàn giao 60 số', 'Thao tác khác, Dũng'])
    await user.click(screen.getByRole('button', { name }))
  expect(opened).toEqual([
    ['dung', 'release'],
    ['binh', 'move'],
    ['chi', 'handOver'],
    ['dung', null],
  ])
})

test('D3-FLR-01: a person whose problem no button solves is a line with the problem, which opens by a click', async () => {
  const { opened, user } = floor([late, gone])
  expect(cards()[0]).toEqual([])
  const [first, second] = text(cards()[1])
  expect(first).toContain('2 hẹn trễ')
  expect(second).toContain('còn 0 số')
  await user.click(screen.getByRole('button', { name: /^Em/ }))
  expect(opened).toEqual([['em', null]])
})

test('D3-FLR-01: the other tab lists everybody by name, without help buttons', async () => {
  const { opened, user } = floor([late, forgetful, ...threePeople()], { more: true })
  const allButton = screen.getByRole('button', { name: /^Cả nhóm/ })
  expect(screen.getByRole('button', { name: /^Cần giúp/ }).textContent).toBe('Cần giúp 4')
  expect([allButton.textContent, allButton.getAttribute('aria-pressed')]).toEqual(['Cả nhóm 5', 'false'])
  await user.click(allButton)
  expect(allButton.getAttribute('aria-pressed')).toBe('true')
  expect(cards()[0]).toEqual([])
  expect(text(cards()[1]).map((line) => line.slice(0, 2))).toEqual(['An', 'Bì', 'Ch', 'Dũ', 'Em'])
  expect(text(cards()[1])[0]).toContain('còn 140 số')
  await user.click(screen.getByRole('button', { name: /^An/ }))
  expect(opened).toEqual([['an', null]])
  expect(screen.getByText(/^Chỉ hiện/)).toBeTruthy()
})

test('D3-FLR-01: the sums above are those of the whole floor, not of the shown people', () => {
  const { sums } = floorOf([])
  floor(threePeople(), {
    sums: { ...sums, people: 60, overdue: 1_300, left: 2_040, states: { ...sums.states, calling: 7 } },
  })
  expect(reading().text).toMatch(/^7 đang gọi 0 đồng ý 10 ?h 1,300 hẹn trễ 2,040 số còn/)
  expect(screen.getByRole('button', { name: 'Cả nhóm 60' })).toBeTruthy()
})

test('D3-FLR-01: a person who runs out of numbers soon is shown with the time', () => {
  floor([
    personOf('binh', { fullname: 'Bình', help: ['ending'], left: 4, endsAt: '2026-11-23T04:30:00.000Z' }),
  ])
  expect(reading().text).toContain('hết số 11:30')
})

test('D3-FLR-01: when nobody needs help the screen says so; more numbers are given out on the split screen', async () => {
  const { user } = floor([personOf('an', { fullname: 'An' })])
  expect(screen.getByText('Không ai cần giúp')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Chia thêm số' }))
  expect(location.pathname).toBe('/sys/chiadata')
})
