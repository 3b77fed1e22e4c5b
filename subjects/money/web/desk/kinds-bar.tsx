/** The waiting kinds with their counts, and the filter for rows with a warning (D3-APR-01). */
import { thousands } from '#kit/contract/thousands.ts'
import type { WaitingKind } from '#subjects/money/contract/desk.ts'
import type { DeskCount } from '#subjects/money/contract/calls/desk.ts'
import { bringIntoSight } from '#kit/web/in-sight.ts'
import type { DeskFilter } from './use-desk.ts'
import css from './desk.module.css'

type KindsBarProps = {
  kinds: readonly (WaitingKind & Partial<DeskCount>)[]
  /** Whether all kinds may be listed together. */
  mayListAll: boolean
  filter: DeskFilter
  onFilter: (filter: DeskFilter) => void
  /** Whether people are listed instead of rows. */
  byPerson: boolean
  onByPerson: (on: boolean) => void
}

type SegmentProps = { label: string; count: number | null | undefined; on: boolean; onClick: () => void }

const Segment = ({ label, count, on, onClick }: SegmentProps) => (
  // On a phone the chosen segment is scrolled into view.
  <button ref={on ? bringIntoSight : null} type="button" aria-pressed={on} onClick={onClick}>
    {label} {typeof count === 'number' && <span data-num>{thousands(count)}</span>}
  </button>
)

/** Kinds without waiting rows are left out. */
export function KindsBar({ kinds, mayListAll, filter, onFilter, byPerson, onByPerson }: KindsBarProps) {
  const sum = (of: (kind: Partial<DeskCount>) => number | null | undefined): number =>
    kinds.reduce((total, kind) => total + (of(kind) ?? 0), 0)
  const chosen = kinds.filter(({ name }) => filter.kinds.length === 0 || filter.kinds.includes(name))
  const unknown = chosen.some(({ warned }) => warned === null)
  const warned = chosen.reduce((total, kind) => total + (kind.warned ?? 0), 0)
  const listed = kinds.filter(({ name, count }) => count !== 0 || filter.kinds.includes(name) || !mayListAll)
  return (
    <div className={css.kinds} role="group" aria-label="Loại đơn">
      {mayListAll && (
        <Segment
          label="Tất cả"
          count={sum(({ count }) => count)}
          on={filter.kinds.length === 0}
          onClick={() => onFilter({ ...filter, kinds: [] })}
        />
      )}
      <Segment
        label="Có cảnh báo"
        count={unknown ? null : warned}
        on={filter.warned}
        onClick={() => onFilter({ ...filter, warned: !filter.warned })}
      />
      {mayListAll && (
        <Segment label="Theo người" count={null} on={byPerson} onClick={() => onByPerson(!byPerson)} />
      )}
      {filter.month !== null && (
        <Segment
          label={`Tháng ${filter.month} (bỏ lọc)`}
          count={null}
          on
          onClick={() => onFilter({ ...filter, month: null })}
        />
      )}
      {filter.asker && (
        <Segment
          label={`${filter.asker.fullname} (bỏ lọc)`}
          count={null}
          on
          onClick={() => onFilter({ ...filter, asker: null })}
        />
      )}
      <i aria-hidden />
      {listed.map(({ name, label, count }) => (
        <Segment
          key={name}
          label={label}
          count={count}
          on={filter.kinds.includes(name)}
          onClick={() => onFilter({ ...filter, kinds: [name] })}
        />
      ))}
    </div>
  )
}
