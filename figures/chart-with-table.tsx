/** A chart and the table of its figures in one card; a button switches between them. */
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { IconButton } from '#kit/web/ui/button.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { Card, CardNote, type CardProps } from './card.tsx'
import css from './chart-with-table.module.css'
import columns from './column-chart.module.css'
import type { Tone } from './column-chart.tsx'

export type TableRow = { key: string; name: ReactNode; cells: readonly ReactNode[]; current?: boolean }

type ChartWithTableProps = Omit<CardProps, 'note' | 'end'> & {
  /** Unit of the axis. */
  unit?: string
  legend?: readonly { tone: Tone | 'line'; name: string }[] | undefined
  /** After the legend. */
  more?: ReactNode
  /** Headings of the columns, the first that of the rows. */
  heads: readonly string[]
  rows: readonly TableRow[]
  /** Shown while there is nothing to draw. */
  empty?: string | undefined
  /** The error of reading the figures. */
  error?: unknown
  retry?: () => void
  /** The chart. */
  children: ReactNode
}

const Legend = ({ legend = [], more }: Pick<ChartWithTableProps, 'legend' | 'more'>) => (
  <span className={columns.legend} aria-hidden>
    {legend.map(({ tone, name }) => (
      <span key={name}>
        <i className={columns.key} data-tone={tone} /> {name}
      </span>
    ))}
    {more}
  </span>
)

function Switch({ asTable, turn }: { asTable: boolean; turn: () => void }) {
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <IconButton small label={asTable ? 'Xem dạng biểu đồ' : 'Xem dạng bảng'} onClick={turn}>
      <Icon size={16} stroke={1.9} />
    </IconButton>
  )
}

/** The figures; the head stays visible. */
const Table = ({ title, heads, rows }: Pick<ChartWithTableProps, 'title' | 'heads' | 'rows'>) => (
  <div className={css.scroll} tabIndex={0} role="region" aria-label={`Bảng ${title.toLocaleLowerCase('vi')}`}>
    <table className={css.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells, current }) => (
          <tr key={key} aria-current={current || undefined}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export function ChartWithTable(props: ChartWithTableProps) {
  const { unit, legend, more, heads, rows, empty, error, retry, children, ...card } = props
  const [asTable, setAsTable] = useState(false)
  const content = (): ReactNode => {
    if (error) return <ErrorNote error={error} title="Chưa tải được biểu đồ" {...(retry && { retry })} />
    if (empty) return <CardNote>{empty}</CardNote>
    return asTable ? <Table title={card.title} heads={heads} rows={rows} /> : children
  }
  return (
    <Card
      {...card}
      note={!asTable && unit}
      end={
        <>
          {!asTable && <Legend legend={legend} more={more} />}
          <Switch asTable={asTable} turn={() => setAsTable(!asTable)} />
        </>
      }
    >
      {content()}
    </Card>
  )
}
