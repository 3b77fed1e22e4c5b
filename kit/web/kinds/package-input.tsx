/** The control of a package by name. */
import { useState } from 'react'
import { packageKey } from '#kit/contract/text.ts'
import { offeredFor, usePackages } from '../packages.ts'
import { PackageBox } from '../ui/package-box.tsx'
import css from './cell.module.css'
import type { InputProps } from './input.tsx'

/**
 * A package of the price list: another spelling becomes the list's when typed. Other texts stay, as carriers have
 * packages that the list does not; a note says that such a row has neither price nor result (D3-WORD-01).
 */
export function PackageInput({ field, control = {}, autoFocus, value, onChange }: InputProps) {
  const packages = usePackages()
  const listed = packages.find(({ name }) => packageKey(name) === packageKey(value))
  const [isLeft, setIsLeft] = useState(false)
  // Shown while typing if nothing is suggested: a line appearing with the click on a button would move the button.
  const mayWarn = isLeft || offeredFor(packages, value).length === 0
  const unknown = mayWarn && !listed && packages.length > 0 && value.trim() !== ''
  return (
    <div
      onFocus={() => setIsLeft(false)}
      onBlur={() => {
        setIsLeft(true)
        if (listed && listed.name !== value) onChange(listed.name)
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
