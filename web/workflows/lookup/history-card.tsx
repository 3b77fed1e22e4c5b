/** Card 5: package history (D1-LOOK-35 to 42). */
import { useState } from 'react'
import { formatDate } from '../../../contract/dates.ts'
import { lookupHistory, type PackageHistory } from '../../../contract/workflows/lookup.ts'
import { send } from '../../kit/client.ts'
import { alertText } from '../../kit/feedback.ts'
import { Card } from './card.tsx'
import { ResultTable, tableText, type ResultColumn } from './result-table.tsx'
import { checkPhone } from './check-input.ts'
import type { LookupSession } from './use-lookup-session.ts'
import { useLookup } from './use-lookup.ts'

const title = 'Lịch sử gói cước'
type Entry = PackageHistory['values'][number]

const columns: readonly ResultColumn<Entry>[] = [
  { key: 'NumberType', title: 'Loại', show: (row) => row.NumberType, lines: true },
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
  { key: 'Status', title: 'Trạng thái', show: (row) => row.Status, lines: true },
]

/** State of the card; `ask` may get a phone typed elsewhere. */
export function useHistoryCard(session: LookupSession, firstPhone: string) {
  const lookup = useLookup<PackageHistory>(session)
  const [phone, setPhone] = useState(firstPhone)
  const ask = (typed = phone): void => {
    const checked = checkPhone(typed)
    if (!checked.ok) return alertText(checked.alert)
    const validPhone = checked.value
    void lookup.run({
      phone: validPhone,
      live: { event: 'traCuuLichSuGoiCuoc', data: { isdn: validPhone } },
      http: (signal) => send(lookupHistory, { phone: validPhone }, { signal, quiet: true }),
    })
  }
  return { lookup, phone, setPhone, ask }
}

/** Phone, and every registered package. */
export const HistoryCard = ({ card }: { card: ReturnType<typeof useHistoryCard> }) => (
  <Card
    number={5}
    title={title}
    hint="Các gói thuê bao đã đăng ký: ngày đăng ký, ngày hết hạn, chu kỳ còn lại."
    lookup={card.lookup}
    phone={card.phone}
    onPhone={card.setPhone}
    onAsk={() => card.ask()}
    asText={({ values }) => tableText(columns, values)}
  >
    {({ values }) => <ResultTable label={title} columns={columns} rows={values} />}
  </Card>
)
