/** A person in a narrow column: full name, username in the tooltip. */
import type { Field } from '#kit/contract/field.ts'
import { showField } from '#kit/contract/kinds.ts'
import { useStaffName } from '#kit/web/staff.ts'

/** The name of `username`, or the row's own name for an unknown user. */
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
