/** The control of each kind in forms and cells. Its value is text; `readField` parses it. */
import { useId, type ReactNode } from 'react'
import { formatDate, formatInstant } from '../../../contract/dates.ts'
import type { Field, Kind } from '../../../contract/kit/field.ts'
import { chosen } from '../../../contract/choices.ts'
import { showPhone } from '../../../contract/phone.ts'
import { formatMoney } from '../../../contract/money.ts'
import { usePackages } from '../packages.ts'
import { DateBox } from '../ui/date-box.tsx'
import { TextArea, TextBox, type ControlProps } from '../ui/field.tsx'
import { Picker } from '../ui/picker.tsx'
import { StaffPicker } from '../ui/staff-picker.tsx'
import { typeMoney } from './money-typing.ts'

export type InputProps = {
  field: Field
  value: string
  onChange: (text: string) => void
  control?: Partial<ControlProps> & { list?: string }
  autoFocus?: boolean
  readOnly?: boolean
}

const focusMark = (autoFocus: boolean | undefined) => (autoFocus ? { 'data-autofocus': true } : {})

const longest = (field: Field): { maxLength: number } => ({ maxLength: field.max ?? 500 })

const TextInput = ({ field, value, onChange, control, autoFocus, readOnly }: InputProps) => (
  <TextBox
    {...control}
    {...focusMark(autoFocus)}
    {...longest(field)}
    readOnly={readOnly}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** Free text with package names as suggestions: a package outside the price list has no price and no result. */
function PackageInput({ control, ...props }: InputProps) {
  const list = useId()
  return (
    <>
      <TextInput {...props} control={{ ...control, list }} />
      <datalist id={list}>
        {usePackages().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

const PhoneInput = (props: InputProps) => (
  <TextBox
    {...props.control}
    {...focusMark(props.autoFocus)}
    readOnly={props.readOnly}
    inputMode="tel"
    maxLength={40}
    value={props.value}
    onChange={(event) => props.onChange(event.target.value)}
  />
)

const NoteInput = ({ field, value, onChange, control, autoFocus, readOnly }: InputProps) => (
  <TextArea
    {...control}
    {...focusMark(autoFocus)}
    {...longest(field)}
    readOnly={readOnly}
    rows={2}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    onKeyDown={(event) => {
      // Enter submits the form as everywhere; Shift and Enter makes a new line.
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    }}
  />
)

const NumberInput = ({ field, value, onChange, control, autoFocus, readOnly }: InputProps) => (
  <TextBox
    {...control}
    {...focusMark(autoFocus)}
    readOnly={readOnly}
    numeric
    inputMode={field.decimals ? 'decimal' : 'numeric'}
    maxLength={24}
    value={value}
    onChange={(event) => {
      const box = event.target
      const typed = field.decimals
        ? { text: box.value, caret: box.value.length }
        : typeMoney(value, box.value, box.selectionStart ?? box.value.length)
      onChange(typed.text)
      if (!field.decimals) requestAnimationFrame(() => box.setSelectionRange(typed.caret, typed.caret))
    }}
  />
)

const DateInput = ({ field, value, onChange, control, autoFocus, readOnly }: InputProps) => (
  <DateBox
    {...control}
    autoFocus={autoFocus ?? false}
    readOnly={readOnly ?? false}
    entry={field.entry ?? false}
    value={value}
    onChange={onChange}
  />
)

const picked = ({ control = {}, autoFocus, readOnly }: InputProps) => ({
  control,
  autoFocus: autoFocus ?? false,
  disabled: readOnly ?? false,
})

const ChoiceInput = (props: InputProps) => (
  <Picker
    {...picked(props)}
    options={props.field.options ?? []}
    value={props.value}
    placeholder="Chọn"
    {...(!props.field.required && { emptyLabel: 'Không chọn' })}
    onChange={props.onChange}
  />
)

const StaffInput = (props: InputProps) => (
  <StaffPicker
    {...picked(props)}
    value={props.value}
    placeholder="Chọn nhân viên"
    {...(!props.field.required && { emptyLabel: 'Không chọn' })}
    onChange={props.onChange}
  />
)

const FlagInput = (props: InputProps) =>
  props.field.options ? (
    <ChoiceInput {...props} />
  ) : (
    <input
      type="checkbox"
      id={props.control?.id}
      disabled={props.readOnly}
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
  if (props.field.suggest && !props.readOnly) return <PackageInput {...props} />
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
  choices: (value) => chosen(value).join(','),
  staff: plain,
  flag: plain,
} satisfies Record<Kind, (value: unknown) => string>

/** The initial text of a control for a value of the API. */
export const typedText = (value: unknown, field: Field): string => texts[field.kind](value)
