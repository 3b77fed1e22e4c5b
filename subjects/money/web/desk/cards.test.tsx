/** The cards of the evidence: calls, registrations and earlier requests, with people by name. */
import { expect, test } from 'vitest'
import type { DeskCall, DeskCalls, DeskPast } from '#subjects/money/contract/calls/desk.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { relativeTime } from '#platform/contract/relative-time.ts'
import { CallsCard } from './calls-card.tsx'
import { staffNamed } from './item.fixture.ts'
import { LinesCard } from './lines-card.tsx'
import { PastCard } from './past-card.tsx'

const at = '2026-11-02T02:00:00.000Z'
const call = (overrides: Partial<DeskCall> = {}): DeskCall => ({
  id: 'a',
  at,
  username: 'sale111',
  fullname: 'Cao Nhật Nam',
  result: 'REJECTED',
  note: 'Khách dùng gói khác',
  ...overrides,
})
const calls = (overrides: Partial<DeskCalls> = {}) =>
  read(
    <CallsCard
      calls={{
        last: [call()],
        month: 3,
        holders: [{ username: 'sale112', fullname: 'Lý Khánh Huyền' }],
        ...overrides,
      }}
    />,
  )

test('D3-APR-02: the card of calls says when, who, with which result and note, how many in 30 days and who holds the number', () => {
  expect(calls().text).toBe(
    `Cuộc gọi tới số này 3 cuộc trong 30 ngày ${relativeTime(at, new Date())} Cao Nhật Nam Từ chối Khách dùng gói khác Đang giữ trong data Lý Khánh Huyền (sale112)`,
  )
  expect(calls().html).toContain('title="Khách dùng gói khác"')
  expect(calls().html).toContain('title="02-11-2026 09:00:00"')
})

test('D3-APR-02: without calls, names and holders the card says so', () => {
  const { text } = calls({ last: [], month: 0, holders: [] })
  expect(text).toContain('0 cuộc trong 30 ngày Chưa thấy cuộc gọi nào tới số này')
  expect(text).toContain('Đang giữ trong data chưa thấy ai')
  expect(calls({ last: [call({ username: null, fullname: null, note: null })] }).text).toContain(
    `${relativeTime(at, new Date())} Từ chối Đang giữ`,
  )
})

const past = (decidedBy: string | null): DeskPast => ({
  id: 'p',
  at,
  request_type: 1,
  request_method: null,
  package: 'VD90',
  amount: 90_000,
  decision: '1',
  decidedBy,
  returned: false,
})

test("D3-UX-02: who decided an earlier request and who sold stand by name, by username where there is none, '__AUTO' as 'Tự động'", () => {
  const decider = (username: string | null): string | undefined =>
    read(<PastCard past={[past(username)]} />).rows[1]?.[4]
  const seller = (): string =>
    read(
      <LinesCard
        lines={[
          {
            id: 'l',
            at,
            channel: '9084',
            package: 'VD90',
            amount: 90_000,
            status: 'SUCCESS',
            username: 'chinhanh1',
            own: false,
          },
        ]}
      />,
    ).text
  expect(['chinhanh1', '__AUTO', null].map(decider)).toEqual(['chinhanh1', 'Tự động', '-'])
  expect(seller()).toContain('VD90, 9084, chinhanh1')
  staffNamed({ chinhanh1: 'Chi nhánh Hà Nội' })
  expect(decider('chinhanh1')).toBe('Chi nhánh Hà Nội')
  expect(seller()).toContain('VD90, 9084, Chi nhánh Hà Nội')
})
