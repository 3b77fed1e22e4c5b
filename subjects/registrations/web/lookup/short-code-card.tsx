/** Card 6: messages with short code 9279 (D1-LOOK-43 to 51, D1-LOOK-57, D1-LOOK-58). */
import { useState } from 'react'
import { formatInstant, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { lookup9279, type ShortCodeMessages } from '#subjects/registrations/contract/calls/lookup.ts'
import { send } from '#kit/web/client.ts'
import { alertText } from '#kit/web/feedback.ts'
import { Card, groupedPhone } from './card.tsx'
import { DayBoxes } from './day-boxes.tsx'
import { ResultTable, tableText, type ResultColumn } from './result-table.tsx'
import { checkDays, type Days } from './check-input.ts'
import type { LookupSession } from './use-lookup-session.ts'
import { usePhoneLookup } from './use-phone-lookup.ts'

const title = 'Lịch sử 9279'
type Message = ShortCodeMessages['values'][number]

const columns: readonly ResultColumn<Message>[] = [
  { key: 'content', title: 'Nội dung', show: (row) => row.content, whole: true },
  { key: 'datetime', title: 'Ngày ghi nhận', width: 150, show: (row) => formatInstant(row.datetime) },
  { key: 'receiver', title: 'Người nhận', width: 98, show: (row) => groupedPhone(row.receiver) },
  { key: 'sender', title: 'Người gửi', width: 98, show: (row) => groupedPhone(row.sender) },
  { key: 'type', title: 'Loại', width: 56, show: (row) => row.type },
]

const today = (): string => toFilterDate(todayVn())

export function useShortCodeCard(session: LookupSession, firstPhone: string) {
  const [days, setDays] = useState<Days>(() => ({ startDate: today(), endDate: today() }))
  const card = usePhoneLookup<ShortCodeMessages>(session, firstPhone, (phone) => {
    const period = checkDays(days)
    if (!period.ok) {
      alertText(period.alert)
      return null
    }
    const input = { phone, ...period.value }
    return { phone, http: (signal) => send(lookup9279, input, { signal, quiet: true }) }
  })
  return { ...card, days, setDays }
}

/** Phone, both days, and the messages. */
export const ShortCodeCard = ({ card }: { card: ReturnType<typeof useShortCodeCard> }) => (
  <Card
    number={6}
    title={title}
    hint="Tin nhắn giữa thuê bao và đầu số 9279 trong khoảng ngày."
    card={card}
    asText={({ values }) => tableText(columns, values)}
    fields={<DayBoxes days={card.days} onDays={card.setDays} />}
  >
    {({ values }) => <ResultTable label={title} columns={columns} rows={values} />}
  </Card>
)
