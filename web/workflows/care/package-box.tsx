/** The package of a result: free text, with the customer's packages as suggestions. */
import { Combobox, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { formatMoney } from '../../../contract/money.ts'
import { foldText } from '../../../contract/text.ts'
import type { CareCustomer } from '../../../contract/workflows/care.ts'
import type { FieldControl } from '../../kit/form/form-field.tsx'
import { TextBox } from '../../kit/ui/field.tsx'
import css from './care-dialog.module.css'

type PackageBoxProps = FieldControl<string> & { packages: CareCustomer['packages']; autoFocus: boolean }

const optionClass = { option: css.option ?? '' }

/** All suggestions while the text is one of them, else those that contain it. */
function fitting(packages: CareCustomer['packages'], text: string): CareCustomer['packages'] {
  if (packages.some(({ code }) => code === text)) return packages
  return packages.filter(({ code }) => foldText(code).includes(foldText(text.trim())))
}

type ChoicesProps = Pick<PackageBoxProps, 'packages' | 'value'> & { labelledBy: string }

const Choices = ({ packages, value, labelledBy }: ChoicesProps) => (
  <Combobox.Dropdown hidden={packages.length === 0}>
    <Combobox.Options labelledBy={labelledBy}>
      {packages.map(({ code, price }) => (
        <Combobox.Option key={code} value={code} active={code === value}>
          <span className={css.choice}>
            {code}
            {price !== null && <small data-num>{formatMoney(price)}</small>}
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Options>
  </Combobox.Dropdown>
)

/** Codes are written in capitals; Enter takes the marked suggestion, else confirms the dialog. */
export function PackageBox({ control, value, packages, autoFocus, onChange }: PackageBoxProps) {
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const price = packages.find(({ code }) => code === value)?.price
  return (
    <Combobox
      store={box}
      classNames={optionClass}
      onOptionSubmit={(code) => {
        onChange(code)
        box.closeDropdown()
      }}
    >
      {/* The list is as wide as the box, not as the text inside it. */}
      <Combobox.DropdownTarget>
        <div>
          <Combobox.EventsTarget>
            <TextBox
              {...control}
              {...(autoFocus && { 'data-autofocus': true })}
              value={value}
              maxLength={50}
              placeholder="Gõ hoặc chọn mã gói"
              onChange={(event) => {
                const typed = event.target.value.toUpperCase()
                onChange(typed)
                if (packages.some(({ code }) => code === typed)) box.closeDropdown()
                else box.openDropdown()
              }}
              onClick={() => box.openDropdown()}
              onBlur={() => box.closeDropdown()}
              right={
                <span className={css.price} data-num>
                  {price !== null && price !== undefined && formatMoney(price)}
                  <IconChevronDown size={14} stroke={1.9} aria-hidden />
                </span>
              }
            />
          </Combobox.EventsTarget>
        </div>
      </Combobox.DropdownTarget>
      <Choices packages={fitting(packages, value)} value={value} labelledBy={control.id} />
    </Combobox>
  )
}
