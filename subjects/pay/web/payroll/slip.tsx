/** A payslip: net pay, progress of confirmation, grouped lines, sums; printable. */
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatMoney } from '#kit/contract/money.ts'
import { slipLines, type PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import { payrollTexts } from '#subjects/pay/contract/calls/payroll.ts'
import { slipTexts, type Slip as SlipData, type SlipRow } from '#subjects/pay/contract/calls/payslip.ts'
import { signedMoney } from '#kit/contract/compared.ts'
import { Bar } from '#figures/bar.tsx'
import { Fact, Facts } from '#figures/facts.tsx'
import { StatCard } from '#figures/stat-card.tsx'
import { Panel } from '#figures/card.tsx'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { sendConfirm } from './slip-calls.ts'
import { groupsOf, isQuiet, signed, unconfirmed, type Group } from './slip-figures.ts'
import { Line } from './slip-line.tsx'
import css from './payslip.module.css'

type Explain = (figure: PayFigure) => void

/** '−276,617 so với tháng 9'. */
function difference({ hang, truoc }: SlipData): string {
  if (truoc === null) return ''
  const month = Number(hang.thangTinhLuong.slice(0, 2))
  return `${signedMoney(hang.chiTra - truoc)} so với tháng ${month === 1 ? 12 : month - 1}`
}

/** The state of the month. */
const Stage = ({ tam_tinh, hang }: SlipData) =>
  tam_tinh ? (
    <Pill tone="amber">Tạm tính</Pill>
  ) : hang.daChot === 1 ? null : (
    <Pill tone="amber">Chưa chốt</Pill>
  )

/** Number of confirmed lines; for a running month, when it can be confirmed. */
function Progress({ dong, tam_tinh, hang }: SlipData) {
  const count = (state: string): number => dong.filter(({ trang_thai }) => trang_thai === state).length
  const [done, open] = [count('xac_nhan'), count('thac_mac')]
  const waiting = open > 0 && `${open} dòng chờ trả lời`
  if (tam_tinh)
    return (
      <p className={css.caption} data-num>
        {[slipTexts.whenOver(hang.thangTinhLuong), waiting].filter(Boolean).join(', ')}
      </p>
    )
  return (
    <>
      <span className={css.progress}>
        <Bar to={done / slipLines.length} height={6} />
      </span>
      <p className={css.caption} data-num>
        {[`${done} / ${slipLines.length} dòng đã xác nhận`, waiting].filter(Boolean).join(', ')}
      </p>
    </>
  )
}

function Summary({ slip }: { slip: SlipData }) {
  const { hang } = slip
  return (
    <StatCard
      name="Lương thực nhận"
      label={hang.dieuChinh === 0 ? 'Lương thực nhận' : 'Chi trả, gồm điều chỉnh'}
      figure={formatMoney(hang.chiTra)}
      note={<Stage {...slip} />}
      end={difference(slip)}
      lead={
        <>
          <p className={css.paper}>
            Phiếu lương tháng {hang.thangTinhLuong}: {hang.fullname} ({hang.username})
          </p>
          <p className={css.caption}>
            {hang.daChot === 1 ? 'Doanh thu lúc chốt' : 'Doanh thu'}{' '}
            <b data-num>{formatMoney(hang.doanhThu)}</b>
          </p>
        </>
      }
    >
      {hang.chiTra < 0 && <p className={css.caption}>{payrollTexts.belowZero}</p>}
      <Progress {...slip} />
    </StatCard>
  )
}

type GroupProps = { slip: SlipData; group: Group; explain: Explain }

/** The lines; those of 0 without a comment are collapsed. */
function Lines({ slip, group: { less, rows }, explain }: GroupProps) {
  const [showsAll, setShowsAll] = useState(false)
  const quiet = rows.filter(isQuiet)
  const list = (rows: readonly SlipRow[], closed: boolean) => (
    <ul className={css.lines} data-closed={closed || undefined}>
      {rows.map((row) => (
        <Line key={row.cot} slip={slip} row={row} less={less} explain={explain} />
      ))}
    </ul>
  )
  return (
    <>
      {list(
        rows.filter((row) => !isQuiet(row)),
        false,
      )}
      {quiet.length > 0 && (
        <>
          <button
            type="button"
            className={css.zeros}
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {quiet.length} dòng bằng 0
            <IconChevronDown size={16} stroke={1.9} aria-hidden />
          </button>
          {list(quiet, !showsAll)}
        </>
      )}
    </>
  )
}

function GroupSection({ slip, group, explain }: GroupProps) {
  const { label, less, rows, sum, note } = group
  const needsConfirmation = slip.tam_tinh
    ? rows.length
    : rows.filter(({ trang_thai }) => trang_thai !== 'xac_nhan').length
  // Deductions and groups that need an action are open at first.
  const [open, setOpen] = useState(
    less || rows.some(({ trang_thai }) => trang_thai !== 'xac_nhan' && trang_thai !== 'chua'),
  )
  return (
    <section className={css.group} data-closed={!open || undefined} aria-label={label}>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>
          <b>{label}</b>
          {note && <small>{note}</small>}
        </span>
        <span>
          <b data-num>{formatMoney(sum)}</b>
          <small data-num>
            {needsConfirmation === 0 && <IconCheck size={14} stroke={2} aria-hidden />}
            {needsConfirmation === 0 || slip.tam_tinh
              ? `${rows.length} dòng`
              : `còn ${needsConfirmation} dòng`}
          </small>
        </span>
        <IconChevronDown size={16} stroke={1.9} aria-hidden />
      </button>
      <Lines slip={slip} group={group} explain={explain} />
    </section>
  )
}

const Sums = ({ slip: { hang } }: { slip: SlipData }) => (
  <Panel className={css.card}>
    <Facts>
      <Fact label="Tổng lương tháng">{formatMoney(hang.tongLuongThang)}</Fact>
      <Fact label="Tổng khấu trừ">{signed(hang.tongKhauTru, true)}</Fact>
      {hang.dieuChinh !== 0 && <Fact label="Điều chỉnh">{signedMoney(hang.dieuChinh)}</Fact>}
      <Fact sum label={hang.dieuChinh === 0 ? 'Lương thực nhận' : 'Chi trả'}>
        {formatMoney(hang.chiTra)}
      </Fact>
    </Facts>
  </Panel>
)

/** While the slip is in front, only the slip is printed; React ends the effects of a hidden tab. */
function usePrints(): void {
  useEffect(() => {
    document.documentElement.dataset.prints = 'slip'
    return () => void delete document.documentElement.dataset.prints
  }, [])
}

/** The employee confirms all open lines with one click. */
export function Slip({ slip, explain }: { slip: SlipData; explain: Explain }) {
  usePrints()
  const unconfirmedLines = unconfirmed(slip)
  const { run, busy } = useAction(sendConfirm)
  return (
    <>
      <div className={css.slip}>
        <Summary slip={slip} />
        <Panel className={css.card}>
          {groupsOf(slip).map((group) => (
            <GroupSection key={group.label} slip={slip} group={group} explain={explain} />
          ))}
        </Panel>
        <Sums slip={slip} />
      </div>
      {slip.cua_minh && !slip.tam_tinh && unconfirmedLines.length > 0 && (
        <footer className={css.foot}>
          <Button
            look="primary"
            large
            busy={busy}
            icon={<IconCheck size={16} stroke={1.9} />}
            onClick={() => void run(slip, unconfirmedLines)}
          >
            {unconfirmedLines.length === slipLines.length
              ? `Xác nhận cả ${unconfirmedLines.length} dòng`
              : `Xác nhận ${unconfirmedLines.length} dòng còn lại`}
          </Button>
        </footer>
      )}
    </>
  )
}
