/** The control of each kind of setting. Its value is the draft; the catalogue parses it. */
import { longestAddress } from '#platform/contract/settings/address.ts'
import { priorities, priorityNames } from '#platform/contract/abilities.ts'
import { hasLines, linesOf, type Setting, type SettingValue } from '#platform/contract/settings/kinds.ts'
import { Picker } from '#kit/web/ui/picker.tsx'
import { TextArea, TextBox, type ControlProps } from '#kit/web/ui/field.tsx'
import { ColorInput, ImageInput } from './look-input.tsx'
import css from './settings.module.css'

/** A value while it is edited: text, or the chosen levels. */
export type Draft = string | readonly number[]

type InputProps = {
  setting: Setting
  value: Draft
  onChange: (value: Draft) => void
  readOnly: boolean
  control: ControlProps
  /** Options added by another setting. */
  more: readonly string[]
}

/** The draft of a stored value. */
export function draftOf(value: SettingValue, setting: Setting): Draft {
  if (setting.kind === 'priorities') return value as readonly number[]
  if (hasLines(setting)) return linesOf(value, setting).join('\n')
  return Array.isArray(value) ? value.join('\n') : String(value)
}

function Levels({ value, onChange, readOnly }: InputProps) {
  const chosen = value as readonly number[]
  const toggle = (level: number): void =>
    onChange(
      chosen.includes(level)
        ? chosen.filter((chosenLevel) => chosenLevel !== level)
        : [...chosen, level].toSorted((a, b) => a - b),
    )
  return (
    <div className={css.levels}>
      {priorities
        .filter((level) => level > 2)
        .map((level) => (
          <label key={level}>
            <input
              type="checkbox"
              disabled={readOnly}
              checked={chosen.includes(level)}
              onChange={() => toggle(level)}
            />
            {priorityNames[level]}
          </label>
        ))}
    </div>
  )
}

function Choice({ setting, value, onChange, readOnly, control, more }: InputProps) {
  if (setting.kind !== 'choice') return null
  const options = [...setting.options, ...more.map((name) => ({ value: name, label: name }))]
  const notOffered = !options.some((option) => option.value === value)
  return (
    <Picker
      control={control}
      disabled={readOnly}
      options={
        notOffered ? [...options, { value: String(value), label: String(value), note: 'không còn' }] : options
      }
      value={String(value)}
      onChange={onChange}
    />
  )
}

const Flag = ({ value, onChange, readOnly, control }: InputProps) => (
  <label className={css.flag}>
    <input
      type="checkbox"
      id={control.id}
      aria-describedby={control['aria-describedby']}
      disabled={readOnly}
      checked={value === '1'}
      onChange={(event) => onChange(event.target.checked ? '1' : '0')}
    />
    {value === '1' ? 'Bật' : 'Tắt'}
  </label>
)

function longest(setting: Setting): number {
  if (setting.kind === 'address') return longestAddress
  return setting.kind === 'text' ? setting.max : 12
}

/** The control of `setting`. */
export function SettingInput(props: InputProps) {
  const { setting, value, onChange, readOnly, control } = props
  if (setting.kind === 'priorities') return <Levels {...props} />
  if (setting.kind === 'choice') return <Choice {...props} />
  if (setting.kind === 'flag') return <Flag {...props} />
  const plain = { value: String(value), onChange, readOnly, control }
  if (setting.kind === 'color') return <ColorInput setting={setting} {...plain} />
  if (setting.kind === 'image') return <ImageInput setting={setting} {...plain} />
  if (setting.kind === 'texts' || hasLines(setting)) {
    const lines = String(value).split('\n').length
    return (
      <TextArea
        {...control}
        readOnly={readOnly}
        rows={Math.min(Math.max(lines, 2), 6)}
        value={String(value)}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <TextBox
      {...control}
      readOnly={readOnly}
      numeric={setting.kind === 'number'}
      inputMode={setting.kind === 'number' ? 'decimal' : 'text'}
      maxLength={longest(setting)}
      placeholder={setting.kind === 'number' || setting.kind === 'clock' ? setting.empty : undefined}
      right={setting.kind === 'number' && <span className={css.unit}>{setting.unit}</span>}
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
