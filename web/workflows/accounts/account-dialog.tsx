/** Creates and edits an account (D1-ACC-18, D1-ACC-20, D1-ACC-24 to D1-ACC-33). */
import { useCallback, useState } from 'react'
import { AppError } from '../../../contract/kit/error.ts'
import { createAccount, texts, updateAccount, type Account } from '../../../contract/workflows/accounts.ts'
import { roleList } from '../../../contract/workflows/roles.ts'
import { send } from '../../kit/client.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { useFormState, type FormState } from '../../kit/resource/form-state.ts'
import { useActor, useCan } from '../../kit/session.ts'
import { usePublicSetting } from '../../kit/public-settings.ts'
import { Field, TextBox } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { createFields, editFields, positionOf, readAccount } from './account-form.ts'
import { FormDialog } from '../../kit/resource/form-dialog.tsx'
import { PasswordBox } from './password-dialog.tsx'
import { PositionFields } from './position-fields.tsx'
import { useSaving } from './use-saving.ts'
import css from './accounts.module.css'

type Saving = ReturnType<typeof useSaving>
type BoxProps = Pick<Saving, 'errors' | 'forget'> & {
  form: FormState
  name: string
  label: string
  required?: boolean
  first?: boolean
}

const everything = { page: '0', count: '1000' }

const Box = ({ form, errors, forget, name, label, required, first }: BoxProps) => (
  <Field label={label} required={required} error={errors[name] ?? form.errors[name]}>
    {(control) => (
      <TextBox
        {...control}
        {...(first && { 'data-autofocus': true })}
        maxLength={255}
        value={form.texts[name] ?? ''}
        onChange={(event) => {
          form.type(name, event.target.value)
          forget(name)
        }}
        onBlur={() => form.leave(name)}
      />
    )}
  </Field>
)

/** The roles the actor may give, and the one the account has. */
function useRoles(account: Account | null) {
  const actor = useActor()
  const readable = useCan()('role.get')
  const list = useCall('role', roleList, readable ? everything : null)
  const roles = (list.data?.values ?? []).filter(({ priority }) => priority >= actor.priority)
  const present = account?.role
  return present && !roles.some(({ id }) => id === present.id) ? [present, ...roles] : roles
}

/** State of the dialog and its saving. */
function useAccountForm(account: Account | null, onClose: () => void) {
  const [base, setBase] = useState(account)
  const form = useFormState(account ? editFields : createFields, account)
  const [place, setPlace] = useState(positionOf(account))
  const [password, setPassword] = useState(account ? null : '')
  const least = usePublicSetting('password.length')
  const roles = useRoles(account)
  const priority = roles.find(({ id }) => id === form.texts.role_id)?.priority
  const save = useCallback(
    async (idempotencyKey: string) => {
      const reading = readAccount({ form, place, priority, password, least })
      if (!reading.ok) throw new AppError('VALIDATION', reading.msg, { fields: reading.errors })
      const { body } = reading
      if (base) await send(updateAccount, { ...body, id: base.id, version: base.version }, { idempotencyKey })
      else await send(createAccount, body, { idempotencyKey })
      await refresh('users')
      onClose()
    },
    [form, place, priority, password, least, base, onClose],
  )
  const onStale = useCallback((current: unknown) => setBase(current as Account), [])
  const saving = useSaving(save, base ? texts.updateFailed : texts.createFailed, onStale)
  const start = positionOf(account)
  const moved = place.brand_id !== start.brand_id || place.group_id !== start.group_id
  return {
    form,
    place,
    setPlace,
    password,
    setPassword,
    roles,
    priority,
    saving,
    dirty: form.dirty || moved || !!password,
  }
}

function RoleField({
  form,
  errors,
  forget,
  roles,
}: Pick<BoxProps, 'form' | 'errors' | 'forget'> & { roles: ReturnType<typeof useRoles> }) {
  return (
    <Field label="Vai trò" required error={errors.role_id}>
      {(control) => (
        <Picker
          id={control.id}
          invalid={control['aria-invalid']}
          describedBy={control['aria-describedby']}
          placeholder="Chọn vai trò"
          options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          value={form.texts.role_id ?? ''}
          onChange={(id) => {
            form.type('role_id', id)
            forget('role_id')
          }}
        />
      )}
    </Field>
  )
}

/** The dialog; without an account it creates one. */
export function AccountDialog({ account, onClose }: { account: Account | null; onClose: () => void }) {
  const { form, place, setPlace, password, setPassword, roles, priority, saving, dirty } = useAccountForm(
    account,
    onClose,
  )
  const { errors, forget, run, busy } = saving
  const shared = { form, errors, forget }
  return (
    <FormDialog
      title={account ? 'Cập nhật nhân viên' : 'Tạo nhân viên'}
      note={account?.username}
      dirty={dirty}
      busy={busy}
      onSubmit={run}
      onClose={onClose}
    >
      <Box {...shared} name="fullname" label="Họ tên" required first />
      {password !== null && (
        <div className={css.pair}>
          <Box {...shared} name="username" label="Tên đăng nhập" required />
          <PasswordBox
            label="Mật khẩu"
            value={password}
            error={errors.password}
            onChange={(text) => {
              setPassword(text)
              forget('password')
            }}
          />
        </div>
      )}
      <div className={css.pair}>
        <Box {...shared} name="email" label="Email" required />
        <Box {...shared} name="phone" label="Số điện thoại" />
        <RoleField {...shared} roles={roles} />
        <PositionFields
          priority={priority}
          place={place}
          onChange={(next) => {
            setPlace(next)
            forget('brand_id')
            forget('group_id')
          }}
          errors={errors}
          account={account}
        />
      </div>
    </FormDialog>
  )
}
