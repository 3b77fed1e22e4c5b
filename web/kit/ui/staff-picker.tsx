/** The staff picker: indented by level, searched by name or user name without marks. */
import { IconUser } from '@tabler/icons-react'
import { staffLabel, useStaff, type StaffMember } from '../staff.ts'
import { Picker, type PickerProps } from './picker.tsx'

type StaffPickerProps = Omit<PickerProps, 'options'> & {
  /** Who can be picked; everybody in reach when left out. */
  staff?: readonly StaffMember[]
}

/** Picks a user name. */
export function StaffPicker({ staff, ...rest }: StaffPickerProps) {
  const everybody = useStaff()
  const options = (staff ?? everybody).map((member) => ({
    value: member.username,
    label: staffLabel(member),
    note: member.username,
  }))
  return <Picker icon={<IconUser size={16} stroke={1.9} aria-hidden />} {...rest} options={options} />
}
