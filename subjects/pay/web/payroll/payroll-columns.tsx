/**
 * The 30 columns of the payroll in groups: the name opens the dialog, each figure its explanation (D2-PAY-10 to 18).
 */
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import type { Actor } from '#platform/contract/abilities.ts'
import { rules } from '#platform/contract/abilities.ts'
import type { Field } from '#kit/contract/field.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { payGroups, tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { isFigure, payFacts, payFigures, type PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import { payrollTexts, type PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { cardOf, cardPart } from '#kit/contract/card.ts'
import { ledBy, type AnyColumn } from '#kit/web/table/column.ts'
import { Confirmed } from './confirmed.tsx'
import css from './payroll.module.css'

/** Dialogs that the cells of a row open. */
export type Opens = { edit: (row: PayRow) => void; explain: (row: PayRow, figure: PayFigure) => void }

/** Days and percent with one decimal, amounts with separators (D2-PAY-16 to 18). */
export const figureText = (name: PayFigure, value: number): string =>
  tinhluong.fields[name].kind === 'number' ? value.toFixed(1) : formatMoney(value)

/** Warning about a figure that needs a check before payment (D3-PAY-11, D3-PAY-14, D2-PAYF-30). */
export function warningOf(row: PayRow, name: PayFigure): string | null {
  if (name === 'tongKhauTru' && row.khauTruCao === 1) return 'Khấu trừ trên 30% tổng lương tháng'
  if (name === 'chiTra' && row.chiTra < 0) return payrollTexts.belowZero
  if (name === 'tongCheTai' && row.thieuCanCu === 1) return 'Chưa ghi căn cứ chế tài'
  if (name === 'ngayCongThucTe' && row.chamCongCho > 0)
    return `${row.chamCongCho} dòng chấm công chờ, đang tính 0`
  return null
}

const isStrong = (name: PayFigure): boolean => payFacts[name].role === 'sum' || payFacts[name].strong === true

function Figure({ row, name, explain }: { row: PayRow; name: PayFigure; explain: Opens['explain'] }) {
  const mark = warningOf(row, name)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css.figure}
      data-zero={row[name] === 0 || undefined}
      data-strong={isStrong(name) || undefined}
      data-marked={mark !== null || undefined}
      title={mark ?? 'Giải thích số này'}
      onClick={() => explain(row, name)}
    >
      {mark !== null && <IconAlertTriangle size={12} stroke={2} aria-label={mark} />}
      {figureText(name, row[name])}
    </button>
  )
}

/** The username: a button for users who may edit (D2-PAY-13, D2-PAY-14). */
const Name = ({ row, edit }: { row: PayRow; edit: ((row: PayRow) => void) | null }): ReactNode =>
  edit ? (
    <button
      type="button"
      tabIndex={-1}
      className={css.name}
      title="Sửa dữ liệu nhập tay"
      onClick={() => edit(row)}
    >
      {row.username}
    </button>
  ) : (
    row.username
  )

type TextCellProps = {
  row: PayRow
  name: 'username' | 'fullname' | 'thangTinhLuong'
  edit: Opens['edit'] | null
}

/** Cells that are no figures; the name has the mark of the payslip. */
function TextCell({ row, name, edit }: TextCellProps) {
  if (name === 'username') return <Name row={row} edit={edit} />
  return name === 'fullname' ? (
    <>
      {row.fullname} <Confirmed row={row} />
    </>
  ) : (
    row[name]
  )
}

/** What was sold and what it earned come before what the commission is calculated from (D3-GRID-12). */
const commissionFirst = ['tongDoanhThuGiaGoc', 'tongDoanhThuVasTinhLuong', 'hoaHongThucTinh']

/** The columns for `actor`; names and net pay are pinned. */
export function payrollColumns(actor: Actor, opens: Opens): AnyColumn<PayRow>[] {
  const edit = rules.editsPay(actor) ? opens.edit : null
  const card = cardOf(tinhluong.fields, tinhluong.list, tinhluong.card)
  return payGroups.flatMap(([group, names]) => {
    const columns = names.map((name): AnyColumn<PayRow> => {
      const field: Field = tinhluong.fields[name]
      const base = {
        key: name,
        group,
        title: field.short ?? field.label,
        full: field.label,
        width: field.width ?? 104,
        card: cardPart(card, name) ?? (commissionFirst.includes(name) ? ('figure' as const) : undefined),
      }
      if (!isFigure(name))
        return {
          ...base,
          ...(name === 'thangTinhLuong' && { group: '' }),
          sort: { by: name, first: 'asc' },
          ...(name !== 'thangTinhLuong' && { pin: 'left' }),
          cell: (row) => <TextCell row={row} name={name} edit={edit} />,
          text: (row) => row[name],
          foldText: (row) => row[name],
        }
      return {
        ...base,
        numeric: true,
        sort: { by: name, first: 'desc' },
        ...(name === 'chiTra' && { pin: 'right' }),
        // What a salesperson earned by selling is read in any window (D3-GRID-12).
        ...(name === 'hoaHongThucTinh' && { sight: true }),
        cell: (row) => <Figure row={row} name={name} explain={opens.explain} />,
        text: (row) => figureText(name, row[name]),
        foldText: (row) => figureText(name, row[name]) + (warningOf(row, name) ?? ''),
      }
    })
    return ledBy(columns, commissionFirst)
  })
}

/** The sums of the whole filter under their columns. */
export function payrollTotals(
  answer: Readonly<Record<string, unknown>> & { count: number },
): Record<string, ReactNode> {
  const sums = payFigures.flatMap((name): [string, ReactNode][] => {
    const sum = answer[`cong_${name}`]
    return typeof sum === 'number' ? [[name, figureText(name, sum)]] : []
  })
  return {
    username: 'Tổng',
    fullname: `${thousands(answer.count)} nhân viên`,
    ...Object.fromEntries(sums),
  }
}
