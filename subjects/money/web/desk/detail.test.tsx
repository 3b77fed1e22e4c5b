/** The right side of the desk. */
import { expect, test } from 'vitest'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { relativeTime } from '#platform/contract/relative-time.ts'
import { Detail } from './detail.tsx'
import { deskOf, itemOf } from './item.fixture.ts'

const rows = ['a', 'b', 'c'].map((id) =>
  itemOf(id, { fields: { number_phone: '912345678', refund_price: 9 } }),
)
const [first] = rows
if (!first) throw new Error('no row')

const detail = (index: number, item = first, overrides: Parameters<typeof deskOf>[1] = {}) =>
  read(
    <Detail
      {...deskOf(rows, { current: { index, item, choose: () => undefined }, total: 1_200, ...overrides })}
      item={item}
    />,
  )

test('D3-APR-02: the detail shows number, requester with user name, time, and the position among all waiting rows', () => {
  const { text } = detail(1)
  expect(text).toContain('0912345678')
  const since = relativeTime(first.row.since, new Date())
  expect(text).toContain(`Cao Nhật Nam sale111 ${since} 2 / 1,200`)
})

test('D3-APR-02: a user name equal to the name is not repeated; a row without a number says so', () => {
  const bare = itemOf('d', { fullname: null, username: 'sale112' })
  const { text } = detail(0, bare)
  expect(text).toContain('Chưa có số')
  expect(text.match(/sale112/g)).toHaveLength(1)
})

test('D3-APR-03: the arrow keys stop at the first and at the last row', () => {
  expect(Object.keys(detail(0).off)).toEqual(['Đơn trước'])
  expect(Object.keys(detail(1).off)).toEqual([])
  expect(Object.keys(detail(2).off)).toEqual(['Đơn sau'])
})

test('D3-DEC-05: a row decided by somebody else has no decision buttons', () => {
  expect(detail(0).buttons).toEqual(expect.arrayContaining(['Duyệt A', 'Từ chối R']))
  const gone = detail(0, first, { isGone: () => true })
  expect(gone.text).toContain('Đã có người xử lý')
  expect(gone.buttons.filter((name) => /Duyệt|Từ chối/.test(name))).toEqual([])
})

test('D3-APR-02: what is cut of the line of facts is told by its title, the time with its seconds', () => {
  const title = /class="[^"]*" title="([^"]*02-11-2026[^"]*)"/.exec(detail(0).html)?.[1]
  expect(title).toBe('0912345678, Cao Nhật Nam, sale111, 02-11-2026 09:00:00')
})

test('D3-APR-03: the place of the warnings says that there is none, also below two approvals; no warning is left out', () => {
  expect(detail(0).text).toContain('Không có cảnh báo')
  const second = itemOf('e', { fields: { luot_duyet: 1 } })
  expect(detail(0, second).text).toContain('Cần hai người duyệt, chưa ai duyệt Không có cảnh báo')
  const warnings = ['Một: a', 'Hai: b', 'Ba', 'Bốn']
  const { text } = detail(0, itemOf('f', { warnings }))
  for (const warning of warnings) expect(text).toContain(warning)
  expect(text).not.toContain('Không có cảnh báo')
})
