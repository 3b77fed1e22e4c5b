/** The control of each kind in forms and cells. Its value is text; `readField` parses it. */
import { Suspense, type ChangeEvent, type ReactNode } from 'react'
import { formatDate, formatInstant } from '#kit/contract/dates.ts'
import type { Field, Kind } from '#kit/contract/field.ts'
import { choiceValues } from '#kit/contract/choices.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { lazyPart, named } from '../lazy-part.tsx'
import { DateBox } from '../ui/date-box.tsx'
import { TextArea, TextBox, type ControlProps } from '../ui/field.tsx'
import { Picker } from '../ui/picker.tsx'
import { StaffPicker } from '../ui/staff-picker.tsx'
import { typeMoney } from './money-typing.ts'

export type InputProps = {
  field: Field
  value: string
  onChange: (text: string) => void
  control?: Partial<ControlProps>
  autoFocus?: boolean
}

const longest = (field: Field): { maxLength: number } => ({ maxLength: field.max ?? 500 })

/** Props of every text box. */
const boxOf = ({ control, autoFocus, value, onChange }: InputProps) => ({
  ...control,
  ...(autoFocus && { 'data-autofocus': true }),
  value,
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
})

const TextInput = (props: InputProps) => <TextBox {...boxOf(props)} {...longest(props.field)} />

/** Its code is loaded after the rows: the first lists have no packages. */
const LoadedPackageInput = lazyPart(() => named(import('./package-input.tsx'), 'PackageInput'))
const PackageInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <LoadedPackageInput {...props} />
  </Suspense>
)

const PhoneInput = (props: InputProps) => <TextBox {...boxOf(props)} inputMode="tel" maxLength={40} />

const NoteInput = (props: InputProps) => (
  <TextArea
    {...boxOf(props)}
    {...longest(props.field)}
    rows={2}
    onKeyDown={(event) => {
      // Enter submits the form as everywhere; Shift and Enter makes a new line.
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
      event.preventDefault()
      if (!event.repeat) event.currentTarget.form?.requestSubmit()
    }}
  />
)

/** An amount: its digits are grouped while it is typed. */
const MoneyInput = (props: InputProps) => (
  <TextBox
    {...boxOf(props)}
    numeric
    inputMode="numeric"
    maxLength={24}
    onChange={({ target: box }) => {
      const { text, caret } = typeMoney(props.value, box.value, box.selectionStart ?? box.value.length)
      props.onChange(text)
      requestAnimationFrame(() => box.setSelectionRange(caret, caret))
    }}
  />
)

const NumberInput = (props: InputProps) =>
  props.field.decimals ? (
    <TextBox {...boxOf(props)} numeric inputMode="decimal" maxLength={24} />
  ) : (
    <MoneyInput {...props} />
  )

const DateInput = ({ field, control, ...props }: InputProps) => (
  <DateBox {...control} {...props} entry={field.entry ?? false} />
)

/** Props of every picker. */
const pickerOf = ({ field, control = {}, ...props }: InputProps) => ({
  ...props,
  control,
  ...(!field.required && { emptyLabel: 'Không chọn' }),
})

const ChoiceInput = (props: InputProps) => (
  <Picker {...pickerOf(props)} options={props.field.options ?? []} placeholder="Chọn" />
)

const StaffInput = (props: InputProps) => <StaffPicker {...pickerOf(props)} placeholder="Chọn nhân viên" />

const FlagInput = (props: InputProps) =>
  props.field.options ? (
    <ChoiceInput {...props} />
  ) : (
    <input
      type="checkbox"
      id={props.control?.id}
      checked={props.value === '1'}
      onChange={(event) => props.onChange(event.target.checked ? '1' : '0')}
    />
  )

const inputs = {
  id: TextInput,
  phone: PhoneInput,
  sim: PhoneInput,
  text: TextInput,
  note: NoteInput,
  money: NumberInput,
  number: NumberInput,
  date: DateInput,
  instant: TextInput,
  choice: ChoiceInput,
  choices: TextInput,
  staff: StaffInput,
  flag: FlagInput,
} satisfies Record<Kind, (props: InputProps) => ReactNode>

/** The control of `field`. */
export function FieldInput(props: InputProps) {
  if (props.field.suggest) return <PackageInput {...props} />
  const Kinded: (props: InputProps) => ReactNode = inputs[props.field.kind]
  return <Kinded {...props} />
}

const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const texts = {
  id: plain,
  phone: (value) => (value ? showPhone(String(value)) : ''),
  sim: plain,
  text: plain,
  note: plain,
  money: (value) => (typeof value === 'number' ? formatMoney(value) : ''),
  number: plain,
  date: (value) => (value ? formatDate(String(value)) : ''),
  instant: (value) => (value ? formatInstant(String(value)) : ''),
  choice: plain,
  choices: (value) => choiceValues(value).join(','),
  staff: plain,
  flag: plain,
} satisfies Record<Kind, (value: unknown) => string>

/** The initial text of a control for a value of the API. */
export const typedText = (value: unknown, field: Field): string => texts[field.kind](value)
