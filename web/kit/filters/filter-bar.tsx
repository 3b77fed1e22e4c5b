/** The filter bar: search boxes, the period, selects with their name inside; Enter looks up. */
import { IconLink } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import { screenOf } from '../../../contract/screens.ts'
import { queryText } from '../client.ts'
import { alertText, copyText } from '../feedback.ts'
import { FilterInput } from '../kinds/filter-input.tsx'
import { usePlace } from '../place.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { DateRange } from './date-range.tsx'
import type { FilterItem, PeriodItem } from './filter-item.ts'
import type { Filters, ListState } from './list-state.ts'
import css from './filter-bar.module.css'

type FilterBarProps = {
  items: readonly FilterItem[]
  state: ListState
  /** Day ranges; a declared resource's own, or `startDate` and `endDate`. */
  periods?: readonly PeriodItem[]
  /** More filters between the items and 'Tra cứu'. */
  more?: ReactNode
  /** Icons at the far end. */
  end?: ReactNode
  /** Looks up again when nothing was changed. */
  onRefresh: () => void
}

const same = (a: Filters, b: Filters): boolean => queryText({ ...a }) === queryText({ ...b })

/** Whether a period is whole, or why not (D2-Q-20). */
function periodFault(filters: Filters, { from, to }: PeriodItem): string | null {
  const [start, end] = [filters[from] ?? '', filters[to] ?? '']
  if ((start === '') !== (end === '')) return messages.bothDates
  const day = (text: string): string => text.split('/').toReversed().join('')
  return start !== '' && day(start) > day(end) ? messages.dateOrder : null
}

/** What is being typed; follows the applied filters when those change from outside. */
function useDraft(filters: Filters) {
  const [draft, setDraft] = useState(filters)
  const [seen, setSeen] = useState(filters)
  if (seen !== filters) {
    setSeen(filters)
    setDraft(filters)
  }
  return [draft, setDraft] as const
}

/** Copies the address of the screen's own route with the filters in it. */
export function LinkButton({ filters }: { filters: Filters }) {
  const { screen } = usePlace()
  const copy = (): void => {
    void copyText(`${location.origin}${screenOf(screen).routes[0]}${queryText({ ...filters })}`)
  }
  return (
    <IconButton label="Copy liên kết với bộ lọc" onClick={copy}>
      <IconLink size={16} stroke={1.9} />
    </IconButton>
  )
}

type PeriodsProps = { periods: readonly PeriodItem[]; draft: Filters; onChange: (part: Filters) => void }

const Periods = ({ periods, draft, onChange }: PeriodsProps) =>
  periods.map(({ from, to, label }) => (
    <DateRange
      key={from}
      label={label}
      named={periods.length > 1}
      start={draft[from] ?? ''}
      end={draft[to] ?? ''}
      onChange={(start, end) => onChange({ [from]: start, [to]: end })}
    />
  ))

/** One line that wraps; selects and dates apply at once, text on Enter or 'Tra cứu'. */
export function FilterBar({ items, state, periods = [], more, end, onRefresh }: FilterBarProps) {
  const [draft, setDraft] = useDraft(state.filters)
  const apply = (next: Filters): void => {
    const fault = periods.map((period) => periodFault(next, period)).find((found) => found !== null)
    if (fault) alertText(fault)
    else if (same(next, state.filters)) onRefresh()
    else state.setFilters(next)
  }
  const put = (part: Filters, now: boolean): void => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (now) apply(next)
  }
  return (
    <form
      className={css.bar}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        apply(draft)
      }}
    >
      {items.map((item) => (
        <FilterInput
          key={item.name}
          item={item}
          value={draft[item.name] ?? ''}
          onChange={(text, now) => put({ [item.name]: text }, now)}
        />
      ))}
      <Periods periods={periods} draft={draft} onChange={(part) => put(part, true)} />
      {more}
      <Button type="submit">Tra cứu</Button>
      <Button look="ghost" onClick={() => apply(state.defaults)}>
        Xoá lọc
      </Button>
      <span className={css.space} />
      <span className={css.end}>{end}</span>
    </form>
  )
}
