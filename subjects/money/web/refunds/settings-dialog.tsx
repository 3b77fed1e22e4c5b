/** 'Cài đặt': channels and discounts of refunds and top-ups (D2-SET-01 to 12). */
import type { Field } from '#kit/contract/field.ts'
import { f } from '#kit/contract/field.ts'
import { settings } from '#platform/contract/settings/catalogue.ts'
import { settingTexts, updateSetting } from '#subjects/settings/contract/calls/settings.ts'
import { settingList, type SettingState } from '#subjects/settings/contract/calls/settings.ts'
import { sendFull } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { PickField } from '#kit/web/form/pick-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import css from './dialogs.module.css'

const channels = [
  'kenh_hoan_tien',
  'kenh_hoan_tien_tra_sau',
  'kenh_nap_chiet_khau',
  'kenh_nap_chiet_khau_tra_sau',
] as const
const rates = ['ti_le_chiet_khau', 'ti_le_chiet_khau_tra_sau'] as const
const keys = [...channels, ...rates]
type Key = (typeof keys)[number]
type Values = Record<Key, string>

const byHand = 'khong_qua_api'

const fieldOf = (key: Key): Field => {
  const { label } = settings[key]
  if ((rates as readonly Key[]).includes(key))
    return f.number({ label: `${label} (%)`, decimals: 2, required: true })
  return key === 'kenh_hoan_tien' ? f.text({ label, required: true }) : f.text({ label })
}
const fields = keys.map((key) => [key, fieldOf(key)] as const)

const textOf = (states: readonly SettingState[], key: string): string =>
  String(states.find((state) => state.key === key)?.value ?? '')

/** Options of a channel: by hand, the partners visible to the reader, and the chosen one. */
function offered(states: readonly SettingState[]) {
  const partners = states.find(({ key }) => key === 'kenh_doi_tac_ds')?.value
  const knownChannels = [
    ...(Array.isArray(partners) ? partners.map(String) : []),
    ...channels.map((key) => textOf(states, key)),
  ]
  const names = [...new Set(knownChannels)].filter((name) => name !== '' && name !== byHand)
  return [{ value: byHand, label: 'Không qua API' }, ...names.map((name) => ({ value: name, label: name }))]
}

type SettingsFormProps = { states: readonly SettingState[]; onClose: () => void }

function SettingsForm({ states, onClose }: SettingsFormProps) {
  const start = Object.fromEntries(keys.map((key) => [key, textOf(states, key)])) as Values
  const form = useForm<Values>({
    start,
    fields: () => fields,
    fallback: settingTexts.failed,
    save: async (values, { read, key: attempt }) => {
      try {
        for (const key of keys.filter((one) => values[one] !== start[one])) {
          const version = states.find((state) => state.key === key)?.version ?? 0
          const value = read[key] ?? ''
          await sendFull(
            updateSetting,
            { key, value, version },
            { idempotencyKey: `${attempt}-${key}`, quiet: true },
          )
        }
      } finally {
        await refresh('setting')
      }
      toast('success', settingTexts.saved)
      onClose()
    },
  })
  const options = offered(states)
  return (
    <FormDialog form={form} title="Cài đặt" note="Hoàn tiền và nạp chiết khấu" onClose={onClose}>
      <div className={css.pair}>
        {channels.map((key) => (
          <PickField
            key={key}
            form={form}
            name={key}
            options={options}
            emptyLabel="Chưa chọn"
            hint={settings[key].hint}
          />
        ))}
        {rates.map((key) => (
          <FormField key={key} form={form} name={key} hint={settings[key].hint} />
        ))}
      </div>
    </FormDialog>
  )
}

/** The dialog, once the settings are loaded. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useCall('setting', settingList, {})
  return data ? <SettingsForm states={data} onClose={onClose} /> : null
}
