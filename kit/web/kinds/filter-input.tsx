/** The control of each kind in a filter bar. */
import { IconSearch } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import type { Kind } from '#kit/contract/field.ts'
import type { FilterItem } from '../filters/filter-item.ts'
import { useStaff } from '../staff.ts'
import { TextBox } from '../ui/field.tsx'
import { Picker } from '../ui/picker.tsx'
import { StaffPicker } from '../ui/staff-picker.tsx'
import css from '../filters/filter-bar.module.css'

type FilterInputProps = {
  item: FilterItem
  value: string
  /** Why the server refused the value. */
  wrong?: string | undefined
  /** `now`: apply at once, as selects do. */
  onChange: (text: string, now: boolean) => void
}

type BoxProps = FilterInputProps & { described: string | undefined }

const SearchFilter = ({ item, value, onChange, described }: BoxProps) => (
  <TextBox
    boxClassName={css.search}
    type="search"
    aria-label={item.label}
    aria-invalid={described !== undefined || undefined}
    aria-describedby={described}
    placeholder={item.placeholder}
    value={value}
    left={<IconSearch size={16} stroke={1.9} aria-hidden />}
    onChange={(event) => onChange(event.target.value, false)}
  />
)

/** Props of every picker in a bar. */
const pickerOf = ({ item, value, onChange }: FilterInputProps) => ({
  name: item.label,
  emptyLabel: 'Tất cả',
  value,
  onChange: (text: string) => onChange(text, true),
})

const yesNo = [
  { value: '1', label: 'Có' },
  { value: '0', label: 'Không' },
]

const ChoiceFilter = (props: FilterInputProps) => {
  const { options = [], kind } = props.item.field
  return (
    <span className={css.picker}>
      <Picker {...pickerOf(props)} options={kind === 'flag' && options.length === 0 ? yesNo : options} />
    </span>
  )
}

/** Priorities of branches and leaders. */
const heads: readonly (number | undefined)[] = [3, 4]

function StaffFilter(props: FilterInputProps) {
  const staff = useStaff()
  const teams = staff.filter((member) => heads.includes(member.role_priority))
  return (
    <span className={css.picker}>
      <StaffPicker {...pickerOf(props)} staff={props.item.teams ? teams : staff} />
    </span>
  )
}

const filters = {
  id: SearchFilter,
  phone: SearchFilter,
  sim: SearchFilter,
  text: SearchFilter,
  note: SearchFilter,
  money: SearchFilter,
  number: SearchFilter,
  date: SearchFilter,
  instant: SearchFilter,
  choice: ChoiceFilter,
  choices: ChoiceFilter,
  staff: StaffFilter,
  flag: ChoiceFilter,
} satisfies Record<Kind, (props: BoxProps) => ReactNode>

/** The control, and below it why its value was refused. */
export function FilterInput(props: FilterInputProps) {
  const id = useId()
  const { item, wrong } = props
  const Kinded: (props: BoxProps) => ReactNode = filters[item.field.kind]
  return (
    <>
      <Kinded {...props} described={wrong && id} />
      {wrong && (
        <span className={css.wrong} id={id} role="alert">
          {wrong}
        </span>
      )}
    </>
  )
}
