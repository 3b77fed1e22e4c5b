/** The waiting rows at the left, oldest first, and the bar of the ticked ones (D3-APR-01, D3-APR-05). */
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { Card } from '#figures/card.tsx'
import { bringIntoSight } from '#kit/web/in-sight.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { amountOf, nameOf, secondOf } from './decide.ts'
import type { DeskProps } from './desk-props.ts'
import { Age, Amount, Subject, useAsker, useNameOf } from './row-facts.tsx'
import type { Item } from './use-desk.ts'
import css from './desk.module.css'

type RowProps = { item: Item; index: number; on: boolean; gone: boolean } & Pick<
  DeskProps,
  'current' | 'ticks' | 'now'
>

function Row({ item, index, on, gone, current, ticks, now }: RowProps) {
  const asker = useAsker(item)
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (on) bringIntoSight(line.current)
  }, [on])
  const { warnings } = item.row
  const second = secondOf(item)
  const firstName = useNameOf(second?.by ?? null)
  const firstBy = second && !second.first && `đã duyệt lần 1 bởi ${firstName}`
  const about = [item.kind.label, asker, firstBy].filter(Boolean).join(', ')
  return (
    <li
      ref={line}
      className={css.row}
      aria-current={on || undefined}
      data-ticked={ticks.isTicked(item) || undefined}
      data-gone={gone || undefined}
      onClick={() => current.choose(index)}
    >
      <Checkbox
        label={`Chọn ${nameOf(item)}`}
        checked={!gone && ticks.isTicked(item)}
        disabled={gone}
        onClick={(event) => event.stopPropagation()}
        onChange={() => ticks.toggle(item)}
      />
      <button type="button" data-row className={css.pick} onClick={() => current.choose(index)}>
        <span>
          <Subject item={item} />
        </span>
        <small title={about}>{about}</small>
      </button>
      <span className={css.end}>
        <Amount item={item} />
        <small>
          {gone ? (
            <span className={css.quiet}>Đã có người xử lý</span>
          ) : (
            <>
              {warnings.length > 0 && (
                <span className={css.doubts} title={warnings.join('\n')}>
                  <IconAlertTriangle size={12} stroke={2} aria-label="Cảnh báo" />
                  {warnings.length}
                </span>
              )}
              <Age since={item.row.since} now={now} />
            </>
          )}
        </small>
      </span>
    </li>
  )
}

/** Actions on the ticked rows: approve those without a warning, reject all (D3-APR-05). */
function TickedBar({ ticks, listed, busy, decideAll }: DeskProps) {
  const { ticked, whole } = ticks
  const clean = ticked.filter(({ row, kind }) => row.warnings.length === 0 && kind.approving !== null)
  const sum = clean.reduce((total, item) => total + (amountOf(item) ?? 0), 0)
  const leftOut = ticked.length - clean.length
  const selection = whole ? 'whole' : ticked
  const rejects = whole || ticked.some(({ kind }) => kind.rejecting !== null)
  const countText = (count: number): string => (whole ? 'tất cả' : `${count} đơn`)
  return (
    <footer className={css.foot} role="toolbar" aria-label="Việc với các đơn đã chọn">
      <div>
        <div data-num>
          <b>{thousands(whole ? (listed ?? ticked.length) : ticked.length)} đơn đã chọn</b>
          {!whole && `, ${clean.length} không có cảnh báo`}
        </div>
        <small data-num>
          {whole ? (
            'Cả những đơn chưa hiện'
          ) : ticks.all && listed !== null && listed > ticked.length ? (
            <button type="button" className={css.whole} onClick={ticks.chooseWhole}>
              Chọn cả {thousands(listed)} theo bộ lọc
            </button>
          ) : (
            <>
              Tổng {formatMoney(sum)}
              {leftOut > 0 && `, ${leftOut} đơn ở lại`}
            </>
          )}
        </small>
      </div>
      <Button
        busy={busy}
        reason={rejects ? undefined : 'Các đơn đã chọn không từ chối ở đây'}
        onClick={() => decideAll('reject', selection)}
      >
        Từ chối {countText(ticked.length)}
      </Button>
      <Button
        busy={busy}
        reason={!whole && clean.length === 0 ? 'Các đơn đã chọn phải xem từng đơn' : undefined}
        icon={<IconCheck size={16} stroke={1.9} />}
        onClick={() => decideAll('approve', selection)}
      >
        Duyệt {countText(clean.length)}
      </Button>
    </footer>
  )
}

/** The next page is fetched this many pixels before the end. */
const fetchAhead = 400

export function Queue(parts: DeskProps) {
  const { rows, current, ticks, isGone, now, more } = parts
  const { ticked } = ticks
  return (
    <Card
      title="Hàng chờ"
      lead={
        <Checkbox
          label="Chọn tất cả đơn đang hiện"
          checked={ticks.all}
          mixed={!ticks.all && ticked.length > 0}
          onChange={ticks.toggleAll}
        />
      }
      end="Cũ nhất trước"
      className={css.queue}
    >
      <ol
        data-queue
        tabIndex={-1}
        onScroll={({ currentTarget: list }) => {
          if (list.scrollTop + list.clientHeight > list.scrollHeight - fetchAhead) more?.()
        }}
      >
        {rows.map((item, index) => (
          <Row
            key={item.id}
            item={item}
            index={index}
            on={index === current.index}
            gone={isGone(item)}
            current={current}
            ticks={ticks}
            now={now}
          />
        ))}
        {more && (
          <li className={css.more}>
            <Button small onClick={more}>
              Xem thêm
            </Button>
          </li>
        )}
      </ol>
      {ticked.length > 0 && <TickedBar {...parts} />}
    </Card>
  )
}
