/** Numbers that change hands from the floor: by drag, by keys, everything of who is away, and more from the split (D3-FLR-02). */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { texts, type FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { floorOf, threePeople } from '#test/floor-person.ts'
import { stubCalls, written, type Sent } from '#test/sent.ts'
import { notices, open, windowOf } from '#platform/app/web/shell/page.fixture.tsx'
import { FloorView } from './floor-view.tsx'

const people = threePeople()
const staffOf = ({ id, fullname }: FloorPerson): Staff => ({
  id,
  username: id,
  fullname,
  role_priority: 5,
  brand_id: 'chinhanh1',
  brand: { id: 'chinhanh1', username: 'chinhanh1' },
  group_id: 'leader11',
})

/** The floor, where Bình alone runs out soon, or nobody. */
async function floor(soon = true): Promise<{ user: UserEvent; sent: Sent[]; toasts: string[] }> {
  // A desk's window, with the panel beside the table.
  windowOf()
  const toasts = notices()
  const plan = [{ id: 'binh', username: 'binh', fullname: 'Bình', numbers: 60, appointments: 3 }]
  const sent = stubCalls((path, { method, body }) => {
    if (path.startsWith('/api/v1/users/')) return { values: people.map(staffOf), count: people.length }
    if (path.endsWith('/bangiao') && method === 'GET')
      return { numbers: 60, appointments: 3, soon: soon ? plan : [] }
    if (method === 'GET') return floorOf(people)
    const numbers = Number(body?.numbers ?? 60)
    return {
      numbers,
      appointments: 0,
      to: [{ handover: 'h', username: 'binh', fullname: 'Bình', numbers, appointments: 0 }],
    }
  })
  const user = open(
    <div id="work">
      <FloorView />
    </div>,
  )
  await screen.findByRole('row', { name: /^Bình/ })
  return { user, sent, toasts }
}
const row = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(`^${name}`) })
const panel = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name })

test('dropping a row onto another one suggests moving half of its numbers to that person; dropping it onto itself does nothing', async () => {
  const { user, sent } = await floor()
  const dataTransfer = { effectAllowed: '', setData: () => undefined }
  fireEvent.dragStart(row('An'), { dataTransfer })
  // What takes a drop prevents what the browser does with it.
  for (const [name, takes] of [
    ['An', false],
    ['Bình', true],
  ] as const)
    expect([name, !fireEvent.dragOver(row(name), { dataTransfer })]).toEqual([name, takes])
  fireEvent.drop(row('An'), { dataTransfer })
  fireEvent.dragStart(row('An'), { dataTransfer })
  fireEvent.drop(row('Bình'), { dataTransfer })
  const move = within(await panel('An')).getByRole('region', { name: 'Chuyển số' })
  within(move).getByRole('button', { name: /^Chuyển cho Bình/ })
  await user.click(within(move).getByRole('button', { name: 'Chuyển' }))
  await waitFor(() =>
    expect(written(sent)).toEqual([['POST /api/v1/sangoi/an/chuyen', { to: 'binh', numbers: 70 }]]),
  )
})

test('numbers move by keyboard alone: the row, C, how many, and Enter; then the focus is on the row again', async () => {
  const { user, sent, toasts } = await floor()
  within(row('An')).getByRole('button', { name: /^An/ }).focus()
  await user.keyboard('c')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Số lượng'))
  await user.keyboard('25{Enter}')
  await waitFor(() => expect(toasts).toEqual(['Đã chuyển 25 số cho Bình']))
  expect(written(sent).map(([, body]) => body)).toEqual([{ to: 'binh', numbers: 25 }])
  expect(document.activeElement?.textContent).toMatch(/^An/)
})

test('all numbers of an absent person go in two clicks to those who run out soon', async () => {
  const { user, sent } = await floor()
  const aside = screen.getByRole('complementary', { name: 'Người cần xem' })
  await user.click(within(aside).getByRole('button', { name: 'Bàn giao' }))
  const form = within(await panel('Chi')).getByRole('region', { name: 'Bàn giao' })
  await within(form).findByText('Bình +60')
  await user.click(within(form).getByRole('button', { name: 'Bàn giao' }))
  await waitFor(() => expect(written(sent)).toEqual([['POST /api/v1/sangoi/chi/bangiao', {}]]))
})

test('B and Enter hand over, without a list of people covering the button', async () => {
  const { user, sent } = await floor()
  within(row('Chi')).getByRole('button', { name: /^Chi/ }).focus()
  await user.keyboard('b')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Bàn giao cho/))
  await screen.findByText('Bình +60')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await waitFor(() => expect(written(sent)).toEqual([['POST /api/v1/sangoi/chi/bangiao', {}]]))
})

test('when nobody runs out soon Enter says that somebody must be chosen, and sends nothing', async () => {
  const { user, sent } = await floor(false)
  within(row('Chi')).getByRole('button', { name: /^Chi/ }).focus()
  await user.keyboard('b')
  await screen.findByRole('button', { name: 'Bàn giao cho Chọn người nhận' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Bàn giao cho/))
  await user.keyboard('{Enter}')
  await screen.findByText(texts.noRecipient)
  expect(written(sent)).toEqual([])
})

test("'Chia thêm số' opens the split", async () => {
  const { user } = await floor()
  await user.click(screen.getByRole('button', { name: 'Chia thêm số' }))
  expect(location.pathname).toBe('/sys/chiadata')
})
