/** 'Cài đặt': the settings of the operation in groups, each with its history (D1-Q-018, D2-SET). */
import { useState } from 'react'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { settingGroups, settings, type SettingKey } from '#platform/contract/settings/catalogue.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { useActor } from '#kit/web/session.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { DateBox } from '#kit/web/ui/date-box.tsx'
import { Field, TextBox } from '#kit/web/ui/field.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { SettingRow } from './setting-row.tsx'
import css from './settings.module.css'
import { useSettings, type SettingsForm } from './use-settings.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { showSetting } from '#platform/contract/settings/kinds.ts'
import { formatDate, formatInstant } from '#kit/contract/dates.ts'
import { settingHistory } from '#subjects/settings/contract/calls/settings.ts'
import { Table, type TableColumn } from '#figures/table.tsx'
import { useCall } from '#kit/web/query.ts'
import { Dialog } from '#kit/web/ui/dialog.tsx'

type Entry = AnswerOf<typeof settingHistory>['values'][number]

/** Changes of a setting: who, when, before and after. The changes of `name`, newest first. */
function SettingHistory({ name, onClose }: { name: SettingKey; onClose: () => void }) {
  const { data, error, refetch } = useCall('setting', settingHistory, { key: name })
  const setting = settings[name]
  const columns: TableColumn<Entry>[] = [
    { title: 'Thời gian', cell: ({ at }) => formatInstant(at) },
    {
      title: 'Người đổi',
      cell: ({ fullname, username }) => fullname ?? username,
      tip: ({ username }) => username,
    },
    { title: 'Từ', whole: true, cell: ({ before }) => showSetting(before, setting) || '-' },
    { title: 'Thành', whole: true, cell: ({ after }) => showSetting(after, setting) || '-' },
  ]
  if (setting.dated)
    columns.push(
      { title: 'Áp dụng từ', cell: ({ tu_ngay: from }) => formatDate(from ?? '') },
      { title: 'Lý do', whole: true, cell: ({ ly_do: reason }) => reason || '-' },
    )
  return (
    <Dialog title="Lịch sử" note={setting.label} onClose={onClose} bare>
      {error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <Table columns={columns} rows={data?.values ?? []} keyOf={({ at }) => at} busy={!data} />
      )}
    </Dialog>
  )
}

type GroupProps = { form: SettingsForm; onHistory: (key: SettingKey) => void }

type GroupKeys = [title: string, keys: SettingKey[]]

/** Titles and keys that `actor` may read; below managers only groups with a setting that they may write (D3-ACC-01). */
const groupsFor = (form: SettingsForm, actor: Actor): GroupKeys[] =>
  Object.entries(settingGroups)
    .map(([title, group]): GroupKeys => [
      title,
      (Object.keys(group) as SettingKey[]).filter((key) => form.stored.has(key)),
    ])
    .filter(([, keys]) =>
      can(actor, 'below3') ? keys.length > 0 : keys.some((key) => can(actor, settings[key].write)),
    )

/** Start day and reason, once for all changed dated settings of a group (D3-PAY-02). */
function WhenBar({ keys, form }: { keys: readonly SettingKey[]; form: SettingsForm }) {
  if (!keys.some((key) => settings[key].dated && form.changed.includes(key))) return null
  const { day, reason } = form.values.when
  return (
    <div className={css.when}>
      <Field label="Áp dụng từ" error={form.errors.tu_ngay}>
        {(control) => <DateBox {...control} value={day} onChange={(next) => form.setWhen({ day: next })} />}
      </Field>
      <Field label="Lý do" error={form.errors.ly_do}>
        {(control) => (
          <TextBox
            {...control}
            maxLength={500}
            value={reason}
            onChange={(event) => form.setWhen({ reason: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

function Group({ title, keys, form, onHistory }: GroupProps & { title: string; keys: SettingKey[] }) {
  // A group of settings that differ only in their name: two per line.
  const slim = keys.every((key) => settings[key].kind === 'address')
  const [first] = keys
  return (
    <section id={`settings ${title}`} className={css.group} aria-label={title} data-slim={slim || undefined}>
      <h2>
        {title}
        {slim && first && <small>{settings[first].hint}</small>}
      </h2>
      <WhenBar keys={keys} form={form} />
      <div className={css.rows}>
        {keys.map((key) => {
          const state = form.stored.get(key)
          const row = { name: key, form, slim, onHistory: () => onHistory(key) }
          return state && <SettingRow key={key} state={state} {...row} />
        })}
      </div>
    </section>
  )
}

/** Links to the groups of the form, each with its number of unsaved changes. */
const Contents = ({ form, groups }: { form: SettingsForm; groups: readonly GroupKeys[] }) => (
  <nav className={css.contents} aria-label="Nhóm cài đặt">
    {groups.map(([title, keys]) => {
      const changed = keys.filter((key) => form.changed.includes(key)).length
      const show = (): void =>
        document.getElementById(`settings ${title}`)?.scrollIntoView({ block: 'start' })
      return (
        <button key={title} type="button" onClick={show}>
          {title}
          {changed > 0 && <b>{changed}</b>}
        </button>
      )
    })}
  </nav>
)

/** The screen at /sys/settings. */
export default function SettingsScreen() {
  const { search } = useTab()
  const form = useSettings()
  const [historyOf, setHistoryOf] = useState<SettingKey | null>(null)
  const [only, setOnly] = useState(() => new URLSearchParams(search).get('nhom'))
  const groups = groupsFor(form, useActor())
  const changed = form.changed.length
  return (
    <>
      <ScreenHead
        title={screenOf('settings').label}
        note={changed > 0 ? `${changed} thay đổi chưa lưu` : undefined}
      >
        {only !== null && <Button onClick={() => setOnly(null)}>Tất cả cài đặt</Button>}
        {changed > 0 && (
          <Button onClick={() => form.restart({ ...form.values, drafts: {} })}>Bỏ thay đổi</Button>
        )}
        <Button look="primary" busy={form.busy} disabled={changed === 0} onClick={() => void form.submit()}>
          Lưu
        </Button>
      </ScreenHead>
      {form.data === undefined && form.error ? (
        <ErrorNote error={form.error} retry={() => void form.refetch()} />
      ) : (
        <form {...form.element} className={css.page} aria-busy={form.data === undefined}>
          {only === null && <Contents form={form} groups={groups} />}
          <div className={css.groups}>
            {groups.map(
              ([title, keys]) =>
                (only === null || title === only) && (
                  <Group key={title} title={title} keys={keys} form={form} onHistory={setHistoryOf} />
                ),
            )}
          </div>
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </form>
      )}
      {historyOf && <SettingHistory name={historyOf} onClose={() => setHistoryOf(null)} />}
    </>
  )
}
