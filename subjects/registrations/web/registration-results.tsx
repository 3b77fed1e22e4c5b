/** Registration results: the outcome of registrations by the people in scope (D1-REG). */
import { useMemo } from 'react'
import type { Actor } from '#platform/contract/abilities.ts'
import { formatShortInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { registrationResults } from '#subjects/registrations/contract/lists/customer-message-9084.ts'
import { channelsFor } from '#subjects/registrations/contract/lists/registration-channels.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import { useActor } from '#kit/web/session.ts'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import { HeadTotal } from '#kit/web/ui/screen-head.tsx'

/** The channels of the reader in the select (D1-Q-105). */
function resultsFor(actor: Actor) {
  const { fields, ...rest } = registrationResults
  // The staff cell already contains the name.
  const { ten_nv: _, ...visibleFields } = fields
  const options = channelsFor(actor).map((code) => ({ value: code, label: code }))
  const channel = { ...fields.SubAgent, kind: 'choice' as const, options }
  return { ...rest, fields: { ...visibleFields, SubAgent: channel } }
}

/** The time to the minute, with strokes (D1-REG-15). */
const short = (instant: string | null): string => (instant ? formatShortInstant(instant) : '')

type Results = ReturnType<typeof resultsFor>

const withShortTime = (columns: ResourceColumn<Results>[]): ResourceColumn<Results>[] =>
  columns.map((column) =>
    column.key === 'Time'
      ? {
          ...column,
          cell: (row) => <span data-num>{short(row.Time)}</span>,
          text: (row) => short(row.Time),
        }
      : column,
  )

/** Confirmed by the carrier, which differs from what counts as revenue (D3-ONE-01). */
const headTotals = ({ tongDoanhThu }: { tongDoanhThu?: number }) => (
  <HeadTotal label="Doanh thu theo kết quả đăng ký">{formatMoney(tongDoanhThu ?? 0)} đ</HeadTotal>
)

export default function Screen() {
  const actor = useActor()
  const resource = useMemo(() => resultsFor(actor), [actor])
  return <ResourceScreen resource={resource} columns={withShortTime} headTotals={headTotals} />
}
