/** Gives numbers and appointments of one person to another of the same unit (D3-ORG-04). */
import { formatMoney } from '#kit/contract/money.ts'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { handOver, heldBy, texts, type HeldNumbers } from '#subjects/people/contract/calls/handovers.ts'
import { useCallForm } from '#kit/web/form/call-dialog.tsx'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { PickField } from '#kit/web/form/pick-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { useCall } from '#kit/web/query.ts'
import { useStaff } from '#kit/web/staff.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import css from './accounts.module.css'

/** `except`: files that are not handed over. */
type Values = { from: string; to: string; except: string[] }

const branchOf = ({ id, role_priority, brand_id }: Staff): string | null =>
  role_priority === 3 ? id : brand_id

/** Who may receive the numbers of `from`: callers of its branch; for headquarters, everybody. */
function recipients(staff: readonly Staff[], from: string): readonly Staff[] {
  const giver = staff.find(({ id }) => id === from)
  const branch = giver ? branchOf(giver) : null
  return staff.filter(
    (one) =>
      one.id !== from &&
      [3, 4, 5].includes(one.role_priority) &&
      (branch === null || branchOf(one) === branch),
  )
}

const optionsOf = (staff: readonly Staff[]) =>
  staff.map(({ id, fullname, username }) => ({ value: id, label: fullname, note: username }))

function Files({ form, held }: { form: Form<Values>; held: HeldNumbers }) {
  const { except } = form.values
  if (held.files.length === 0) return <p className={css.hint}>{texts.nothing}</p>
  return (
    <fieldset className={css.group}>
      <legend>Bàn giao những gì</legend>
      {held.files.map(({ id, name, numbers, appointments }) => (
        <label key={id} className={css.tick}>
          <Checkbox
            label={name}
            checked={!except.includes(id)}
            onChange={({ target }) =>
              form.set(
                'except',
                target.checked ? except.filter((one) => one !== id) : [...except, id].toSorted(),
              )
            }
          />
          <span>
            {name}{' '}
            <span className={css.hint}>
              {formatMoney(numbers)} số, {formatMoney(appointments)} lịch hẹn
            </span>
          </span>
        </label>
      ))}
      <p className={css.hint}>
        Số đang giữ trên tay ở lại. Người nhận lấy số của các file này trong phần được giao.
      </p>
    </fieldset>
  )
}

/** The dialog; `from` is the giver, if already known. */
export function HandoverDialog({ from, onClose }: { from?: string; onClose: () => void }) {
  const staff = useStaff()
  const form: Form<Values> = useCallForm(handOver, {
    start: { from: from ?? '', to: '', except: [] as string[] },
    follow: (_, name) => (name === 'from' ? { to: '', except: [] } : {}),
    fallback: texts.failed,
    input: ({ from: giver, to, except }) => {
      const files = held.data?.files.map(({ id }) => id).filter((id) => !except.includes(id))
      return { from: giver, to, ...(except.length > 0 && files && { files }) }
    },
    refreshes: ['bangiao', 'customer'],
    onDone: onClose,
  })
  const { from: giver, except } = form.values
  const held = useCall('customer', heldBy, giver === '' ? null : { id: giver })
  const chosen = held.data?.files.some(({ id }) => !except.includes(id)) ?? false
  return (
    <FormDialog form={form} title="Bàn giao" saveLabel="Bàn giao" ready={chosen} onClose={onClose}>
      <div className={css.pair}>
        <PickField
          form={form}
          name="from"
          autoFocus={from === undefined}
          placeholder="Chọn nhân viên"
          options={optionsOf(staff)}
        />
        <PickField
          form={form}
          name="to"
          autoFocus={from !== undefined}
          placeholder={giver === '' ? 'Chọn người bàn giao trước' : 'Chọn nhân viên'}
          disabled={giver === ''}
          options={optionsOf(recipients(staff, giver))}
        />
      </div>
      {held.error && <ErrorNote error={held.error} retry={() => void held.refetch()} />}
      {held.data && <Files form={form} held={held.data} />}
    </FormDialog>
  )
}
