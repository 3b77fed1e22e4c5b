/** Branch and leader of an account, as its role asks for them (D1-ACC-32, D1-ACC-33, D1-Q-039). */
import type { FieldErrors } from '../../../contract/kit/error.ts'
import {
  allBranches,
  leadersOfBrand,
  treeFields,
  type Account,
  type Staff,
} from '../../../contract/workflows/accounts.ts'
import { useCall } from '../../kit/query.ts'
import { Field } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'

export type PositionIds = { brand_id: string; group_id: string }

type PlaceFieldsProps = {
  priority: number | undefined
  place: PositionIds
  onChange: (place: PositionIds) => void
  errors: FieldErrors
  /** Shown for a branch or leader that is out of the editor's reach or stopped. */
  account: Account | null
}

type Known = { id: string; username: string } | null | undefined

/** The choices, with the present one even where the list does not have it. */
function choices(list: readonly Staff[] | undefined, present: Known) {
  const options = (list ?? []).map(({ id, fullname, username }) => ({
    value: id,
    label: fullname,
    note: username,
  }))
  if (!present || options.some(({ value }) => value === present.id)) return options
  return [...options, { value: present.id, label: present.username, note: '' }]
}

/** The pickers that the role's number asks for; a new branch empties the leader. */
export function PositionFields({ priority, place, onChange, errors, account }: PlaceFieldsProps) {
  const { brand, group } = treeFields(priority)
  const branches = useCall('users', allBranches, brand ? {} : null)
  const leaders = useCall(
    'users',
    leadersOfBrand,
    group && place.brand_id ? { brandId: place.brand_id } : null,
  )
  const sameBranch = place.brand_id === account?.brand_id
  return (
    <>
      {brand && (
        <Field label="Chi nhánh" required={brand === 'required'} error={errors.brand_id}>
          {(control) => (
            <Picker
              id={control.id}
              invalid={control['aria-invalid']}
              describedBy={control['aria-describedby']}
              placeholder="Chọn chi nhánh"
              {...(brand === 'optional' && { emptyLabel: 'Không chọn' })}
              options={choices(branches.data?.values, account?.brand)}
              value={place.brand_id}
              onChange={(brand_id) => onChange({ brand_id, group_id: '' })}
            />
          )}
        </Field>
      )}
      {group && (
        <Field label="Leader" required error={errors.group_id}>
          {(control) => (
            <Picker
              id={control.id}
              invalid={control['aria-invalid']}
              describedBy={control['aria-describedby']}
              placeholder={place.brand_id ? 'Chọn leader' : 'Chọn chi nhánh trước'}
              disabled={!place.brand_id}
              options={choices(leaders.data?.values, sameBranch ? account?.group : null)}
              value={place.group_id}
              onChange={(group_id) => onChange({ ...place, group_id })}
            />
          )}
        </Field>
      )}
    </>
  )
}
