/** The filter bar: search boxes, periods, selects with their label inside; Enter searches. */
import { IconAdjustmentsHorizontal, IconLink } from '@tabler/icons-react'
import { Suspense, useId, useRef, useState, type ReactNode } from 'react'
import type { FieldErrors } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { queryText } from '../client.ts'
import { alertText, copyText } from '../feedback.ts'
import { FilterInput } from '../kinds/filter-input.tsx'
import { lazyPart, named } from '../lazy-part.tsx'
import { useTab } from '../tab-state.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useNarrow } from '../use-narrow.ts'
import { DateRange } from './date-range.tsx'
import type { FilterItem, PeriodItem } from './filter-item.ts'
import type { Filters, ListState } from './list-state.ts'
import { useRoom } from './use-room.ts'
import css from './filter-bar.module.css'

const FilterSheet = lazyPart(() => named(import('./filter-sheet.tsx'), 'FilterSheet'))

export type FilterBarProps = {
  items: readonly FilterItem[]
  state: ListState
  /** Date ranges: those of the resource, or `startDate` and `endDate`. */
  periods?: readonly PeriodItem[]
  /** Filters between the items and 'Tra cứu'. */
  more?: ReactNode
  /** Icons at the right end. */
  end?: ReactNode
  /** What lists can be sorted by on a phone, where cards have no headings: field and its name. */
  sorts?: readonly { by: string; first: 'asc' | 'desc'; label: string }[]
  /** How many rows the filters find. */
  countText?: string | undefined
  /** Filters that the server refused, with the reason. */
  refused?: FieldErrors | null
  /** Reads the list again if no filter has changed. */
  onRefresh: () => void
}

const same = (a: Filters, b: Filters): boolean => queryText({ ...a }) === queryText({ ...b })

/** The error of an incomplete period, or null (D2-Q-20). */
function periodFault(filters: Filters, { from, to }: PeriodItem): string | null {
  const [start, end] = [filters[from] ?? '', filters[to] ?? '']
  if ((start === '') !== (end === '')) return messages.bothDates
  const day = (text: string): string => text.split('/').toReversed().join('')
  return start !== '' && day(start) > day(end) ? messages.dateOrder : null
}

/** The filters being edited; reset when the applied filters change from outside. */
function useDraft(filters: Filters) {
  const [draft, setDraft] = useState(filters)
  const [applied, setApplied] = useState(filters)
  if (applied !== filters) {
    setApplied(filters)
    setDraft(filters)
  }
  return [draft, setDraft] as const
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

type Control = { name: string; keep: boolean; active: boolean; node: ReactNode }
export type Edit = (part: Filters, now: boolean) => void

/** The controls of the bar in order; periods leave the line last. */
function controlsOf(props: FilterBarProps, draft: Filters, edit: Edit): Control[] {
  const { items, periods = [], more, refused } = props
  const fields = items.map((item) => ({
    name: item.name,
    keep: false,
    active: (draft[item.name] ?? '') !== '',
    node: (
      <FilterInput
        item={item}
        value={draft[item.name] ?? ''}
        wrong={refused?.[item.name]}
        onChange={(text, now) => edit({ [item.name]: text }, now)}
      />
    ),
  }))
  const ranges = periods.map(({ from, to, label }) => ({
    name: from,
    keep: true,
    active: (draft[from] ?? '') !== '',
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
  const others = more ? [{ name: 'more', keep: true, active: false, node: more }] : []
  return [...fields, ...ranges, ...others]
}

const Controls = ({ controls }: { controls: readonly Control[] }) =>
  controls.map(({ name, node }) => (
    <span key={name} className={css.control} data-control={name}>
      {node}
    </span>
  ))

type MoreProps = { id: string; open: boolean; active: number; onToggle: () => void }

/** Shows and hides the second line with the filters that do not fit. */
const MoreButton = ({ id, open, active, onToggle }: MoreProps) => (
  <span data-more>
    <Button
      aria-expanded={open}
      aria-controls={id}
      icon={<IconAdjustmentsHorizontal size={16} stroke={1.9} />}
      onClick={onToggle}
    >
      Bộ lọc
      {active > 0 && <b className={css.active}>{active}</b>}
    </Button>
  </span>
)

/** The draft and how it is applied: selects and dates at once, text by Enter or 'Tra cứu'. */
function useFilters({ state, periods = [], onRefresh }: FilterBarProps) {
  const [draft, setDraft] = useDraft(state.filters)
  const apply = (next: Filters): void => {
    const fault = periods.map((period) => periodFault(next, period)).find((found) => found !== null)
    if (fault) alertText(fault)
    else if (same(next, state.filters)) onRefresh()
    else state.setFilters(next)
  }
  const edit: Edit = (part, now) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (now) apply(next)
  }
  return { draft, apply, edit }
}

const searches = ({ field }: FilterItem): boolean =>
  !field.options && !['choice', 'choices', 'flag', 'staff'].includes(field.kind)

/** Opens the other filters, with how many of them are set. */
const MoreFilters = ({ active, open, onOpen }: { active: number; open: boolean; onOpen: () => void }) => (
  <Button
    aria-expanded={open}
    aria-haspopup="dialog"
    icon={<IconAdjustmentsHorizontal size={16} stroke={1.9} />}
    onClick={onOpen}
  >
    Bộ lọc
    {active > 0 && <b className={css.active}>{active}</b>}
  </Button>
)

/** A phone: the first search box and 'Bộ lọc', which opens all others as a sheet (D3-PHN-01). */
function PhoneBar(props: FilterBarProps) {
  const { items, periods = [], more, end, sorts = [], state, refused } = props
  const [open, setOpen] = useState(false)
  const { draft, apply, edit } = useFilters(props)
  const first = items.find(searches)
  const others = items.filter((item) => item !== first)
  const names = [...others.map(({ name }) => name), ...periods.map(({ from }) => from)]
  const active = names.filter((name) => (draft[name] ?? '') !== '').length
  const unseen = others.find(({ name }) => refused?.[name])
  const hasMore = names.length > 0 || sorts.length > 0 || more || end
  return (
    <form
      className={css.phone}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        apply(draft)
      }}
    >
      {first && (
        <FilterInput
          item={first}
          value={draft[first.name] ?? ''}
          wrong={refused?.[first.name]}
          onChange={(text, now) => edit({ [first.name]: text }, now)}
        />
      )}
      {unseen && (
        <span className={css.wrong} role="alert">
          {unseen.label}: {refused?.[unseen.name]}
        </span>
      )}
      {hasMore && <MoreFilters active={active} open={open} onOpen={() => setOpen(true)} />}
      <Suspense fallback={null}>
        {open && (
          <FilterSheet
            {...props}
            items={others}
            draft={draft}
            edit={edit}
            clear={() => apply(state.defaults)}
            onClose={() => {
              setOpen(false)
              if (!same(draft, state.filters)) apply(draft)
            }}
          />
        )}
      </Suspense>
    </form>
  )
}

/** The bar, or its form on a phone. */
export function FilterBar(props: FilterBarProps) {
  return useNarrow() ? <PhoneBar {...props} /> : <WideBar {...props} />
}

/** One line; filters that do not fit go into a second one, opened by 'Bộ lọc'. */
function WideBar(props: FilterBarProps) {
  const { state, end } = props
  const id = useId()
  const line = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { draft, apply, edit } = useFilters(props)
  const controls = controlsOf(props, draft, edit)
  const hidden = useRoom(line, controls)
  const hiddenControls = controls.filter(({ name }) => hidden.includes(name))
  return (
    <form
      className={css.bar}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        apply(draft)
      }}
    >
      <div className={css.line} ref={line}>
        <Controls controls={controls.filter(({ name }) => !hidden.includes(name))} />
        {hiddenControls.length > 0 && (
          <MoreButton
            id={id}
            open={open}
            active={hiddenControls.filter(({ active }) => active).length}
            onToggle={() => setOpen(!open)}
          />
        )}
        <span className={css.control} data-fixed>
          <Button type="submit">Tra cứu</Button>
          <Button look="ghost" onClick={() => apply(state.defaults)}>
            Xoá lọc
          </Button>
        </span>
      </div>
      <span className={css.end}>{end}</span>
      {hiddenControls.length > 0 && open && (
        <div className={css.behind} id={id}>
          <Controls controls={hiddenControls} />
        </div>
      )}
    </form>
  )
}
