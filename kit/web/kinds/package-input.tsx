/** The control of a package by name. */
import { useState } from 'react'
import { packageKey } from '#kit/contract/text.ts'
import { offeredFor, usePackages } from '../packages.ts'
import { PackageBox } from '../ui/package-box.tsx'
import css from './cell.module.css'
import type { InputProps } from './input.tsx'

/**
 * A package of the price list: what is typed in another spelling becomes the list's. Another text stays, as carriers
 * have packages that the list does not; it is said that such a row has neither price nor result (D3-WORD-01).
 */
export function PackageInput({ field, control = {}, autoFocus, value, onChange }: InputProps) {
  const packages = usePackages()
  const known = packages.find(({ name }) => packageKey(name) === packageKey(value))
  const [left, setLeft] = useState(false)
  // Said while it is typed where nothing is suggested: a line that came with the click on a button would move the button away.
  const said = left || offeredFor(packages, value).length === 0
  const unknown = said && !known && packages.length > 0 && value.trim() !== ''
  return (
    <div
      onFocus={() => setLeft(false)}
      onBlur={() => {
        setLeft(true)
        if (known && known.name !== value) onChange(known.name)
      }}
    >
      <PackageBox
        control={control}
        value={value}
        onChange={onChange}
        {...(autoFocus && { autoFocus })}
        {...(field.max !== undefined && { maxLength: field.max })}
      />
      {unknown && (
        <small role="status" className={css.nothing}>
          Không có trong bảng giá: chưa tính được giá và kết quả
        </small>
      )}
    </div>
  )
}
