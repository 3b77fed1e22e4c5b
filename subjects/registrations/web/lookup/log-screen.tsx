/** 'Nhật ký tra cứu': the look-up log, with a table of counts beside it (D1-BLH-01 to 11, D1-LLOG-02 to 05). */
import { IconSearch } from '@tabler/icons-react'
import { navigate } from 'wouter/use-browser-location'
import type { RowOf } from '#kit/contract/row.ts'
import { lstracuu } from '#subjects/registrations/contract/lists/lstracuu.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { isMaskedPhone, showPhone } from '#kit/contract/phone.ts'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { LogCounts } from './log-counts.tsx'

const { form: _, ...entries } = lstracuu
/** Only look-ups write entries. */
const log = { ...entries, may: { read: lstracuu.may.read, export: lstracuu.may.export } }
type Entry = RowOf<typeof log>

const { title = lstracuu.title } = screenOf('lookupLog')

/** Address of the look-up screen with a number filled in. */
const lookupOf = (phone: string): string => `${screenOf('customerLookup').routes[0]}?phone=${phone}`

const phoneOf = ({ so_dien_thoai: phone }: Entry): string => showPhone(phone ?? '')

const rowActions = (row: Entry): RowAction[] =>
  isMaskedPhone(row.so_dien_thoai ?? '')
    ? []
    : [
        {
          label: 'Tra cứu lại số này',
          icon: <IconSearch size={16} stroke={1.9} />,
          run: () => navigate(lookupOf(phoneOf(row))),
        },
      ]

/** The screen of tab LstracuuLookup and of /sys/lstracuu (D1-Q-143). */
export default function LogScreen() {
  return (
    <ResourceScreen
      resource={log}
      title={title}
      rowActions={rowActions}
      rowName={phoneOf}
      drawer={{ note: (row) => row.ten_tra_cuu ?? '' }}
      minWidth={0}
      underRows={({ answer: { countByName: counts = [] } = {} }) =>
        counts.length > 0 && <LogCounts counts={counts} />
      }
    />
  )
}
