/** A payslip: net pay, what is confirmed, the lines under their groups, the sums; as a page of paper when printed. */
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import type { PayFigure } from '../../../contract/reports/tinhluong.ts'
import { payrollTexts } from '../../../contract/workflows/payroll.ts'
import { slipLines, type Slip as SlipData } from '../../../contract/workflows/payslip.ts'
import { signedMoney } from '../../../contract/compared.ts'
import { useAction } from '../../kit/use-action.ts'
import { Button } from '../../kit/ui/button.tsx'
import { sendConfirm } from './slip-calls.ts'
import { groupsOf, signed, unconfirmed, type Group } from './slip-figures.ts'
import { Line } from './slip-line.tsx'
import css from './payslip.module.css'

type Explain = (figure: PayFigure) => void

/** '−276,617 so với tháng 9'. */
function difference({ hang, truoc }: SlipData): string {
  if (truoc === null) return ''
  const month = Number(hang.thangTinhLuong.slice(0, 2))
  return `${signedMoney(hang.chiTra - truoc)} so với tháng ${month === 1 ? 12 : month - 1}`
}

/** What the month pays; provisional until it is over. */
const payName = ({ hang, tam_tinh }: SlipData): string => {
  const name = hang.dieuChinh === 0 ? 'Lương thực nhận' : 'Chi trả, gồm điều chỉnh'
  return tam_tinh ? `Tạm tính: ${name}` : name
}

function Summary({ slip }: { slip: SlipData }) {
  const { hang, dong } = slip
  const count = (state: string): number => dong.filter(({ trang_thai }) => trang_thai === state).length
  const [done, open] = [count('xac_nhan'), count('thac_mac')]
  return (
    <section className={css.card} aria-label="Lương thực nhận">
      <p className={css.paper}>
        Phiếu lương tháng {hang.thangTinhLuong}: {hang.fullname} ({hang.username})
      </p>
      <p className={css.caption}>
        {hang.daChot === 1 ? 'Doanh thu lúc chốt' : 'Doanh thu'} <b data-num>{formatMoney(hang.doanhThu)}</b>
      </p>
      <p className={css.caption}>{payName(slip)}</p>
      <p className={css.net}>
        <b data-num>{formatMoney(hang.chiTra)}</b>
        <span data-num>{difference(slip)}</span>
      </p>
      {hang.chiTra < 0 && <p className={css.caption}>{payrollTexts.belowZero}</p>}
      <span className={css.track} aria-hidden>
        <i style={{ width: `${(done / slipLines.length) * 100}%` }} />
      </span>
      <p className={css.caption} data-num>
        {done} / {slipLines.length} dòng đã xác nhận{open > 0 && `, ${open} dòng chờ trả lời`}
      </p>
    </section>
  )
}

function GroupCard({ slip, group, explain }: { slip: SlipData; group: Group; explain: Explain }) {
  const { label, less, rows, sum, note } = group
  const wanting = rows.filter(({ trang_thai }) => trang_thai !== 'xac_nhan').length
  // What is taken off is looked at first; elsewhere only what somebody has to do with.
  const [open, setOpen] = useState(
    less || rows.some(({ trang_thai }) => trang_thai !== 'xac_nhan' && trang_thai !== 'chua'),
  )
  return (
    <section className={css.card} data-closed={!open || undefined} aria-label={label}>
      <button type="button" className={css.group} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>
          <b>{label}</b>
          {note && <small>{note}</small>}
        </span>
        <span>
          <b data-num>{formatMoney(sum)}</b>
          <small data-num>
            {wanting === 0 ? (
              <>
                <IconCheck size={14} stroke={2} aria-hidden /> {rows.length} dòng
              </>
            ) : (
              `còn ${wanting} dòng`
            )}
          </small>
        </span>
        <IconChevronDown size={16} stroke={1.9} aria-hidden />
      </button>
      <ul className={css.lines}>
        {rows.map((row) => (
          <Line key={row.cot} slip={slip} row={row} less={less} explain={explain} />
        ))}
      </ul>
    </section>
  )
}

const Sums = ({ slip: { hang } }: { slip: SlipData }) => (
  <dl className={`${css.card} ${css.sums}`}>
    <div>
      <dt>Tổng lương tháng</dt>
      <dd data-num>{formatMoney(hang.tongLuongThang)}</dd>
    </div>
    <div>
      <dt>Tổng khấu trừ</dt>
      <dd data-num>{signed(hang.tongKhauTru, true)}</dd>
    </div>
    <div>
      <dt>{hang.dieuChinh === 0 ? 'Lương thực nhận' : 'Chi trả'}</dt>
      <dd data-num>{formatMoney(hang.chiTra)}</dd>
    </div>
  </dl>
)

/** While the slip is in front a print is of it alone; React ends the effects of a hidden tab. */
function usePrints(): void {
  useEffect(() => {
    document.documentElement.dataset.prints = 'slip'
    return () => void delete document.documentElement.dataset.prints
  }, [])
}

/** The slip; its person confirms what is left with one click. */
export function Slip({ slip, explain }: { slip: SlipData; explain: Explain }) {
  usePrints()
  const left = unconfirmed(slip)
  const { run, busy } = useAction(sendConfirm)
  return (
    <>
      <div className={css.slip}>
        <Summary slip={slip} />
        {groupsOf(slip).map((group) => (
          <GroupCard key={group.label} slip={slip} group={group} explain={explain} />
        ))}
        <Sums slip={slip} />
      </div>
      {slip.cua_minh && left.length > 0 && (
        <footer className={css.foot}>
          <Button
            look="primary"
            large
            busy={busy}
            icon={<IconCheck size={16} stroke={1.9} />}
            onClick={() => void run(slip, left)}
          >
            {left.length === slipLines.length
              ? `Xác nhận cả ${left.length} dòng`
              : `Xác nhận ${left.length} dòng còn lại`}
          </Button>
        </footer>
      )}
    </>
  )
}
