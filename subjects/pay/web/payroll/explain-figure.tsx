/**
 * One figure: formula in words, its values, parameters with their dates, and the rows that add up to it (D3-PAY-03).
 */
import { Popover } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { thousands } from '#kit/contract/thousands.ts'
import { formatDate, formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { figureLabel } from '#subjects/pay/contract/reports/tinhluong.ts'
import type { PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import { explainFigure, type Explanation, type SourceRow } from '#subjects/pay/contract/calls/payroll.ts'
import { Table, type TableColumn } from '#figures/table.tsx'
import { useCall } from '#kit/web/query.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { addressWith } from '#platform/contract/screens.ts'
import { figureText } from './payroll-columns.tsx'
import css from './explain.module.css'

/** Rows shown at first, and after a click on all. */
const rowsAtFirst = 5
const rowsAtMost = 500

type Show = (figure: PayFigure) => void

/** The part of the figure whose explanation is open in a popover. */
type Peek = { figure: PayFigure | null; set: (figure: PayFigure | null) => void }
type PersonMonth = { username: string; month: string }

const amountOf = ({ cot, gia_tri, dau }: Explanation['thanh_phan'][number]): string => {
  const amount = cot ? figureText(cot, gia_tri) : formatMoney(gia_tri)
  return dau < 0 ? `−${amount}` : amount
}

type FormulaPartsProps = { explanation: Explanation; show: Show; scope: PersonMonth; peek: Peek }

/** The figures in the formula: a click on the amount explains it in a popover, one on the name goes to it. */
function FormulaParts({ explanation, show, scope, peek }: FormulaPartsProps) {
  if (explanation.thanh_phan.length === 0) return null
  return (
    <ul className={css.parts}>
      {explanation.thanh_phan.map((part) => {
        const { cot, nhan } = part
        return (
          <li key={nhan}>
            {cot ? (
              <PeekFigure figure={cot} amount={amountOf(part)} scope={scope} peek={peek} show={show} />
            ) : (
              <b data-num>{amountOf(part)}</b>
            )}
            {cot ? (
              <button type="button" onClick={() => show(cot)}>
                {nhan}
              </button>
            ) : (
              nhan
            )}
          </li>
        )
      })}
    </ul>
  )
}

type PeekProps = { figure: PayFigure; amount: string; scope: PersonMonth; peek: Peek; show: Show }

/** The amount of a part; its popover has formula, values and dated parameters. */
function PeekFigure({ figure, amount, scope, peek, show }: PeekProps) {
  const open = peek.figure === figure
  const label = figureLabel(figure)
  return (
    <Popover
      opened={open}
      onChange={(opened) => peek.set(opened ? figure : null)}
      position="bottom-start"
      width={336}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={css.amount}
          data-num
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={`${label} ${amount}: cách tính`}
          onClick={() => peek.set(open ? null : figure)}
        >
          {amount}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.peek ?? ''} role="dialog" aria-label={`Cách tính ${label}`}>
        <PeekContent figure={figure} scope={scope} />
        <Button small look="ghost" data-autofocus onClick={() => show(figure)}>
          Mở giải thích
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

function PeekContent({ figure, scope: { username, month } }: { figure: PayFigure; scope: PersonMonth }) {
  const input = { username, startDate: month, cot: figure, count: rowsAtFirst }
  const { data: explanation, error, refetch } = useCall('tinhluong', explainFigure, input)
  if (error) return <ErrorNote error={error} title="Chưa giải thích được" retry={() => void refetch()} />
  if (!explanation) return <p className={css.formula} aria-busy />
  return (
    <>
      <h4>
        {explanation.nhan} <b data-num>{figureText(explanation.cot, explanation.gia_tri)}</b>
      </h4>
      <p className={css.formula}>
        {explanation.cong_thuc}
        <b data-num>{explanation.phep_tinh}</b>
      </p>
      {explanation.thanh_phan.length > 0 && (
        <ul className={css.parts}>
          {explanation.thanh_phan.map((part) => (
            <li key={part.nhan}>
              <b data-num>{amountOf(part)}</b> {part.nhan}
            </li>
          ))}
        </ul>
      )}
      <Parameters explanation={explanation} />
      {explanation.nguon && explanation.nguon.count > 0 && (
        <p className={css.of}>
          {thousands(explanation.nguon.count)} dòng, cộng{' '}
          <span data-num>{figureText(explanation.nguon.cua, explanation.nguon.tong)}</span>
        </p>
      )}
    </>
  )
}

const Parameters = ({ explanation }: { explanation: Explanation }) => (
  <ul className={css.params}>
    {explanation.tham_so.map(({ key, nhan, gia_tri, tu_ngay, username, at, ly_do }) => (
      <li key={key}>
        <IconHistory size={12} stroke={2} aria-hidden />
        <span>
          {nhan}: <b>{gia_tri}</b>
          <small>
            {tu_ngay === null
              ? 'mức đầu tiên'
              : `áp dụng từ ${formatDate(tu_ngay)}${username === null ? '' : `, ${username} đặt ${formatInstant(at ?? '')}`}`}
            {ly_do && `, ${ly_do}`}
          </small>
        </span>
      </li>
    ))}
  </ul>
)

const dayOrInstant = (luc: string | null): string => {
  if (luc === null) return ''
  return luc.length === 10 ? formatDate(luc) : formatInstant(luc)
}

type Source = NonNullable<Explanation['nguon']>
type SourcesProps = { explanation: Explanation; more: (() => void) | null }

const sourceColumns = (
  { cua, count, tong }: Source,
  more: SourcesProps['more'],
): TableColumn<SourceRow>[] => [
  {
    title: 'Lúc',
    look: 'quiet',
    cell: ({ luc }) => dayOrInstant(luc),
    sumSpan: 3,
    sum: more && (
      <Button small look="ghost" onClick={more}>
        Xem cả {thousands(count)} dòng
      </Button>
    ),
  },
  {
    title: 'Dòng',
    cell: ({ mo, nhan }) =>
      mo ? (
        <Link href={addressWith(mo.man_hinh, mo.loc)} title="Mở dòng này trong danh sách">
          {nhan}
        </Link>
      ) : (
        nhan
      ),
  },
  { key: 'detail', title: 'Chi tiết', look: 'quiet', cell: ({ chi_tiet }) => chi_tiet },
  {
    title: 'Giá trị',
    numeric: true,
    cell: ({ so }) => figureText(cua, so),
    sum: `Cộng ${figureText(cua, tong)}`,
  },
]

/** The rows and their sum. */
function Sources({ explanation: { cot, nguon }, more }: SourcesProps) {
  if (!nguon || nguon.count === 0) return null
  const name = `${thousands(nguon.count)} dòng${nguon.cua === cot ? '' : ` của “${figureLabel(nguon.cua)}”`}`
  return (
    <section className={css.sources}>
      <p>{name}</p>
      <Table
        label={name}
        columns={sourceColumns(nguon, more)}
        rows={nguon.values}
        keyOf={(_row, index) => String(index)}
        bare
        fit="inset"
      />
    </section>
  )
}

type FigureProps = PersonMonth & { figure: PayFigure; show: Show; peek: Peek }

export function ExplainFigure({ username, month, figure, show, peek }: FigureProps) {
  const [showsAll, setShowsAll] = useState(false)
  const input = { username, startDate: month, cot: figure, count: showsAll ? rowsAtMost : rowsAtFirst }
  const { data: explanation, error, refetch } = useCall('tinhluong', explainFigure, input, { keep: true })
  if (error) return <ErrorNote error={error} title="Chưa giải thích được" retry={() => void refetch()} />
  if (!explanation) return <div className={css.figure} aria-busy />
  return (
    <section className={css.figure} aria-label={explanation.nhan} aria-live="polite">
      <h3>
        {explanation.nhan} <b data-num>{figureText(explanation.cot, explanation.gia_tri)}</b>
      </h3>
      <p className={css.formula}>
        {explanation.cong_thuc}
        <b data-num>{explanation.phep_tinh}</b>
      </p>
      <FormulaParts explanation={explanation} show={show} scope={{ username, month }} peek={peek} />
      <Parameters explanation={explanation} />
      <Sources
        explanation={explanation}
        more={
          explanation.nguon && explanation.nguon.values.length < explanation.nguon.count && !showsAll
            ? () => setShowsAll(true)
            : null
        }
      />
    </section>
  )
}
