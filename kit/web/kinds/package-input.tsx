/** The control of a package by name. */
import { PackageBox } from '../ui/package-box.tsx'
import type { InputProps } from './input.tsx'

export const PackageInput = ({ field, control = {}, autoFocus, value, onChange }: InputProps) => (
  <PackageBox
    control={control}
    value={value}
    onChange={onChange}
    {...(autoFocus && { autoFocus })}
    {...(field.max !== undefined && { maxLength: field.max })}
  />
)
