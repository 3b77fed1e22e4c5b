/** Actual revenue, the difference of two figures: a click shows both, each linked to its rows. */
import { Popover } from '@mantine/core'
import { useContext } from 'react'
import type { Report } from '#kit/contract/report.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { afterRefunds } from '#subjects/pay/contract/lists/revenue-fields.ts'
import { Fact, Facts } from '#figures/facts.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { addressBehind, opens } from '#kit/web/report/behind.ts'
import { FiltersContext } from '#kit/web/report/report-columns.tsx'
import { useActor } from '#kit/web/session.ts'
import css from './revenue-sums.module.css'

type Values = Readonly<Record<string, unknown>>
type PartProps = { report: Report; values: Values; name: string; sign: string }

function Part({ report, values, name, sign }: PartProps) {
  const filters = useContext(FiltersContext)
  const actor = useActor()
  const behind = report.behind[name]
  const label = report.fields[name]?.label ?? ''
  const row = report.key in values ? values : null
  const amount = `${sign}${formatMoney(Number(values[name] ?? 0))}`
  const href = behind && opens(report, behind, actor) && addressBehind(report, behind, filters, row)
  return <Fact label={href ? <FigureLink href={href}>{label}</FigureLink> : label}>{amount}</Fact>
}

/** The figure of a row, or of the totals where `of` has no key. */
export function ActualFigure({ report, values }: { report: Report; values: Values }) {
  const actual = formatMoney(Number(values.doanh_thu_thuc_te ?? 0))
  return (
    <Popover position="bottom-end" width={280} withinPortal>
      <Popover.Target>
        <button type="button" className={css.actual} title="Xem cách tính">
          <span data-num>{actual}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Facts>
          <Part report={report} values={values} name="doanhThu" sign="" />
          <Part report={report} values={values} name="tong_hoan_tien" sign="− " />
          <Fact sum label={afterRefunds}>
            {actual}
          </Fact>
        </Facts>
      </Popover.Dropdown>
    </Popover>
  )
}
