/** The filters of a list on a phone: one search box, and 'Bộ lọc' for all others (D3-PHN-01). */
import { Suspense, useState } from 'react'
import { FilterInput } from '../kinds/filter-input.tsx'
import { lazyPart, named } from '../lazy-part.tsx'
import type { FilterBarProps } from './filter-bar.tsx'
import { FilterButton } from './filter-button.tsx'
import { differs, same, searches, setByScreen, setPeriods, useFilters } from './use-filters.ts'
import css from './filter-bar.module.css'

const FilterSheet = lazyPart(() => named(import('./filter-sheet.tsx'), 'FilterSheet'))

/** 'Bộ lọc' opens the others as a sheet. */
export function PhoneBar(props: FilterBarProps) {
  const { items, periods = [], more, end, sorts = [], state, refused } = props
  const [open, setOpen] = useState(false)
  const edited = useFilters(props)
  const { draft, apply, inputOf } = edited
  const first = items.find(searches)
  const others = items.filter((item) => item !== first)
  const active =
    others.filter(({ name }) => differs(name, draft, state)).length +
    setPeriods(periods, draft) +
    setByScreen(props, draft)
  const unseen = others.find(({ name }) => refused?.[name])
  const hasMore = others.length > 0 || periods.length > 0 || sorts.length > 0 || more || end
  return (
    <form
      className={css.phone}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        apply(draft)
      }}
    >
      {first && <FilterInput {...inputOf(first)} />}
      {unseen && (
        <span className={css.wrong} role="alert">
          {unseen.label}: {refused?.[unseen.name]}
        </span>
      )}
      {hasMore && (
        <FilterButton aria-haspopup="dialog" active={active} open={open} onClick={() => setOpen(true)} />
      )}
      <Suspense fallback={null}>
        {open && (
          <FilterSheet
            {...props}
            {...edited}
            items={others}
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
