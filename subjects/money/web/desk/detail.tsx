/** The current row: its facts, warnings and evidence (D3-APR-02, D3-APR-03). */
import { IconChevronDown, IconChevronUp, IconHistory } from '@tabler/icons-react'
import { thousands } from '#kit/contract/thousands.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { Panel } from '#figures/card.tsx'
import { SaidTime } from '#kit/web/ui/said-time.tsx'
import { PhoneCell } from '#kit/web/kinds/cell.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { shownField } from './decide.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { Evidence } from './evidence.tsx'
import type { DeskProps } from './desk-props.ts'
import { Amount, SecondApproval, useAsker, Warnings } from './row-facts.tsx'
import type { Item } from './use-desk.ts'
import css from './desk.module.css'

const icon = { size: 16, stroke: 1.9 }

/** One line: what does not fit is cut, and told by its title. */
function Facts({ item }: { item: Item }) {
  const { row, kind } = item
  const asker = useAsker(item)
  const phone = row.fields[kind.phone]
  const package_ = shownField(item, kind.package)
  const time = formatInstant(row.since)
  const rest = [package_, asker, asker !== row.username && row.username, time].filter(Boolean)
  return (
    <div className={css.facts} title={[shownField(item, kind.phone), ...rest].filter(Boolean).join(', ')}>
      {phone ? (
        <PhoneCell field={fieldOf(kind.resource, kind.phone)} value={phone} />
      ) : (
        <span>Chưa có số</span>
      )}
      {package_ && <span>{package_}</span>}
      {asker && (
        <span>
          {asker} {asker !== row.username && <small className={css.quiet}>{row.username}</small>}
        </span>
      )}
      <span className={css.soft}>
        <SaidTime at={row.since} />
      </span>
    </div>
  )
}

/** Where the row stands among the waiting ones, and the way to its neighbours and its history. */
function Place({ item, rows, total, current, trail }: DeskProps & { item: Item }) {
  return (
    <div className={css.place}>
      <small className={css.quiet} data-num>
        {current.index + 1} / {thousands(total)}
      </small>
      <IconButton small label="Mở đơn và lịch sử" onClick={() => trail(item)}>
        <IconHistory {...icon} />
      </IconButton>
      <IconButton
        small
        label="Đơn trước"
        disabled={current.index === 0}
        onClick={() => current.choose(current.index - 1)}
      >
        <IconChevronUp {...icon} />
      </IconButton>
      <IconButton
        small
        label="Đơn sau"
        disabled={current.index >= rows.length - 1}
        onClick={() => current.choose(current.index + 1)}
      >
        <IconChevronDown {...icon} />
      </IconButton>
    </div>
  )
}

/** What speaks against the row, in a place of two lines at least: from row to row nothing below it moves. */
const Notes = ({ item }: { item: Item }) => (
  <Panel className={css.notes} aria-label="Cần xem">
    <SecondApproval item={item} />
    <Warnings item={item} />
    {item.row.warnings.length === 0 && <p className={css.clear}>Không có cảnh báo</p>}
  </Panel>
)

/** The right side of the desk. */
export function Detail({ item, ...parts }: DeskProps & { item: Item }) {
  const { isGone, fill } = parts
  const gone = isGone(item)
  return (
    <section className={css.detail} aria-label="Đơn đang xem" data-gone={gone || undefined}>
      <Panel className={css.head}>
        <div className={css.what}>
          <p>
            <Amount item={item} /> <span>{item.kind.label}</span>
          </p>
          <Facts item={item} />
        </div>
        <Place item={item} {...parts} />
        <DecisionButtons item={item} gone={gone} fill={fill} main />
      </Panel>
      <Notes item={item} />
      <Evidence item={item} />
    </section>
  )
}
