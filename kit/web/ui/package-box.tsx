/**
 * The one package control: code or price typed, suggestions with their prices (D3-UX-01). Other texts stay, as carriers
 * have packages that the list does not; a note says that they have neither price nor result (D3-WORD-01), and the server
 * asks about them (D3-OTP-08).
 */
import { Combobox, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { formatMoney } from '#kit/contract/money.ts'
import { packageKey } from '#kit/contract/text.ts'
import { composing } from '../keys.ts'
import { enterIn, offeredFor, priceOf, usePackages, type PricedPackage } from '../packages.ts'
import { TextBox, type ControlProps } from './field.tsx'
import css from './package-box.module.css'

type PackageBoxProps = {
  control: Partial<ControlProps>
  value: string
  onChange: (text: string) => void
  /** Suggested before those of the price table, as the customer's own. */
  packages?: readonly { code: string; price: number | null }[]
  autoFocus?: boolean
  maxLength?: number
}

const optionClass = { option: css.option ?? '' }

type ChoicesProps = { packages: readonly PricedPackage[]; value: string; labelledBy: string | undefined }

const Choices = ({ packages, value, labelledBy }: ChoicesProps) => (
  <Combobox.Dropdown hidden={packages.length === 0}>
    <Combobox.Options {...(labelledBy && { labelledBy })} mah={280} style={{ overflowY: 'auto' }}>
      {packages.map(({ name, price }) => (
        <Combobox.Option key={name} value={name} active={name === value}>
          <span className={css.choice}>
            {name}
            {price !== null && <small data-num>{formatMoney(price)}</small>}
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Options>
  </Combobox.Dropdown>
)

/** What the typed text finds among a form's own packages and those of the price list. */
function useTypedPackage(value: string, packages: NonNullable<PackageBoxProps['packages']>) {
  const list = usePackages()
  const own = packages.map(({ code: name, price }) => ({ name, price: price ?? priceOf(list, name) ?? null }))
  const priced = [...own, ...list]
  const offered = offeredFor(priced, value)
  const listed = priced.find(({ name }) => packageKey(name) === packageKey(value))
  const isPriced = list.some(({ name }) => packageKey(name) === packageKey(value))
  const isUnknown = !isPriced && list.length > 0 && value.trim() !== ''
  return { priced, offered, listed, isUnknown, price: priceOf(priced, value) }
}

/** Enter takes what it finds; the form gets the key only where it submits. */
function takeByEnter(
  event: KeyboardEvent,
  does: ReturnType<typeof enterIn>,
  take: (name: string) => void,
): void {
  if (event.key !== 'Enter' || composing(event.nativeEvent) || does === 'submits') return
  event.preventDefault()
  event.stopPropagation()
  if (does) take(does.name)
}

const UnknownNote = () => (
  <small role="status" className={css.unknown}>
    Không có trong bảng giá: chưa tính được giá và kết quả
  </small>
)

/**
 * Codes are written in capitals; another spelling becomes the list's when the box is left. Enter takes the marked
 * suggestion, else the first; a whole name submits the form.
 */
export function PackageBox(props: PackageBoxProps) {
  const { control, value, packages = [], autoFocus, maxLength = 64, onChange } = props
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const { priced, offered, listed, isUnknown, price } = useTypedPackage(value, packages)
  const [isLeft, setIsLeft] = useState(false)
  const take = (name: string): void => {
    onChange(name)
    box.closeDropdown()
  }
  const onEnter = (event: KeyboardEvent): void => {
    const isMarked = box.dropdownOpened && box.getSelectedOptionIndex() !== -1
    if (!isMarked) takeByEnter(event, enterIn(priced, value), take)
  }
  return (
    <Combobox store={box} classNames={optionClass} onOptionSubmit={take}>
      {/* The list is as wide as the box, not as the text inside it. */}
      <Combobox.DropdownTarget>
        <div onKeyDownCapture={onEnter}>
          <Combobox.EventsTarget>
            <TextBox
              {...control}
              {...(autoFocus && { 'data-autofocus': true })}
              value={value}
              maxLength={maxLength}
              placeholder="Gõ hoặc chọn mã gói"
              onChange={(event) => {
                const typed = event.target.value.toUpperCase()
                onChange(typed)
                box.resetSelectedOption()
                // After a whole name no list may cover the next field.
                if (priced.some(({ name }) => name === typed)) box.closeDropdown()
                else box.openDropdown()
              }}
              onClick={() => box.openDropdown()}
              onFocus={() => setIsLeft(false)}
              onBlur={() => {
                box.closeDropdown()
                setIsLeft(true)
                if (listed && listed.name !== value) onChange(listed.name)
              }}
              right={
                <span className={css.price} data-num>
                  {price !== undefined && formatMoney(price)}
                  <IconChevronDown size={14} stroke={1.9} aria-hidden />
                </span>
              }
            />
          </Combobox.EventsTarget>
        </div>
      </Combobox.DropdownTarget>
      <Choices packages={offered} value={value} labelledBy={control.id} />
      {/* Also while typing if nothing is suggested: a line that appears with the click on a button would move it. */}
      {isUnknown && (isLeft || offered.length === 0) && <UnknownNote />}
    </Combobox>
  )
}
