/** A look-up card and the rows of its answer. */
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { read, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import { Card } from './card.tsx'
import { ResultTable, tableText, type ResultColumn } from './result-table.tsx'
import type { LookupOutcome } from './use-lookup.ts'
import type { PhoneLookup } from './use-phone-lookup.ts'

type Row = { goi: string; gia: string }
const columns: ResultColumn<Row>[] = [
  { key: 'goi', title: 'Gói', show: ({ goi }) => goi, copy: true },
  { key: 'gia', title: 'Giá', show: ({ gia }) => gia, numeric: true },
]
const rows = [
  { goi: 'MO90', gia: '90,000' },
  { goi: '', gia: '' },
]

test('D1-Q-159: a copyable value is a button with a label; an empty one is a dash', () => {
  const { rows: lines, buttons, html } = read(<ResultTable label="Gói" columns={columns} rows={rows} />)
  expect(lines).toEqual([
    ['Gói', 'Giá'],
    ['MO90', '90,000'],
    ['-', '-'],
  ])
  expect(buttons).toEqual(['Gói', 'Giá', 'MO90'])
  expect(html).toContain('title="Nhấn để copy: MO90"')
})

test('a table of several pages cannot be sorted, and without rows a text is shown', () => {
  expect(read(<ResultTable paged label="Gói" columns={columns} rows={rows} />).buttons).toEqual(['MO90'])
  expect(read(<ResultTable label="Gói" columns={columns} rows={[]} />).text).toBe(messages.empty)
  expect(tableText(columns, rows)).toBe('Gói\tGiá\nMO90\t90,000\n\t')
  expect(tableText(columns, [])).toBe(messages.empty)
})

type Data = { khong_goi: null; ten: string }
function card(outcome: LookupOutcome<Data>, phone = '0912345678', busy = false): Reading {
  const context = {
    lookup: { outcome, busy, retry: () => undefined },
    phone,
    setPhone: () => undefined,
    ask: () => undefined,
  }
  return read(
    <Card
      number={1}
      title="Gói cước"
      card={context as unknown as PhoneLookup<Data>}
      hint="Nhập số để tra"
      asText={({ ten }) => ten}
    >
      {({ ten }) => <p>{ten}</p>}
    </Card>,
  )
}
const request = { phone: '912345678' }
const outcome = (overrides: object): LookupOutcome<Data> =>
  ({ request, ...overrides }) as unknown as LookupOutcome<Data>

test('a card starts with its hint and sends nothing without a number', () => {
  expect(card(outcome({ state: 'idle' })).text).toContain('Nhập số để tra')
  expect(card(outcome({ state: 'idle' })).buttons).toEqual(['Tra cứu'])
  expect(Object.keys(card(outcome({ state: 'idle' }), '  ').off)).toEqual(['Tra cứu'])
  expect(card(outcome({ state: 'idle' }), '0912345678', true).buttons).toEqual([])
})

test('the answer shows its number and time and can be copied', () => {
  const done = outcome({
    state: 'done',
    data: { khong_goi: null, ten: 'MO90' },
    answeredAt: '2026-11-02T02:00:05.000Z',
  })
  const { text, buttons } = card(done)
  expect(text).toContain('Gói cước 0912345678 lúc 09:00:05')
  expect(text).toContain('MO90')
  expect(buttons).toContain('Copy kết quả Gói cước')
})

test('during a look-up the previous answer stays; a refusal is shown as a notice, an error as an error', () => {
  const waiting = card(outcome({ state: 'waiting', before: { khong_goi: null, ten: 'MO90' } }))
  expect(waiting.text).toContain('Đang chờ nhà mạng trả lời… MO90')
  expect(waiting.buttons).not.toContain('Copy kết quả Gói cước')
  const refused = card(outcome({ state: 'failed', error: new AppError('RATE_LIMITED', 'Quá 60 lượt') }))
  expect(refused.text).toContain('Quá 60 lượt')
  expect(refused.html).toContain('data-calm')
  const broken = card(outcome({ state: 'failed', error: new Error('x') }))
  expect(broken.text).toContain(messages.unknownError)
  expect(broken.html).not.toContain('data-calm')
  expect(broken.buttons).toContain('Thử lại')
})
