/** 'Cài đặt': the settings of the operation in groups, each with its history (D1-Q-018, D2-SET). */
import { useState } from 'react'
import { settingGroups, type SettingKey } from '../../../contract/settings/catalogue.ts'
import { screenOf } from '../../../contract/screens.ts'
import { useUnsaved } from '../../kit/place.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { ScreenHead } from '../../kit/ui/screen-head.tsx'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { SettingHistory } from './setting-history.tsx'
import { SettingRow } from './setting-row.tsx'
import css from './settings.module.css'
import { useSettings, type SettingsForm } from './use-settings.ts'

type GroupsProps = { form: SettingsForm; onHistory: (key: SettingKey) => void }

const Groups = ({ form, onHistory }: GroupsProps) =>
  Object.entries(settingGroups).map(([title, group]) => {
    const keys = (Object.keys(group) as SettingKey[]).filter((key) => form.stored.has(key))
    return (
      keys.length > 0 && (
        <section key={title} className={css.group} aria-label={title}>
          <h2>{title}</h2>
          {keys.map((key) => {
            const state = form.stored.get(key)
            return (
              state && (
                <SettingRow key={key} name={key} state={state} form={form} onHistory={() => onHistory(key)} />
              )
            )
          })}
        </section>
      )
    )
  })

/** The screen at /sys/settings. */
export default function SettingsScreen() {
  const form = useSettings()
  const [asked, setAsked] = useState<SettingKey | null>(null)
  const changed = form.dirty.length
  useUnsaved(changed > 0)
  return (
    <>
      <ScreenHead
        title={screenOf('settings').label}
        note={changed > 0 ? `${changed} thay đổi chưa lưu` : undefined}
      >
        {changed > 0 && <Button onClick={form.discard}>Bỏ thay đổi</Button>}
        <Button look="primary" busy={form.busy} disabled={changed === 0} onClick={form.save}>
          Lưu
        </Button>
      </ScreenHead>
      {form.data === undefined && form.error ? (
        <ErrorNote error={form.error} retry={() => void form.refetch()} />
      ) : (
        <form
          className={css.page}
          aria-busy={form.data === undefined}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.save()
          }}
        >
          <Groups form={form} onHistory={setAsked} />
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </form>
      )}
      {asked && <SettingHistory name={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
