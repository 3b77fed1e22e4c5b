/** The filters of a list on a phone: a sheet from below, each filter under its name, and the sort (D3-PHN-01). */
import { Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { datePresets, toFilterDate } from '#kit/contract/dates.ts'
import { FilterInput } from '../kinds/filter-input.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Picker } from '../ui/picker.tsx'
import { Segments } from '../ui/segments.tsx'
import { anyDay } from './any-day.ts'
import { asFilter, DayBox } from './range-panel.tsx'
import type { FilterBarProps } from './filter-bar.tsx'
import type { Edited } from './use-filters.ts'
import type { PeriodItem } from './filter-item.ts'
import css from './filter-sheet.module.css'

/** With more options than this, the filter is a list to open. */
const mostSegments = 4

/** A few options are all shown; anything else looks as in the bar. */
function Item(input: ReturnType<Edited['inputOf']>) {
  const { label, field } = input.item
  const { options = [] } = field
  const few = options.length > 0 && options.length < mostSegments && field.kind !== 'staff'
  return (
    <section>
      <h3>{label}</h3>
      {few ? (
        <Segments
          look="boxes"
          label={label}
          options={[{ value: '', label: 'Tất cả' }, ...options]}
          value={input.value}
          onChange={(chosen) => input.onChange(chosen, true)}
        />
      ) : (
        <FilterInput {...input} />
      )}
    </section>
  )
}

const presets = datePresets.map(({ label, range }) => {
  const days = (): [string, string] => [toFilterDate(range().startDate), toFilterDate(range().endDate)]
  return { label, days }
})

type PeriodProps = Pick<Edited, 'draft' | 'edit'> & { period: PeriodItem }

function Period({ period, draft, edit }: PeriodProps) {
  const { from, to, label } = period
  const [start, end] = [draft[from] ?? '', draft[to] ?? '']
  const choose = (first: string, last: string): void => edit({ [from]: first, [to]: last }, true)
  const choices = [...presets, { label: anyDay, days: (): [string, string] => ['', ''] }]
  const chosen = choices.find(({ days }) => days().join() === [start, end].join())?.label ?? ''
  const box = (name: string, title: string, value: string) => (
    <DayBox
      label={title}
      value={value}
      onChange={(text) => edit({ [name]: text }, false)}
      onEnter={() => choose(asFilter(start), asFilter(end))}
    />
  )
  return (
    <section>
      <h3>{label}</h3>
      <Segments
        look="boxes"
        label={label}
        options={choices.map((preset) => ({ value: preset.label, label: preset.label }))}
        value={chosen}
        onChange={(preset) => {
          const [first, last] = choices.find((one) => one.label === preset)?.days() ?? ['', '']
          choose(first, last)
        }}
      />
      <div className={css.days}>
        {box(from, 'Từ ngày', start)}
        {box(to, 'Đến ngày', end)}
      </div>
    </section>
  )
}

function Sorting({ sorts = [], state }: Pick<FilterBarProps, 'sorts' | 'state'>) {
  if (sorts.length === 0) return null
  const options = sorts.flatMap(({ by, first, label }) => {
    const [up, down] = [
      { value: by, label: `${label}, tăng dần` },
      { value: `-${by}`, label: `${label}, giảm dần` },
    ]
    return first === 'asc' ? [up, down] : [down, up]
  })
  return (
    <section>
      <h3>Sắp xếp</h3>
      <Picker
        label="Sắp xếp"
        options={options}
        value={state.sort}
        emptyLabel="Như thường lệ"
        onChange={(sort) => state.setSort(sort)}
      />
    </section>
  )
}

type SheetProps = FilterBarProps & Edited & { onClose: () => void }

/** Choices apply at once; typed text when the sheet closes. */
export function FilterSheet(props: SheetProps) {
  const {
    items,
    periods = [],
    more,
    end,
    head,
    actions,
    countText,
    draft,
    edit,
    clear,
    inputOf,
    onClose,
  } = props
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: css.sheet ?? '', overlay: css.shade ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={css.head}>
          <Drawer.Title className={css.title ?? ''}>Bộ lọc</Drawer.Title>
          {end}
          <IconButton label="Đóng bộ lọc" onClick={onClose}>
            <IconX size={16} stroke={1.9} />
          </IconButton>
        </div>
        <Drawer.Body className={css.body ?? ''}>
          {periods.map((period) => (
            <Period key={period.from} period={period} draft={draft} edit={edit} />
          ))}
          {items.map((item) => (
            <Item key={item.name} {...inputOf(item)} />
          ))}
          {more && <section className={css.more}>{more}</section>}
          <Sorting {...props} />
          {head && (
            <section>
              <h3>Chế độ xem</h3>
              {head}
            </section>
          )}
          {actions && <section className={css.more}>{actions}</section>}
        </Drawer.Body>
        <div className={css.foot} data-foot>
          <Button onClick={clear}>Xoá lọc</Button>
          <Button look="primary" onClick={onClose}>
            {countText ? `Xem ${countText}` : 'Xem'}
          </Button>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
