/** The waiting kinds with their counts, and the filter for rows with a warning (D3-APR-01). */
import type { WaitingKind } from '../../../contract/desk.ts'
import type { DeskCount } from '../../../contract/workflows/desk.ts'
import { bringIntoSight } from '../../kit/in-sight.ts'
import type { Shown } from './use-desk.ts'
import css from './desk.module.css'

type KindsBarProps = {
  kinds: readonly (WaitingKind & Partial<DeskCount>)[]
  /** Whether all kinds may be listed together. */
  all: boolean
  shown: Shown
  onShow: (shown: Shown) => void
  /** Whether people are listed instead of rows. */
  byPerson: boolean
  onByPerson: (on: boolean) => void
}

type SegmentProps = { label: string; count: number | null | undefined; on: boolean; onClick: () => void }

const Segment = ({ label, count, on, onClick }: SegmentProps) => (
  // On a phone the chosen segment is scrolled into view.
  <button ref={on ? bringIntoSight : null} type="button" aria-pressed={on} onClick={onClick}>
    {label} {typeof count === 'number' && <span data-num>{count.toLocaleString('en-US')}</span>}
  </button>
)

/** Kinds without waiting rows are left out. */
export function KindsBar({ kinds, all, shown, onShow, byPerson, onByPerson }: KindsBarProps) {
  const sum = (of: (kind: Partial<DeskCount>) => number | null | undefined): number =>
    kinds.reduce((total, kind) => total + (of(kind) ?? 0), 0)
  const chosen = kinds.filter(({ name }) => shown.kinds.length === 0 || shown.kinds.includes(name))
  const unknown = chosen.some(({ warned }) => warned === null)
  const warned = chosen.reduce((total, kind) => total + (kind.warned ?? 0), 0)
  const listed = kinds.filter(({ name, count }) => count !== 0 || shown.kinds.includes(name) || !all)
  return (
    <div className={css.kinds} role="group" aria-label="Loại đơn">
      {all && (
        <Segment
          label="Tất cả"
          count={sum(({ count }) => count)}
          on={shown.kinds.length === 0}
          onClick={() => onShow({ ...shown, kinds: [] })}
        />
      )}
      <Segment
        label="Có cảnh báo"
        count={unknown ? null : warned}
        on={shown.warned}
        onClick={() => onShow({ ...shown, warned: !shown.warned })}
      />
      {all && <Segment label="Theo người" count={null} on={byPerson} onClick={() => onByPerson(!byPerson)} />}
      {shown.month !== null && (
        <Segment
          label={`Tháng ${shown.month} (bỏ lọc)`}
          count={null}
          on
          onClick={() => onShow({ ...shown, month: null })}
        />
      )}
      {shown.asker && (
        <Segment
          label={`${shown.asker.fullname} (bỏ lọc)`}
          count={null}
          on
          onClick={() => onShow({ ...shown, asker: null })}
        />
      )}
      <i aria-hidden />
      {listed.map(({ name, label, count }) => (
        <Segment
          key={name}
          label={label}
          count={count}
          on={shown.kinds.includes(name)}
          onClick={() => onShow({ ...shown, kinds: [name] })}
        />
      ))}
    </div>
  )
}
