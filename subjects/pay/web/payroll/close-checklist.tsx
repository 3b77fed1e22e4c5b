/** The checklist of a month: done, blocking and open work, each with a link to its screen (D3-PAY-05). */
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'wouter'
import { thousands } from '#kit/contract/thousands.ts'
import {
  closeLevels,
  closeWork,
  type CloseWork,
  type WorkItem,
} from '#subjects/pay/contract/calls/payroll-close.ts'
import { Panel } from '#figures/card.tsx'
import { SaidTime } from '#kit/web/ui/said-time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { workLink } from './close-links.ts'
import css from './close.module.css'

const groups: readonly (readonly [string, readonly CloseWork[]])[] = [
  ['Ngày công', ['cham_cong', 'bat_thuong']],
  ['Doanh thu và hoàn tiền', ['doi_soat', 'don_cho_duyet', 'truy_thu']],
  ['Lương', ['tham_so']],
]
const tones = { xong: 'green', chan: 'red', con: 'amber' } as const
/** Count with the unit of the work. */
function amount({ ma, xong, tong }: WorkItem): string {
  if (ma === 'tham_so') return xong === 1 ? 'Đã xác nhận' : 'Chưa xác nhận'
  if (ma === 'don_cho_duyet') return `${thousands(tong)} đơn`
  if (ma === 'bat_thuong') return `${thousands(tong - xong)} dòng chờ`
  return `${thousands(xong)} / ${thousands(tong)}`
}

/** Meaning of the time beside an item. */
const timeLabels: Partial<Record<CloseWork, string>> = { don_cho_duyet: 'Đơn cũ nhất', doi_soat: 'Lần cuối' }

type ItemProps = { item: WorkItem; month: string; onConfirm: (() => void) | null }

function ChecklistItem({ item, month, onConfirm }: ItemProps) {
  const { ma, muc, chi_tiet, ai, luc } = item
  const { href, label } = workLink(item, month)
  return (
    <li className={css.work} data-level={muc}>
      <Pill tone={tones[muc]} icon={muc === 'chan' ? 'cross' : undefined} plain={muc === 'xong'}>
        {closeLevels[muc]}
      </Pill>
      <div>
        <b>{ma === 'tham_so' ? `${closeWork[ma]} tháng ${month}` : closeWork[ma]}</b>
        <small title={chi_tiet}>{chi_tiet}</small>
      </div>
      <span data-num>{amount(item)}</span>
      <div>
        {luc && (
          <>
            <span>{ai ?? timeLabels[ma]}</span>
            <small>
              <SaidTime at={luc} />
            </small>
          </>
        )}
      </div>
      <span className={css.way}>
        {onConfirm && ma === 'tham_so' && muc !== 'xong' && (
          <Button small look="ghost" onClick={onConfirm}>
            Xác nhận
          </Button>
        )}
        <Link href={href}>
          {label}
          <IconChevronRight size={12} stroke={2} aria-hidden />
        </Link>
      </span>
    </li>
  )
}

type ListProps = { work: readonly WorkItem[]; month: string; onConfirm: (() => void) | null }

export function Checklist({ work, month, onConfirm }: ListProps) {
  return (
    <Panel className={css.card} aria-label="Việc trước khi chốt">
      <div className={css.heads} aria-hidden>
        <span>Trạng thái</span>
        <span>Việc</span>
        <span>Số lượng</span>
        <span>Ai, lúc nào</span>
      </div>
      {groups.map(([title, names]) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {work
              .filter(({ ma }) => names.includes(ma))
              .map((item) => (
                <ChecklistItem key={item.ma} item={item} month={month} onConfirm={onConfirm} />
              ))}
          </ul>
        </section>
      ))}
    </Panel>
  )
}
