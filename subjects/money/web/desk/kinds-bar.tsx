/** The waiting kinds with their counts, and the filter for rows with a warning (D3-APR-01). */
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { thousands } from '#kit/contract/thousands.ts'
import type { DeskCount } from '#subjects/money/contract/calls/desk.ts'
import { bringIntoSight } from '#kit/web/in-sight.ts'
import { splitKinds, type CountedKind } from './kinds-shown.ts'
import type { DeskFilter } from './use-desk.ts'
import css from './kinds-bar.module.css'

type KindsBarProps = {
  kinds: readonly CountedKind[]
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
  <button ref={on ? bringIntoSight : null} type="button" aria-pressed={on} title={label} onClick={onClick}>
    <span>{label}</span> {typeof count === 'number' && <small data-num>{thousands(count)}</small>}
  </button>
)

/** The kinds for which the bar has no place, each with its count. */
function OtherKinds({ kinds, choose }: { kinds: readonly CountedKind[]; choose: (name: string) => void }) {
  const sum = kinds.reduce((total, { count = 0 }) => total + count, 0)
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" aria-label={`Khác ${thousands(sum)}`}>
          <span>Khác</span> <small data-num>{thousands(sum)}</small>
          <IconChevronDown size={14} stroke={1.9} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ name, label, count = 0 }) => (
          <Menu.Item
            key={name}
            rightSection={<small data-num>{thousands(count)}</small>}
            onClick={() => choose(name)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Kinds without waiting rows are left out. */
export function KindsBar({ kinds, mayListAll, filter, onFilter, byPerson, onByPerson }: KindsBarProps) {
  const sum = (of: (kind: Partial<DeskCount>) => number | null | undefined): number =>
    kinds.reduce((total, kind) => total + (of(kind) ?? 0), 0)
  const chosen = kinds.filter(({ name }) => filter.kinds.length === 0 || filter.kinds.includes(name))
  const unknown = chosen.some(({ warned }) => warned === null)
  const warned = chosen.reduce((total, kind) => total + (kind.warned ?? 0), 0)
  const listed = kinds.filter(({ name, count }) => count !== 0 || filter.kinds.includes(name) || !mayListAll)
  const { shown, others } = splitKinds(listed, filter.kinds)
  const choose = (name: string): void => onFilter({ ...filter, kinds: [name] })
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
      {shown.map(({ name, label, count }) => (
        <Segment
          key={name}
          label={label}
          count={count}
          on={filter.kinds.includes(name)}
          onClick={() => choose(name)}
        />
      ))}
      {others.length > 0 && <OtherKinds kinds={others} choose={choose} />}
    </div>
  )
}
