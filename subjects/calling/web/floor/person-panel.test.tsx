/** Forms that move numbers between people, and the list of who needs a hand. */
import { beforeEach, expect, test } from 'vitest'
import { planHandover, type Floor, type FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import { personOf } from '#test/floor-person.ts'
import { queryClient } from '#kit/web/query.ts'
import { answered, read, signIn, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import { floorKey } from './floor-data.ts'
import { FloorTable } from './floor-table.tsx'
import { HandOverForm } from './hand-over-form.tsx'
import { MoveForm } from './move-form.tsx'
import type { PanelProps } from './panel-part.tsx'
import { ReleaseForm } from './release-form.tsx'
import { sectionsOf, type View } from './sections.ts'
import { WatchList } from './watch-list.tsx'

const nothing = (): void => undefined
const person = personOf('me', { fullname: 'Cao Nhật Nam', left: 1_201 })
const beside = personOf('beside', { left: 5 })
const rich = personOf('rich', { left: 140 })

const props = (of: FloorPerson, to: string | null = null): PanelProps =>
  ({
    person: of,
    people: [of, beside, rich],
    at: '',
    panel: { id: of.id, task: null, to },
    onDone: nothing,
  }) as unknown as PanelProps

beforeEach(() => {
  queryClient.clear()
  signIn()
})

const value = ({ html }: Reading, label: string): string | undefined =>
  new RegExp(`<input[^>]*aria-label="${label}"[^>]*>`).exec(html)?.[0].match(/value="([^"]*)"/)?.[1]

test("D3-FLR-02: the panel suggests moving half of a person's numbers to the one with the fewest", () => {
  const form = read(<MoveForm {...props(person)} />)
  expect(form.text).toContain('Chuyển số 1,201 số chưa gọi')
  expect(value(form, 'Số lượng')).toBe('601')
  expect(form.buttons).toContain('Chuyển')
})

test('D3-FLR-02: a person who runs out gets half of the numbers of the one with the most; a person without numbers gives none', () => {
  const poor = read(<MoveForm {...props(personOf('me', { left: 0 }))} />)
  expect(poor.text).toContain('Thêm số 0 số chưa gọi')
  expect(value(poor, 'Số lượng')).toBe('70')
  expect(poor.buttons).toContain('Lấy')
  // Numbers that were dragged onto somebody come from this person.
  expect(read(<MoveForm {...props(personOf('me', { left: 0 }), 'rich')} />).text).toBe('')
})

test('D3-FLR-02: all numbers of an absent person go to those who run out soon, as planned', () => {
  const away = personOf('me', { left: 1_198, promised: 3 })
  const soon = [
    { id: 'a', fullname: 'Lan', numbers: 1_000 },
    { id: 'b', fullname: 'Hoa', numbers: 198 },
  ]
  answered(floorKey, planHandover, { id: 'me' }, { soon } as never)
  const { text } = read(<HandOverForm {...props(away)} />)
  expect(text).toContain('Bàn giao 1,198 số, 3 lịch hẹn')
  expect(text).toContain('Lan +1,000, Hoa +198')
  expect(text).toContain('Người sắp hết số')
  answered(floorKey, planHandover, { id: 'me' }, { soon: [] } as never)
  expect(read(<HandOverForm {...props(away)} />).text).toContain('Chọn người nhận')
  expect(read(<HandOverForm {...props(personOf('me', { left: 0 }))} />).text).toBe('')
  expect(read(<HandOverForm {...props(personOf('me', { left: 0, promised: 1 }))} />).text).toContain(
    '1 lịch hẹn',
  )
})

test('D3-FLR-02: a forgotten number is released with a reason, and the person is notified by given name', () => {
  const inHand = { customer: 'c', version: 1, phone: '****5678' }
  const { text, ticked, html } = read(<ReleaseForm {...props(person)} inHand={inHand} />)
  expect(text).toContain('Báo Nam ngay, số về lại chỗ cũ')
  expect(ticked).toEqual(['forgot'])
  // A reason of one's own has a box of its own, once it is chosen.
  expect(html).not.toContain('placeholder="Lý do"')
})

const floorOf = (people: FloorPerson[], overdue = 0): Floor =>
  ({
    at: '2026-11-02T03:00:00.000Z',
    hourStart: '2026-11-02T03:00:00.000Z',
    people,
    groups: [{ id: 'leader11', username: 'leader11', fullname: 'Tổ một' }],
    sums: { ...sectionsSum(people), people: people.length, overdue },
  }) as unknown as Floor
const sectionsSum = (people: FloorPerson[]) => ({
  hour: { calls: 0, reached: 0, agreed: 0 },
  day: { calls: 77, reached: 0, agreed: 0 },
  idleSeconds: 0,
  left: people.reduce((sum, { left }) => sum + left, 0),
})

test('D3-FLR-01: each person who needs help shows why and the suggested help', () => {
  const inHand = { customer: 'c', version: 1, phone: '912345678' }
  const people = [
    personOf('a', { fullname: 'An', help: ['forgotten'], inHand, since: '2026-11-02T02:00:00.000Z' }),
    personOf('b', { fullname: 'Bình', help: ['absent'], left: 1_198, promised: 3 }),
    personOf('c', { fullname: 'Chi', help: ['ending'], left: 4, endsAt: '2026-11-02T04:30:00.000Z' }),
    personOf('d', { fullname: 'Dũng', help: ['overdue', 'idle'], left: 9, overdue: 2 }),
    personOf('e', { fullname: 'Em', help: ['ending'], left: 0 }),
    personOf('f', { fullname: 'Phú' }),
  ]
  const { text, buttons } = read(<WatchList floor={floorOf(people, 2)} open={nothing} />)
  expect(text).toMatch(/An giữ 0912345678 .*chưa ghi kết quả/)
  expect(text).toContain('Bình chưa vào ca Còn 1,198 số, 3 lịch hẹn')
  expect(text).toContain('Chi hết số lúc 11:30 Còn 4 số')
  expect(text).toContain('Em hết số Còn 0 số')
  expect(text).toMatch(/Dũng rảnh .*Còn 9 số/)
  expect(text).toContain('2 lịch hẹn trễ Dũng 2')
  expect(text).not.toContain('Phú')
  expect(text).toContain('Cần xem 6')
  expect(buttons).toEqual(['Nhả số', 'Bàn giao', 'Thêm số', 'Xem', 'Thêm số'])
  expect(read(<WatchList floor={floorOf([])} open={nothing} />).text).toContain('Không ai cần giúp lúc này')
})

test('D3-FLR-01: sections show their people, reasons and sums, the footer those of everybody', () => {
  const people = [
    personOf('a', { help: ['ending', 'idle'], left: 4 }),
    personOf('b', { group: null, left: 1_000 }),
  ]
  const table = (view: View, wide = true): Reading => {
    const floor = floorOf(people)
    return read(
      <FloorTable
        floor={floor}
        sections={sectionsOf(floor, view)}
        view={view}
        wide={wide}
        current={{ id: 'a', choose: nothing } as never}
        panels={{ panel: null, open: nothing } as never}
        dragging={{ from: null, over: null } as never}
      />,
    )
  }
  const help = table('help')
  expect(help.text).toMatch(/Cần giúp 1 .*Đang ổn 1 theo tên/)
  expect(help.rows.at(-1)).toEqual(expect.arrayContaining(['Tất cả 2 người', '77', '1,004']))
  const group = table('group')
  expect(group.text).toMatch(/Tổ một leader11 1 người .*Ngoài nhóm 1 người/)
  expect(group.rows.find(([name]) => name === 'Ngoài nhóm')).toContain('1,000')
  expect(table('name').text).not.toMatch(/theo tên|1 người/)
  // The first step is a word where there is room, else behind the dots.
  expect(help.buttons).toContain('Thêm số')
  expect(table('help', false).buttons).toContain('Thao tác, a')
})
