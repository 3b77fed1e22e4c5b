/** 'Cần xem': why each is on it, and what its button opens (D3-FLR-01, D3-FLR-02). */
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { floorOf, personOf } from '#test/floor-person.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { Ticking } from './elapsed.tsx'
import { WatchList } from './watch-list.tsx'

function list(people: FloorPerson[], overdue = 0) {
  const opened: unknown[][] = []
  const floor = floorOf(people)
  const user = open(
    <Ticking>
      <WatchList
        floor={{ ...floor, sums: { ...floor.sums, overdue } }}
        open={(...args) => void opened.push(args)}
      />
    </Ticking>,
  )
  return { opened, user }
}
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const since = new Date(Date.now() - 65 * 60_000).toISOString()
const inHand = { customer: 'c', version: 1, phone: '******678' }

beforeEach(() => signIn(actorOf(4)))

test('D3-FLR-01: each reason has its text: a number held too long, a person not begun, numbers running out, a person idle', () => {
  list([
    personOf('a', { fullname: 'An', help: ['forgotten'], inHand, since }),
    personOf('b', { fullname: 'Bình', help: ['absent'], left: 1_198 }),
    personOf('c', { fullname: 'Chi', help: ['absent'], left: 0, promised: 1_003 }),
    personOf('d', { fullname: 'Dũng', help: ['ending'], left: 4, endsAt: '2026-11-02T04:30:00.000Z' }),
    personOf('e', { fullname: 'Em', help: ['ending'], left: 0 }),
    personOf('f', { fullname: 'Phú', help: ['idle'], left: 1_009, since }),
  ])
  const [held, away, promised, ending, ended, idle] = lines()
  expect(held).toMatch(/^An giữ \*{6}6781 giờ 05, chưa ghi kết quảNhả số$/)
  expect(away).toBe('Bình chưa vào caCòn 1,198 sốBàn giao')
  expect(promised).toBe('Chi chưa vào caCòn 0 số, 1,003 lịch hẹnXem')
  expect(ending).toBe('Dũng hết số lúc 11:30Còn 4 sốThêm số')
  expect(ended).toBe('Em hết sốCòn 0 sốThêm số')
  expect(idle).toMatch(/^Phú rảnh 1 giờ 05Còn 1,009 sốXem$/)
})

test('D3-FLR-01: of several reasons the first counts; late appointments are one line for all', () => {
  list(
    ['a', 'b', 'c', 'd', 'e'].map((name, index) =>
      personOf(name, { help: index === 0 ? ['overdue', 'idle', 'ending'] : ['overdue'], overdue: index + 1 }),
    ),
    15,
  )
  expect(lines()).toEqual([expect.stringMatching(/^a rảnh/), '15 lịch hẹn trễe 5, d 4, c 3, và 2 ngườiXem'])
  expect(screen.getByText('2')).toBeTruthy()
})

test('D3-FLR-02: the button opens the person with the suggested help, or with nothing chosen', async () => {
  const { opened, user } = list([
    personOf('b', { help: ['absent'], left: 5 }),
    personOf('f', { help: ['idle'], left: 9 }),
  ])
  await user.click(screen.getByRole('button', { name: 'Bàn giao' }))
  await user.click(screen.getByRole('button', { name: 'Xem' }))
  expect(opened).toEqual([
    ['b', 'handOver'],
    ['f', null],
  ])
})

test('D3-FLR-01: late appointments open the care log for readers who may see it', async () => {
  const late = [personOf('e', { help: ['overdue'], overdue: 5 })]
  list(late, 5)
  const link = within(screen.getByRole('listitem')).getByRole('link', { name: 'Xem' })
  expect(link.getAttribute('href')).toMatch(/lich_hen=tre/)
})

test('D3-FLR-01: in a shortened list the line of late appointments includes those of the people left out', () => {
  list([personOf('b', { fullname: 'Bình', help: ['absent'], left: 5 })], 4)
  expect(lines()[1]).toBe('4 lịch hẹn trễ4 của người ngoài danh sáchXem')
  expect(screen.getByText('2')).toBeTruthy()
  document.body.innerHTML = ''
  list([personOf('e', { help: ['overdue'], overdue: 3 })], 1_005)
  expect(lines()).toEqual(['1,005 lịch hẹn trễe 3, 1,002 của người ngoài danh sáchXem'])
})
