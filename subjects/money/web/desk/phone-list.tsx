/** The desk on a phone: cards with amount, person, whole text, warnings and 44-px buttons (D3-APR-06). */
import { IconChecks, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldOf } from '#kit/contract/resource.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { Panel } from '#figures/card.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { amountOf, shownField } from './decide.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { Evidence } from './evidence.tsx'
import type { DeskProps } from './desk-props.ts'
import { Age, Amount, SecondApproval, Subject, useAsker, Warnings } from './row-facts.tsx'
import type { Item } from './use-desk.ts'
import css from './phone.module.css'

/** Free texts of the row, uncut. */
const Texts = ({ item }: { item: Item }) => {
  const { kind } = item
  const texts = kind.facts.filter(
    (name) => fieldOf(kind.resource, name).kind === 'note' && shownField(item, name) !== '',
  )
  return texts.map((name) => (
    <p key={name} className={css.text}>
      {shownField(item, name)}
    </p>
  ))
}

type CardProps = {
  item: Item
  gone: boolean
  open: boolean
  now: number
  onOpen: () => void
  fill: (item: Item) => void
}

function Card({ item, gone, open, now, onOpen, fill }: CardProps) {
  const asker = useAsker(item)
  const Arrow = open ? IconChevronUp : IconChevronDown
  return (
    <Panel as="li" className={css.card} data-open={open || undefined} data-gone={gone || undefined}>
      <button type="button" className={css.head} aria-expanded={open} onClick={onOpen}>
        <span className={css.amount}>
          <Amount item={item} /> <span>{item.kind.label}</span>
        </span>
        <span className={css.age}>
          <Age since={item.row.since} now={now} />
          <Arrow size={16} stroke={1.9} aria-hidden />
        </span>
        <span>
          <Subject item={item} />
        </span>
        <span className={css.who}>{asker}</span>
      </button>
      {!gone && <SecondApproval item={item} />}
      {!gone && <Warnings item={item} />}
      <Texts item={item} />
      {open && <Evidence item={item} />}
      <div className={css.decide}>
        <DecisionButtons item={item} gone={gone} fill={fill} main={open} />
      </div>
    </Panel>
  )
}

/** The cards, and the bar that approves all rows without a warning. */
export function PhoneList({ rows, isGone, busy, now, decideAll, fill, more }: DeskProps) {
  const [open, setOpen] = useState('')
  const clean = rows.filter(
    (item) => !isGone(item) && item.row.warnings.length === 0 && item.kind.approving !== null,
  )
  const sum = clean.reduce((total, item) => total + (amountOf(item) ?? 0), 0)
  return (
    <div className={css.phone}>
      <ol aria-label="Hàng chờ">
        {rows.map((item) => (
          <Card
            key={item.id}
            item={item}
            gone={isGone(item)}
            open={open === item.id}
            now={now}
            onOpen={() => setOpen(open === item.id ? '' : item.id)}
            fill={fill}
          />
        ))}
        {more && (
          <li className={css.more}>
            <Button onClick={more}>Xem thêm</Button>
          </li>
        )}
      </ol>
      {clean.length > 0 && (
        <footer className={css.foot} data-foot>
          <Button
            busy={busy}
            icon={<IconChecks size={16} stroke={1.9} />}
            onClick={() => decideAll('approve', clean)}
          >
            Duyệt {clean.length} đơn không có cảnh báo
            {sum > 0 && <span data-num> {formatMoney(sum)}</span>}
          </Button>
        </footer>
      )}
    </div>
  )
}
