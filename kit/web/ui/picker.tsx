/** A choice from a list: the value in a field, and a search box without diacritics when the list is long. */
import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { foldText } from '#kit/contract/text.ts'
import type { ControlProps } from './field.tsx'
import css from './picker.module.css'

export type PickerOption = { value: string; label: string; note?: string }

export type PickerProps = {
  options: readonly PickerOption[]
  value: string
  onChange: (value: string) => void
  /** Shown inside the field in grey before the value, as in filter bars. */
  name?: string
  /** Label of the empty value, which is then the first entry. */
  emptyLabel?: string
  placeholder?: string
  icon?: ReactNode
  label?: string
  /** Props from the field around it. */
  control?: Partial<ControlProps>
  autoFocus?: boolean
  disabled?: boolean
  /** Opens at once, as in a table cell. */
  open?: boolean
  /** Text typed before it opened. */
  typed?: string
  onClose?: () => void
}

type Box = ReturnType<typeof useCombobox>

const optionClass = { option: css.row ?? '' }

const searchFrom = 8
const maxShown = 200

/** The id of the list that the field of this id opens. */
const listOf = (field: string): string => `${field}-list`

/** Exact matches first, then those that begin with the text: Enter takes the first. */
function rank({ label, note = '' }: PickerOption, text: string): number {
  const names = [foldText(label), foldText(note)]
  return names.includes(text) ? 0 : names.some((name) => name.startsWith(text)) ? 1 : 2
}

function matching(options: readonly PickerOption[], typed: string): readonly PickerOption[] {
  const text = foldText(typed).trim()
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return options.slice(0, maxShown)
  return options
    .filter(({ label, note = '' }) => {
      const haystack = foldText(`${label} ${note}`)
      return words.every((word) => haystack.includes(word))
    })
    .toSorted((a, b) => rank(a, text) - rank(b, text))
    .slice(0, maxShown)
}

type OptionsProps = {
  options: readonly PickerOption[]
  text: string
  value: string
  box: Box
  field: string
}

function Options({ options, text, value, box, field }: OptionsProps) {
  const { selectActiveOption, selectFirstOption } = box
  // Once the list is rendered, the selection starts at the value, or at the best match.
  useEffect(
    () => void (text === '' ? selectActiveOption() : selectFirstOption()),
    [text, options.length, selectActiveOption, selectFirstOption],
  )
  return (
    <Combobox.Options id={listOf(field)} labelledBy={field} mah={280} style={{ overflowY: 'auto' }}>
      {options.length === 0 && <Combobox.Empty>Không tìm thấy</Combobox.Empty>}
      {options.map((option) => (
        <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
          <span className={css.option}>
            <span className={css.optionLabel}>{option.label}</span>
            {option.note && <small>{option.note}</small>}
            {option.value === value && <IconCheck size={14} stroke={2} aria-hidden />}
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Options>
  )
}

/** The text in the closed field. */
function ShownValue({ props, chosen }: { props: PickerProps; chosen: PickerOption | undefined }) {
  const { name, emptyLabel, placeholder } = props
  const text = chosen?.label ?? emptyLabel ?? placeholder
  return (
    <span className={css.text}>
      {name && <span className={css.name}>{name} </span>}
      <span className={name ? css.value : chosen ? undefined : css.name}>{text}</span>
    </span>
  )
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

type TargetProps = {
  id: string
  props: PickerProps
  chosen: PickerOption | undefined
  box: Box
  onType: (letter: string) => void
}

/** The closed field; its visible text is part of its accessible name, for voice control. */
function target({ id, props, chosen, box, onType }: TargetProps) {
  const { name, label, emptyLabel, placeholder } = props
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') box.closeDropdown('keyboard')
    // In a form a letter is meant for the field; in a bar it may be a key of the screen.
    if (!props.control || !isLetter(event)) return
    event.preventDefault()
    onType(event.key)
  }
  // Enter saves a form once something is chosen: the list opens by Space, an arrow or a letter, beside the button.
  const onKeyDownCapture = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const { form } = event.currentTarget
    if (event.key !== 'Enter' || !props.control || !chosen || !form || box.dropdownOpened) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) form.requestSubmit()
  }
  const heading = name ?? label
  return (
    <button
      type="button"
      id={id}
      {...props.control}
      className={css.field}
      aria-label={heading && `${heading} ${chosen?.label ?? emptyLabel ?? placeholder ?? ''}`}
      data-autofocus={props.autoFocus || undefined}
      disabled={props.disabled}
      onClick={() => box.toggleDropdown()}
      onKeyDown={onKeyDown}
      onKeyDownCapture={onKeyDownCapture}
      // Moving to the list's own search box does not leave the field.
      onBlur={(event) => box.dropdownOpened && event.stopPropagation()}
    >
      {props.icon}
      <ShownValue props={props} chosen={chosen} />
      <IconChevronDown size={14} stroke={1.9} aria-hidden />
    </button>
  )
}

/** In a long list the user continues by typing. */
function focusAtOnce(search: HTMLInputElement | null): void {
  search?.focus({ preventScroll: true })
  search?.setSelectionRange(search.value.length, search.value.length)
}

type SearchProps = { text: string; onText: (text: string) => void; box: Box; of: string; field: string }

function Search({ text, onText, box, of, field }: SearchProps) {
  return (
    <Combobox.Search
      ref={focusAtOnce}
      value={text}
      placeholder="Gõ không dấu cũng tìm được"
      role="combobox"
      aria-expanded={box.dropdownOpened}
      aria-controls={listOf(field)}
      aria-label={`Tìm ${of}`}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={(event) => event.stopPropagation()}
      onKeyDown={({ key }) => {
        // The list is rendered at the end of the page; Tab and Escape continue from its field.
        if (key === 'Tab' || key === 'Escape') box.targetRef.current?.focus({ preventScroll: true })
        if (key === 'Tab') box.closeDropdown('keyboard')
      }}
    />
  )
}

export function Picker(props: PickerProps) {
  const { options, value, onChange, name, emptyLabel, label, open, onClose } = props
  /** Null until something is typed: a short list shows its search box with the first letter. */
  const [typed, setText] = useState<string | null>(props.typed ?? null)
  const text = typed ?? ''
  const ownId = useId()
  const id = props.control?.id ?? ownId
  const box = useCombobox({
    defaultOpened: open ?? false,
    // Not on closing: the whole list would flash up once more.
    onDropdownOpen: () => setText(null),
    onDropdownClose: () => {
      box.resetSelectedOption()
      onClose?.()
    },
  })
  const searched = options.length > searchFrom || typed !== null
  const type = (letter: string): void => {
    if (!box.dropdownOpened) box.openDropdown()
    setText((now) => (now ?? '') + letter)
  }
  // A list that opens at once takes the keys, in its search box or field.
  const { targetRef } = box
  useEffect(() => {
    if (open && !searched) targetRef.current?.focus({ preventScroll: true })
  }, [open, searched, targetRef])
  const choices = emptyLabel === undefined ? options : [{ value: '', label: emptyLabel }, ...options]
  const submit = (next: string): void => {
    onChange(next)
    box.targetRef.current?.focus({ preventScroll: true })
    box.closeDropdown()
  }
  return (
    <Combobox
      store={box}
      position="bottom-start"
      width="max-content"
      // The hundreds of names in every list are not rendered before it is opened.
      keepMounted={false}
      onOptionSubmit={submit}
      classNames={optionClass}
    >
      <Combobox.Target targetType="button" withAriaAttributes>
        {/* The target must be the element itself: it takes a ref and attributes. */}
        {target({ id, props, chosen: options.find((option) => option.value === value), box, onType: type })}
      </Combobox.Target>
      <Combobox.Dropdown miw={200} maw={360}>
        {searched && <Search text={text} onText={setText} box={box} of={name ?? label ?? ''} field={id} />}
        <Options options={matching(choices, text)} text={text} value={value} box={box} field={id} />
      </Combobox.Dropdown>
    </Combobox>
  )
}
