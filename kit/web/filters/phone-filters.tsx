/** The filters of a list on a phone: one search box, and 'Bộ lọc' for all others (D3-PHN-01). */
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { FilterInput } from '../kinds/filter-input.tsx'
import { lazyPart, named } from '../lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import type { FilterBarProps } from './filter-bar.tsx'
import { same, searches, useFilters } from './use-filters.ts'
import css from './filter-bar.module.css'

const FilterSheet = lazyPart(() => named(import('./filter-sheet.tsx'), 'FilterSheet'))

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

/** 'Bộ lọc' opens the others as a sheet. */
export function PhoneBar(props: FilterBarProps) {
  const { items, periods = [], more, end, sorts = [], state, refused } = props
  const [open, setOpen] = useState(false)
  const { draft, apply, edit, clear } = useFilters(props)
  const first = items.find(searches)
  const others = items.filter((item) => item !== first)
  const names = [...others.map(({ name }) => name), ...periods.map(({ from }) => from)]
  const active = names.filter((name) => (draft[name] ?? '') !== (state.defaults[name] ?? '')).length
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
            clear={clear}
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
