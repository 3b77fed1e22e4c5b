/** Card 5: package history (D1-LOOK-35 to 42). */
import { formatDate } from '#kit/contract/dates.ts'
import { lookupHistory, type PackageHistory } from '#subjects/registrations/contract/calls/lookup.ts'
import { send } from '#kit/web/client.ts'
import { Card } from './card.tsx'
import { ResultTable, tableText, type ResultColumn } from './result-table.tsx'
import type { LookupSession } from './use-lookup-session.ts'
import { usePhoneLookup } from './use-phone-lookup.ts'

const title = 'Lịch sử gói cước'
type Entry = PackageHistory['values'][number]

const columns: readonly ResultColumn<Entry>[] = [
  { key: 'NumberType', title: 'Loại', show: (row) => row.NumberType, whole: true },
  {
    key: 'NumberCurrentPackage',
    title: 'Gói hiện tại',
    width: 78,
    show: (row) => row.NumberCurrentPackage,
    copy: true,
  },
  {
    key: 'NumberPackageRegisterDate',
    title: 'Ngày đăng ký',
    width: 94,
    show: (row) => formatDate(row.NumberPackageRegisterDate ?? ''),
  },
  {
    key: 'NumberPackageRegisterExpire',
    title: 'Ngày hết hạn',
    width: 94,
    show: (row) => formatDate(row.NumberPackageRegisterExpire ?? ''),
  },
  { key: 'CurrentCycle', title: 'Chu kỳ', width: 52, show: (row) => String(row.CurrentCycle), numeric: true },
  {
    key: 'NumberFreeCycleLeft',
    title: 'Còn lại',
    width: 52,
    show: (row) => String(row.NumberFreeCycleLeft),
    numeric: true,
  },
  { key: 'Status', title: 'Trạng thái', show: (row) => row.Status, whole: true },
]

export const useHistoryCard = (session: LookupSession, firstPhone: string) =>
  usePhoneLookup<PackageHistory>(session, firstPhone, (phone) => ({
    phone,
    live: { event: 'traCuuLichSuGoiCuoc', data: { isdn: phone } },
    http: (signal) => send(lookupHistory, { phone }, { signal, quiet: true }),
  }))

/** Phone, and every registered package. */
export const HistoryCard = ({ card }: { card: ReturnType<typeof useHistoryCard> }) => (
  <Card
    number={5}
    title={title}
    hint="Các gói thuê bao đã đăng ký: ngày đăng ký, ngày hết hạn, chu kỳ còn lại."
    card={card}
    asText={({ values }) => tableText(columns, values)}
  >
    {({ values }) => <ResultTable label={title} columns={columns} rows={values} />}
  </Card>
)
