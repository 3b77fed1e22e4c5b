/** The staff picker: indented by level, searched by name or username without diacritics. */
import { IconUser } from '@tabler/icons-react'
import { anyBranch, noBranch, noneValue } from '#kit/contract/resource.ts'
import { staffLabel, useStaff, type StaffMember } from '../staff.ts'
import { Picker, type PickerProps } from './picker.tsx'

/** 'Nobody' and 'any branch' are no accounts: offered only when a link uses them. */
const words: Readonly<Record<string, string>> = {
  [noneValue]: 'Chưa rõ nhân viên',
  [anyBranch]: 'Mọi chi nhánh',
  [noBranch]: 'Ngoài chi nhánh',
}

type StaffPickerProps = Omit<PickerProps, 'options'> & {
  /** Accounts to pick from; everybody in the caller's scope by default. */
  staff?: readonly StaffMember[]
}

export function StaffPicker({ staff, ...rest }: StaffPickerProps) {
  const everybody = useStaff()
  const word = words[rest.value]
  const options = [
    ...(word === undefined ? [] : [{ value: rest.value, label: word }]),
    ...(staff ?? everybody).map((member) => ({
      value: member.username,
      label: staffLabel(member),
      note: member.username,
    })),
  ]
  return <Picker icon={<IconUser size={16} stroke={1.9} aria-hidden />} {...rest} options={options} />
}
