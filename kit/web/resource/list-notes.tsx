/** Notes of a list that most lists do not have: folded columns, rows that wait to be let in, no rows at all. */
import type { ReactNode } from 'react'
import type { FieldErrors } from '#kit/contract/error.ts'
import { thousands } from '#kit/contract/thousands.ts'
import type { FoldedColumn } from '../table/folded-columns.ts'
import { messages } from '#platform/contract/messages.ts'
import type { FilterItem, PeriodItem } from '../filters/filter-item.ts'
import type { Filters } from '../filters/list-state.ts'
import { Button } from '../ui/button.tsx'
import { EmptyNote } from '../ui/state.tsx'
import css from './list-parts.module.css'

type Folds = { folded: readonly FoldedColumn[]; open: boolean; toggle: () => void }
type Held = { fresh: number; gone: ReadonlySet<string>; release: () => void }

/** How many columns are folded away, which and with what; a click opens them. */
export const FoldedNote = ({ folded, open, toggle }: Folds) => {
  const values = folded.map(({ title, value }) => `${title}: ${value || 'trống hoặc 0'}`)
  return (
    <Button
      look="ghost"
      small
      aria-expanded={open}
      title={['Giống nhau ở mọi dòng:', ...values].join('\n')}
      onClick={toggle}
    >
      {`${open ? '−' : '+'}${folded.length} cột`}
    </Button>
  )
}

/** New and removed rows since the list was read; nothing moves until the user releases them (D3-DEC-05). */
export function HeldBar({ held, noun }: { held: Held; noun: string }) {
  const { fresh, gone, release } = held
  const words = [
    fresh > 0 && `${thousands(fresh)} ${noun} mới`,
    gone.size > 0 && `${thousands(gone.size)} ${noun} đã có người xử lý`,
  ]
  return (
    <div className={css.held} role="status">
      <Button small onClick={release}>
        {words.filter(Boolean).join(', ')}
      </Button>
    </div>
  )
}

type NoRowsProps = {
  filters: Filters
  items?: readonly FilterItem[]
  periods?: readonly PeriodItem[] | undefined
  noun: string
  emptyStep?: ReactNode
  /** Filters that the server refused, with the reason. */
  refused: FieldErrors | null
  clear: () => void
}

/** The applied filters, and buttons to change them. */
export function NoRows({ filters, items = [], periods = [], noun, emptyStep, refused, clear }: NoRowsProps) {
  const days = periods
    .filter(({ from, to }) => filters[from] && filters[to])
    .map(({ from, to }) => `Từ ${filters[from]} đến ${filters[to]}`)
  const searched = [...days, ...items.map(({ name }) => filters[name])].filter(Boolean).join(', ')
  const [wrong] = Object.values(refused ?? {})
  const title = wrong ?? (searched ? `Không có ${noun} nào khớp` : messages.empty)
  return (
    <EmptyNote title={title} text={searched}>
      {searched && <Button onClick={clear}>Xoá lọc</Button>}
      {emptyStep}
    </EmptyNote>
  )
}
