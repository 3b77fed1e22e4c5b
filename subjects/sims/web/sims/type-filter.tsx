/** The types with their counts under the filter; several can be chosen (D3-SIM-02). */
import { thousands } from '#kit/contract/thousands.ts'
import { isByDigits, simTypes } from '#subjects/sims/contract/sim-types.ts'
import { countSimTypes } from '#subjects/sims/contract/calls/sim-types.ts'
import type { ListState } from '#kit/web/filters/list-state.ts'
import { PanelButton } from '#kit/web/filters/panel-button.tsx'
import { useCall } from '#kit/web/query.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import css from './sims.module.css'

const labels = new Map<string, string>(simTypes.map(({ key, label }) => [key, label]))
type Counted = { key: string; label: string; count: number }

/** Every type with its count: those by digits before those by carrier, larger counts first. */
function useCounts({ query }: ListState): { all: number | undefined; types: Counted[] } {
  const { loai_sim: _, page: _page, count: _count, sort: _sort, ...filters } = query
  const { data } = useCall('simso', countSimTypes, filters, { keep: true })
  const counts = new Map<string, number>(data?.values.map((item) => [item.loai_sim, item.count]))
  const types = simTypes.map(({ key }) => ({
    key,
    label: labels.get(key) ?? key,
    count: counts.get(key) ?? 0,
  }))
  return {
    all: data?.count,
    types: types.toSorted(
      (a, b) => Number(isByDigits(b.key)) - Number(isByDigits(a.key)) || b.count - a.count,
    ),
  }
}

/** Chosen types by name: 'Sim lộc phát, +2'. */
function nameOf(chosen: readonly string[]): string {
  const [first, ...others] = chosen
  if (first === undefined) return 'Mọi loại'
  return [labels.get(first) ?? first, ...(others.length > 0 ? [`+${others.length}`] : [])].join(', ')
}

type TypesProps = { all: number | undefined; types: readonly Counted[]; chosen: readonly string[] }

/** Every type as a checkbox. */
const Types = ({ all, types, chosen, set }: TypesProps & { set: (keys: readonly string[]) => void }) => (
  <div className={css.more} role="group" aria-label="Loại số">
    <label>
      <Checkbox label="Mọi loại" checked={chosen.length === 0} onChange={() => set([])} />
      <span>Mọi loại</span>
      <small data-num>{all !== undefined && thousands(all)}</small>
    </label>
    {types.map(({ key, label, count }) => (
      <label key={key}>
        <Checkbox
          label={label}
          checked={chosen.includes(key)}
          onChange={() =>
            set(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key])
          }
        />
        <span>{label}</span>
        <small data-num>{thousands(count)}</small>
      </label>
    ))}
  </div>
)

export function TypeFilter({ state }: { state: ListState }) {
  const { all, types } = useCounts(state)
  const chosen = (state.filters.loai_sim ?? '').split(',').filter(Boolean)
  const set = (keys: readonly string[]): void =>
    state.setFilters({ ...state.filters, loai_sim: keys.join(',') })
  return (
    <PanelButton name="Loại số" labelled value={nameOf(chosen)}>
      {() => <Types all={all} types={types} chosen={chosen} set={set} />}
    </PanelButton>
  )
}
