/** The filters of a list on a phone: one search box, a tab for each state, and 'Bộ lọc' for all others (D3-PHN-01, D3-PHN-02). */
import { Suspense, useState } from 'react'
import { Segments } from '../ui/segments.tsx'
import { FilterInput } from '../kinds/filter-input.tsx'
import { lazyPart, named } from '../lazy-part.tsx'
import type { FilterBarProps } from './filter-bar.tsx'
import type { FilterItem } from './filter-item.ts'
import { FilterButton } from './filter-button.tsx'
import { differs, same, searches, setByScreen, setPeriods, useFilters, type Edited } from './use-filters.ts'
import css from './filter-bar.module.css'

const FilterSheet = lazyPart(() => named(import('./filter-sheet.tsx'), 'FilterSheet'))

const hasStates = ({ field: { options = [] } }: FilterItem): boolean =>
  options.some(({ tone }) => tone !== undefined)

/** States are written in capitals; beside each other they are read more easily as 'Chờ duyệt'. */
const sentence = (label: string): string =>
  label === label.toLocaleUpperCase('vi') ? label.charAt(0) + label.slice(1).toLocaleLowerCase('vi') : label

const waits = ['amber', 'orange', 'blue']

type StatesProps = ReturnType<Edited['inputOf']> & { count: string | undefined }

/** The states of the rows, what waits first; the chosen one has the number of rows. */
function States({ item, value, onChange, count }: StatesProps) {
  const states = (item.field.options ?? []).toSorted(
    (a, b) => Number(waits.includes(b.tone ?? '')) - Number(waits.includes(a.tone ?? '')),
  )
  const options = [{ value: '', label: 'Tất cả' }, ...states]
  return (
    <div className={css.states}>
      <Segments
        look="touch"
        label={item.label}
        options={options.map(({ value: state, label }) => ({
          value: state,
          label: sentence(label),
          note: state === value ? count : undefined,
        }))}
        value={value}
        onChange={(state) => onChange(state, true)}
      />
    </div>
  )
}

/** 'Bộ lọc' opens the others as a sheet. */
export function PhoneBar(props: FilterBarProps) {
  const { items, periods = [], more, sorts = [], state, refused, countText } = props
  const [open, setOpen] = useState(false)
  const edited = useFilters(props)
  const { draft, apply, inputOf } = edited
  const first = items.find(searches)
  const states = items.find(hasStates)
  const others = items.filter((item) => item !== first && item !== states)
  const active =
    others.filter(({ name }) => differs(name, draft, state)).length +
    setPeriods(periods, draft) +
    setByScreen(props, draft)
  const unseen = others.find(({ name }) => refused?.[name])
  const hasSome = [others, periods, sorts].some(({ length }) => length > 0)
  const hasMore = hasSome || more || props.end || props.head || props.actions
  return (
    <form
      className={css.phone}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        apply(draft)
      }}
    >
      {first ? <FilterInput {...inputOf(first)} /> : more && <div className={css.own}>{more}</div>}
      {unseen && (
        <span className={css.wrong} role="alert">
          {unseen.label}: {refused?.[unseen.name]}
        </span>
      )}
      {hasMore && (
        <FilterButton aria-haspopup="dialog" active={active} open={open} onClick={() => setOpen(true)} />
      )}
      {states ? (
        <States {...inputOf(states)} count={props.count} />
      ) : (
        countText && <small className={css.count}>{countText}</small>
      )}
      <Suspense fallback={null}>
        {open && (
          <FilterSheet
            {...props}
            {...edited}
            items={others}
            more={first && more}
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
