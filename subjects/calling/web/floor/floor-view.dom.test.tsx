/** The floor while it is read, opened and closed: what stays where it is, and what a refusal leaves (D3-FLR-01, D3-FLR-02). */
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import type { Floor } from '#subjects/calling/contract/calls/floor.ts'
import { floorOf, personOf, threePeople } from '#test/floor-person.ts'
import { nothingThere, stubCalls, type Sent } from '#test/sent.ts'
import { queryClient, refresh } from '#kit/web/query.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading, windowOf } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { floorKey } from './floor-data.ts'
import { FloorView } from './floor-view.tsx'

const kept: string[] = []
const staff = {
  values: [{ id: 'leader11', username: 'leader11', fullname: 'Tổ một', role_priority: 4 }],
  count: 1,
}

/** The floor as `now` has it at the time it is read. */
function floor(now: () => unknown, search = '') {
  const calls = stubCalls((path) =>
    path.startsWith('/api/v1/users/') ? staff : path.includes('/sangoi') ? now() : nothingThere,
  )
  kept.length = 0
  const tab = { screen: 'floor' as const, active: true, search, keep: (next: string) => void kept.push(next) }
  const user = open(
    <div id="work">
      <TabProvider tab={tab}>
        <FloorView />
      </TabProvider>
    </div>,
  )
  return { calls, user }
}
const read = (calls: readonly Sent[]): string[] =>
  calls.flatMap(({ path }) => (path.includes('/sangoi') ? [path] : []))
const row = (name: string): Promise<HTMLElement> => screen.findByRole('row', { name: new RegExp(`^${name}`) })
/** The people in the order of the table. */
const names = (): (string | null)[] =>
  [...document.querySelectorAll('[data-person]')].map(({ textContent }) => textContent)
const again = () => act(() => refresh(floorKey))

beforeEach(() => {
  queryClient.clear()
  signIn(actorOf(4))
  windowOf()
})

test('D3-FLR-01: the floor shows that it is loading; a refusal is shown and can be retried', async () => {
  let now: () => unknown = () => new Promise(() => undefined)
  const { user } = floor(() => now())
  expect(screen.getByLabelText('Đang tải').getAttribute('aria-busy')).toBe('true')
  queryClient.clear()
  document.body.innerHTML = ''
  now = () => {
    throw new AppError('CONFLICT', 'Chưa đọc được')
  }
  floor(() => now())
  await screen.findByText('Chưa tải được sàn gọi')
  expect(screen.queryByLabelText('Đang tải')).toBeNull()
  now = () => floorOf(threePeople())
  await user.click(screen.getByRole('button', { name: 'Thử lại' }))
  await row('An')
})

test('D3-FLR-01: rows that could not be reloaded stay, and say so', async () => {
  let broken = false
  floor(() => {
    if (broken) throw new AppError('CONFLICT', 'Chưa đọc được')
    return floorOf(threePeople())
  })
  await row('An')
  broken = true
  await again()
  await screen.findByText(/Chưa đọc được/)
  expect(names()).toEqual(['Bình', 'Chi', 'An'])
})

test('D3-FLR-01: a floor without people says so', async () => {
  floor(() => floorOf([]))
  await screen.findByText('Chưa có nhân viên nào ở đây')
  expect(screen.queryByRole('table')).toBeNull()
})

test('D3-FLR-01: a leader first sees people who need help, a manager the groups', async () => {
  floor(() => floorOf(threePeople()))
  await screen.findByText(/^Cần giúp 2/)
  document.body.innerHTML = ''
  queryClient.clear()
  signIn(actorOf(2))
  floor(() => floorOf(threePeople()))
  await screen.findByRole('row', { name: /^Tổ một/ })
  expect(screen.queryByText(/^Cần giúp 2/)).toBeNull()
})

test('D3-FLR-01: the group in the address is loaded; choosing another one loads it and keeps it in the address', async () => {
  signIn(actorOf(2))
  const { calls, user } = floor(() => floorOf(threePeople()), 'group=leader12')
  await row('An')
  expect(read(calls)[0]).toContain('group=leader12')
  await user.click(screen.getByRole('button', { name: /^Nhóm/ }))
  await user.click(await screen.findByRole('option', { name: /Tổ một/ }))
  await waitFor(() => expect(read(calls).at(-1)).toContain('group=leader11'))
  expect(kept).toEqual(['group=leader11'])
  await user.click(screen.getByRole('button', { name: /^Nhóm/ }))
  await user.click(await screen.findByRole('option', { name: 'Tất cả' }))
  await waitFor(() => expect(read(calls).at(-1)).not.toContain('group='))
  expect(kept.at(-1)).toBe('')
})

test('D3-FLR-02: a clicked row opens beside the table and Escape returns the focus to it', async () => {
  const { user } = floor(() => floorOf(threePeople()))
  await user.click(await row('An'))
  const aside = within(screen.getByRole('complementary', { name: 'Người cần xem' }))
  expect(aside.getByRole('region', { name: 'An' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(aside.queryByRole('region', { name: 'An' })).toBeNull())
  expect(document.activeElement?.getAttribute('data-person')).toBe('an')
})

test('D3-FLR-02: a panel that does not fit beside the table opens over it', async () => {
  windowOf('1100px')
  const { user } = floor(() => floorOf(threePeople()))
  await user.click(await row('An'))
  expect(within(await screen.findByRole('dialog')).getByText('An')).toBeTruthy()
  expect(screen.queryByRole('complementary', { name: 'Người cần xem' })).toBeNull()
})

test('D3-FLR-01: while a panel is open the rows keep their order; closing it sorts them again', async () => {
  let people = threePeople()
  const { user } = floor(() => floorOf(people, { mark: String(Math.random()) }))
  await user.click(await row('An'))
  // The pointer alone would hold them too.
  await user.unhover(document.querySelector('table') ?? document.body)
  people = threePeople().map((one) =>
    one.id === 'an' ? { ...one, left: 2, help: ['ending' as const] } : { ...one, help: [] },
  )
  await again()
  await waitFor(() => expect(within(screen.getByRole('row', { name: /^An/ })).getByText('2')).toBeTruthy())
  expect(names()).toEqual(['Bình', 'Chi', 'An'])
  await user.click(screen.getByRole('button', { name: 'Đóng' }))
  await waitFor(() => expect(names()).toEqual(['An', 'Bình', 'Chi']))
})

test('D3-FLR-05: with more people than are shown the open person may leave the list, and the panel stays', async () => {
  const more = (people = threePeople(), cut = true): Floor => floorOf(people, { more: cut })
  let now = more()
  const { user } = floor(() => now)
  expect((await screen.findByText(/^Chỉ hiện/)).textContent).toContain('người cần xem trước')
  await user.click(await row('An'))
  now = more([personOf('binh', { fullname: 'Bình' })])
  await again()
  await waitFor(() => expect(screen.queryByText(/^Chi chưa vào ca/)).toBeNull())
  expect(screen.getByRole('region', { name: 'An' })).toBeTruthy()
  now = more([personOf('binh', { fullname: 'Bình' })], false)
  await again()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'An' })).toBeNull())
})

test('D3-FLR-02: arrow keys and letters move through the rows in the order shown, and stop at the ends', async () => {
  const { user } = floor(() => floorOf(threePeople()))
  await row('An')
  const focusedPerson = () => document.activeElement?.getAttribute('data-person')
  await user.keyboard('j')
  expect(focusedPerson()).toBe('binh')
  await user.keyboard('{ArrowDown}jj')
  expect(focusedPerson()).toBe('an')
  await user.keyboard('k')
  expect(focusedPerson()).toBe('chi')
  expect(document.querySelectorAll('[data-person][tabindex="0"]')).toHaveLength(1)
})

test('D3-FLR-01: a wide window shows the hours of the day and the suggested help as text', async () => {
  windowOf('1600px')
  const { user } = floor(() => floorOf(threePeople()))
  await user.click(within(await row('Chi')).getByRole('button', { name: 'Bàn giao' }))
  expect(await screen.findByRole('region', { name: 'Chi' })).toBeTruthy()
  expect(reading().text).toContain('Theo giờ')
})
