/** Changes of a setting: who, when, before and after. */
import { settings, type SettingKey } from '../../../contract/settings/catalogue.ts'
import { showSetting } from '../../../contract/settings/kinds.ts'
import { formatDate, formatInstant } from '../../../contract/dates.ts'
import { settingHistory } from '../../../contract/workflows/settings.ts'
import { useCall } from '../../kit/query.ts'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { ErrorNote } from '../../kit/ui/state.tsx'
import css from './settings.module.css'

/** The changes of `name`, newest first. */
export function SettingHistory({ name, onClose }: { name: SettingKey; onClose: () => void }) {
  const { data, error, refetch } = useCall('setting', settingHistory, { key: name })
  const setting = settings[name]
  return (
    <Dialog title="Lịch sử" note={setting.label} onClose={onClose} bare>
      {error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : (
        <table className={css.changes} aria-busy={!data}>
          <thead>
            <tr>
              <th>Thời gian</th>
              <th>Người đổi</th>
              <th>Từ</th>
              <th>Thành</th>
              {setting.dated && <th>Áp dụng từ</th>}
              {setting.dated && <th>Lý do</th>}
            </tr>
          </thead>
          <tbody>
            {data?.values.map((entry) => (
              <tr key={entry.at}>
                <td>{formatInstant(entry.at)}</td>
                <td title={entry.username}>{entry.fullname ?? entry.username}</td>
                <td>{showSetting(entry.before, setting) || '-'}</td>
                <td>{showSetting(entry.after, setting) || '-'}</td>
                {setting.dated && <td>{formatDate(entry.tu_ngay ?? '')}</td>}
                {setting.dated && <td>{entry.ly_do || '-'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
