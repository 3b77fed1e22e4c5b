/** Changes of a setting: who, when, before and after. */
import type { AnswerOf } from '#kit/contract/call.ts'
import { settings, type SettingKey } from '#platform/contract/settings/catalogue.ts'
import { showSetting } from '#platform/contract/settings/kinds.ts'
import { formatDate, formatInstant } from '#kit/contract/dates.ts'
import { settingHistory } from '#subjects/settings/contract/calls/settings.ts'
import { Table, type TableColumn } from '#figures/table.tsx'
import { useCall } from '#kit/web/query.ts'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'

type Entry = AnswerOf<typeof settingHistory>['values'][number]

/** The changes of `name`, newest first. */
export function SettingHistory({ name, onClose }: { name: SettingKey; onClose: () => void }) {
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
