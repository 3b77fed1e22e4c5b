/** One setting: label, control, last change. */
import { IconHistory } from '@tabler/icons-react'
import { formatDate, formatInstant, todayVn } from '#kit/contract/dates.ts'
import { settings, type SettingKey } from '#platform/contract/settings/catalogue.ts'
import { showSetting, type Setting } from '#platform/contract/settings/kinds.ts'
import type { SettingState } from '#subjects/settings/contract/calls/settings.ts'
import { useCan } from '#kit/web/session.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { draftOf, SettingInput } from './setting-input.tsx'
import css from './settings.module.css'
import type { SettingsForm } from './use-settings.ts'
import { matching } from '#subjects/money/contract/calls/matching.ts'
import { useCall } from '#kit/web/query.ts'

/** Polling interval while it runs, in ms. */
const every = 2_000

/**
 * Progress of the matching that runs after its window was changed (D2-REVF-08). 'Đang khớp lại: 45 %'; empty when
 * it does not run.
 */
function Matching() {
  const running = useCall('setting', matching, {}).data?.running === true
  const { data } = useCall('setting', matching, running ? {} : null, { every })
  return data?.running ? (
    <b role="status">{`Đang khớp lại: ${Math.floor((data.done / Math.max(1, data.total)) * 100)} %`}</b>
  ) : null
}

type RowProps = {
  name: SettingKey
  state: SettingState
  form: SettingsForm
  /** The group's heading already describes it. */
  slim: boolean
  onHistory: () => void
}

/** The start day of the present value, and future values. */
function days({ dates = [] }: SettingState, setting: Setting): string {
  const today = todayVn()
  const now = dates.find(({ tu_ngay }) => tu_ngay <= today)
  const parts = [
    ...(now ? [`áp dụng từ ${formatDate(now.tu_ngay)}`] : []),
    ...dates
      .filter(({ tu_ngay }) => tu_ngay > today)
      .map(({ tu_ngay, value }) => `từ ${formatDate(tu_ngay)}: ${showSetting(value, setting)}`)
      .toReversed(),
  ]
  return parts.map((part) => `${part}, `).join('')
}

const presentText = (state: SettingState, setting: Setting): string =>
  days(state, setting) + lastChange(state, setting)

const lastChange = ({ updatedAt, updatedBy }: SettingState, setting: Setting): string =>
  updatedAt === null
    ? 'mặc định'
    : `${updatedBy ?? ''} ${formatInstant(updatedAt)}, mặc định ${showSetting(setting.default, setting) || 'không có'}`

export function SettingRow({ name, state, form, slim, onHistory }: RowProps) {
  const may = useCan()
  const setting = settings[name]
  const value = form.drafts[name] ?? draftOf(state.value, setting)
  return (
    <div className={css.row} data-dirty={form.changed.includes(name) || undefined}>
      <div className={css.control}>
        <Field label={setting.label} error={form.errors[name]}>
          {(control) => (
            <SettingInput
              setting={setting}
              value={value}
              onChange={(draft) => form.change(name, draft)}
              readOnly={!may(setting.write)}
              control={control}
              more={form.offeredOf(name, form.stored)}
            />
          )}
        </Field>
      </div>
      {!slim && (
        <p className={css.hint}>
          {setting.hint}
          <small title={name}>{presentText(state, setting)}</small>
          {name === 'doi_soat_so_ngay_khop' && <Matching />}
        </p>
      )}
      <IconButton
        small
        label={`Lịch sử: ${setting.label}`}
        disabled={state.version === 0}
        onClick={onHistory}
      >
        <IconHistory size={16} stroke={1.9} />
      </IconButton>
    </div>
  )
}
