/** The types above the list with their counts under the filter; several can be chosen (D3-SIM-02). */
import { Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { isByDigits, simTypes } from '#subjects/sims/contract/sim-types.ts'
import { countSimTypes } from '#subjects/sims/contract/calls/sim-types.ts'
import type { ListState } from '#kit/web/filters/list-state.ts'
import { useCall } from '#kit/web/query.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import css from './sims.module.css'

/** Types shown in one line; the others are a click away. */
const maxInLine = 5

const labels = new Map<string, string>(simTypes.map(({ key, label }) => [key, label]))
type Counted = { key: string; label: string; count: number }

/** Every type with its count: those by digits before those by carrier, larger counts first. */
function useCounts({ query }: ListState): { total: number | undefined; types: Counted[] } {
  const { loai_sim: _, page: _page, count: _count, sort: _sort, ...filters } = query
  const { data } = useCall('simso', countSimTypes, filters, { keep: true })
  const counts = new Map<string, number>(data?.values.map((item) => [item.loai_sim, item.count]))
  const types = simTypes.map(({ key }) => ({
    key,
    label: labels.get(key) ?? key,
    count: counts.get(key) ?? 0,
  }))
  return {
    total: data?.count,
    types: types.toSorted(
      (a, b) => Number(isByDigits(b.key)) - Number(isByDigits(a.key)) || b.count - a.count,
    ),
  }
}

type MoreProps = { types: readonly Counted[]; chosen: ReadonlySet<string>; toggle: (key: string) => void }

/** The types that do not fit in the line. */
function More({ types, chosen, toggle }: MoreProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button small icon={<IconPlus size={14} stroke={1.9} />} onClick={() => setOpen(!open)}>
          {types.length} loại khác
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.more} role="group" aria-label="Loại số khác">
          {types.map(({ key, label, count }) => (
            <label key={key}>
              <Checkbox label={label} checked={chosen.has(key)} onChange={() => toggle(key)} />
              <span>{label}</span>
              <small data-num>{thousands(count)}</small>
            </label>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

export function TypeBar({ state }: { state: ListState }) {
  const { total, types } = useCounts(state)
  const chosen: ReadonlySet<string> = new Set((state.filters.loai_sim ?? '').split(',').filter(Boolean))
  const setTypes = (keys: readonly string[]): void =>
    state.setFilters({ ...state.filters, loai_sim: keys.join(',') })
  const toggle = (key: string): void =>
    setTypes(chosen.has(key) ? [...chosen].filter((other) => other !== key) : [...chosen, key])
  const first = [
    ...types.filter(({ key }) => chosen.has(key)),
    ...types.filter(({ key }) => !chosen.has(key)),
  ]
  const line = first.slice(0, Math.max(maxInLine, chosen.size))
  return (
    <div className={css.bar}>
      <div className={css.chips} role="group" aria-label="Loại số">
        <button type="button" aria-pressed={chosen.size === 0} onClick={() => setTypes([])}>
          Mọi loại {total !== undefined && <small data-num>{thousands(total)}</small>}
        </button>
        {line.map(({ key, label, count }) => (
          <button key={key} type="button" aria-pressed={chosen.has(key)} onClick={() => toggle(key)}>
            {label} <small data-num>{thousands(count)}</small>
          </button>
        ))}
        <More types={first.slice(line.length)} chosen={chosen} toggle={toggle} />
      </div>
      <span className={css.signs} data-said>
        <kbd>*</kbd> nhiều chữ số <kbd>?</kbd> một chữ số
      </span>
    </div>
  )
}
