/** A person in a narrow place: the full name, the user name on pointing at it. */
import type { Field } from '../../../contract/kit/field.ts'
import { showField } from '../../../contract/kit/kinds.ts'
import { useStaffName } from '../../kit/staff.ts'

/** The name of `username`, or what the field calls it when nobody of ours has it. */
export function ByName({
  field,
  username,
  className,
}: {
  field: Field
  username: string
  className?: string | undefined
}) {
  const fullname = useStaffName(username)
  return (
    <span className={className} title={fullname && `${fullname} (${username})`}>
      {fullname ?? showField(username, field)}
    </span>
  )
}
