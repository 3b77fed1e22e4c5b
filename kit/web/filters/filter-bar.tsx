/** The filter bar: search boxes, periods, selects with their label inside; Enter searches. */
import { IconFilterOff, IconLink } from '@tabler/icons-react'
import { Suspense, useId, useRef, useState, type ReactNode } from 'react'
import type { FieldErrors } from '#kit/contract/error.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { queryText } from '../client.ts'
import { copyText } from '../feedback.ts'
import { FilterInput } from '../kinds/filter-input.tsx'
import { lazyPart, named } from '../lazy-part.tsx'
import { useTab } from '../tab-state.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useNarrow } from '../use-narrow.ts'
import { DateRange } from './date-range.tsx'
import { FilterButton } from './filter-button.tsx'
import type { FilterItem, PeriodItem } from './filter-item.ts'
import type { Filters, ListState } from './list-state.ts'
import { differs, searches, setByScreen, setPeriods, useFilters, type Edited } from './use-filters.ts'
import { useRoom } from './use-room.ts'
import css from './filter-bar.module.css'

const PhoneBar = lazyPart(() => named(import('./phone-filters.tsx'), 'PhoneBar'))

export type FilterBarProps = {
  items: readonly FilterItem[]
  state: ListState
  /** Date ranges: those of the resource, or `startDate` and `endDate`. */
  periods?: readonly PeriodItem[]
  /** Filters between the items and 'Tra cứu'. */
  more?: ReactNode
  /** Icons after the filters. */
  end?: ReactNode
  /**
   * Title before the filters and actions after the icons, where the bar is the head of its screen (D3-GRID-12). On a
   * phone both are in the sheet: the views of the list, and its actions.
   */
  head?: ReactNode
  actions?: ReactNode
  /** What lists can be sorted by on a phone, where cards have no headings: field and its name. */
  sorts?: readonly { by: string; first: 'asc' | 'desc'; label: string }[]
  /** How many rows the filters find: '17', and '17 đơn'. */
  count?: string | undefined
  countText?: string | undefined
  /** Filters that the server refused, with the reason. */
  refused?: FieldErrors | null
  /** Reads the list again if no filter has changed. */
  onRefresh: () => void
}

/** Copies the address of the screen's route with the filters. */
export function LinkButton({ filters }: { filters: Filters }) {
  const { screen } = useTab()
  const copy = (): void => {
    void copyText(`${location.origin}${screenOf(screen).routes[0]}${queryText({ ...filters })}`)
  }
  return (
    <IconButton label="Copy liên kết với bộ lọc" onClick={copy}>
      <IconLink size={16} stroke={1.9} />
    </IconButton>
  )
}

/** `active`: how many of its filters are set. */
type Control = { name: string; keep: number; stays: boolean; active: number; node: ReactNode }

// What leaves the line last: filters other than the defaults, those of the screen, periods.
const setKeep = 1
const screenKeep = 2
const periodKeep = 3

/** The controls of the bar in order; periods and filters other than the defaults leave the line last. */
function controlsOf(props: FilterBarProps, { draft, edit, inputOf }: Edited, open: boolean): Control[] {
  const { items, periods = [], more, state } = props
  const isSet = (name: string): boolean => differs(name, draft, state)
  const search = items.find(searches)
  const fields = items.map((item) => ({
    name: item.name,
    stays: item === search,
    // While the second line is open nothing moves out of it.
    keep: !open && isSet(item.name) ? setKeep : 0,
    active: Number(isSet(item.name)),
    node: <FilterInput {...inputOf(item)} />,
  }))
  const ranges = periods.map(({ from, to, label }) => ({
    name: from,
    keep: periodKeep,
    stays: false,
    active: setPeriods([{ from }], draft),
    node: (
      <DateRange
        label={label}
        labelled={periods.length > 1}
        start={draft[from] ?? ''}
        end={draft[to] ?? ''}
        onChange={(start, end) => edit({ [from]: start, [to]: end }, true)}
      />
    ),
  }))
  const others = more
    ? [{ name: 'more', keep: screenKeep, stays: false, active: setByScreen(props, draft), node: more }]
    : []
  return [...fields, ...ranges, ...others]
}

const Controls = ({ controls }: { controls: readonly Control[] }) =>
  controls.map(({ name, node }) => (
    <span key={name} className={css.control} data-control={name}>
      {node}
    </span>
  ))

/** The bar, or its form on a phone. */
export function FilterBar(props: FilterBarProps) {
  if (!useNarrow()) return <WideBar {...props} />
  return (
    <Suspense fallback={<div className={css.phone} />}>
      <PhoneBar {...props} />
    </Suspense>
  )
}

/** One line; filters that do not fit go into a second one, opened by 'Bộ lọc'. */
function WideBar(props: FilterBarProps) {
  const { end, head, actions } = props
  const id = useId()
  const line = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const edited = useFilters(props)
  const { draft, apply, clear } = edited
  const controls = controlsOf(props, edited, open)
  const hidden = useRoom(line, controls)
  const hiddenControls = controls.filter(({ name }) => hidden.includes(name))
  return (
    <div className={css.bar} data-head={head !== undefined || undefined}>
      {head}
      <form
        className={css.form}
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          apply(draft)
        }}
      >
        <div className={css.line} ref={line}>
          <Controls controls={controls.filter(({ name }) => !hidden.includes(name))} />
          {hiddenControls.length > 0 && (
            <span data-more>
              <FilterButton
                aria-controls={id}
                open={open}
                active={hiddenControls.reduce((sum, { active }) => sum + active, 0)}
                onClick={() => setOpen(!open)}
              />
            </span>
          )}
          <span className={css.control} data-fixed>
            <Button type="submit">Tra cứu</Button>
            <IconButton label="Xoá lọc" onClick={clear}>
              <IconFilterOff size={16} stroke={1.9} />
            </IconButton>
          </span>
        </div>
        <span className={css.end}>{end}</span>
        {hiddenControls.length > 0 && open && (
          <div className={css.behind} id={id}>
            <Controls controls={hiddenControls} />
          </div>
        )}
      </form>
      {actions && <div className={css.heads}>{actions}</div>}
    </div>
  )
}
