/** 'Trung tâm tin nhắn': messages with 999 in one direction between two days (D1-MSG-01 to 16). */
import { useState } from 'react'
import { formatInstant, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { screenOf } from '#platform/contract/screens.ts'
import {
  directions,
  lookupMessages999,
  type CarrierMessages,
  type Direction,
} from '#subjects/registrations/contract/calls/lookup.ts'
import { send } from '#kit/web/client.ts'
import { alertText } from '#kit/web/feedback.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { EmptyNote } from '#kit/web/ui/state.tsx'
import { Result, groupedPhone } from './card.tsx'
import { DayBoxes } from './day-boxes.tsx'
import css from './lookup.module.css'
import { OutageBar } from './outage-bar.tsx'
import { PageButtons } from './page-buttons.tsx'
import { ResultTable, type ResultColumn } from './result-table.tsx'
import { RecentPhones } from './shared-phone.tsx'
import { checkDays, checkPhone, type Days } from './check-input.ts'
import { useLookupSession } from './use-lookup-session.ts'
import { useLookup, type LookupRequest, type LookupOutcome } from './use-lookup.ts'

const title = screenOf('messageCentre').label
type Message = CarrierMessages['FinalDataList'][number]

const columns: readonly ResultColumn<Message>[] = [
  { key: 'ISDN', title: 'Thuê bao', width: 124, show: (row) => groupedPhone(row.ISDN), copy: true },
  { key: 'ActionType', title: 'Hướng', width: 88, show: (row) => directions[row.ActionType] },
  { key: 'NumberService', title: 'Đầu số', width: 80, show: (row) => row.NumberService },
  { key: 'SystemSource', title: 'Mã dịch vụ', width: 104, show: (row) => row.SystemSource },
  { key: 'SMSSyntax', title: 'Cú pháp SMS', width: 160, show: (row) => row.SMSSyntax, copy: true },
  { key: 'SMSContent', title: 'Nội dung SMS', show: (row) => row.SMSContent, whole: true },
  { key: 'ActionTime', title: 'Ngày thực hiện', width: 172, show: (row) => formatInstant(row.ActionTime) },
]

const options = Object.entries(directions).map(([value, label]) => ({ value, label }))
const isDirection = (value: string): value is Direction => value in directions

type Wanted = Days & { phone: string; huong_ket_qua: Direction }

/** One page of the messages. */
const question = ({ phone, ...rest }: Wanted, page: number): LookupRequest<CarrierMessages> => ({
  phone,
  page,
  forPage: (next) => question({ phone, ...rest }, next),
  live: { event: 'traCuuTinNhan999', data: { isdn: phone, ...rest, page } },
  http: (signal) => send(lookupMessages999, { phone, ...rest, page: String(page) }, { signal, quiet: true }),
})

const today = (): string => toFilterDate(todayVn())

function useMessages() {
  const session = useLookupSession()
  const lookup = useLookup<CarrierMessages>(session)
  const [phone, setPhone] = useState('')
  const [direction, setDirection] = useState<Direction>('I')
  const [days, setDays] = useState<Days>(() => ({ startDate: today(), endDate: today() }))
  const ask = (): void => {
    const [number, period] = [checkPhone(phone), checkDays(days)]
    if (!number.ok) return alertText(number.alert)
    if (!period.ok) return alertText(period.alert)
    void lookup.run(question({ phone: number.value, huong_ket_qua: direction, ...period.value }, 1))
  }
  return { session, lookup, phone, setPhone, direction, setDirection, days, setDays, ask }
}

type Messages = ReturnType<typeof useMessages>

function MessageForm({ messages }: { messages: Messages }) {
  const { lookup, phone, setPhone, direction, setDirection, days, setDays, ask } = messages
  return (
    <form
      className={css.bar}
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <div className={css.direction}>
        <Picker
          name="Hướng"
          options={options}
          value={direction}
          onChange={(value) => isDirection(value) && setDirection(value)}
        />
      </div>
      <TextBox
        boxClassName={css.phone}
        aria-label="Số điện thoại"
        placeholder="Số điện thoại"
        inputMode="tel"
        maxLength={30}
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
      <DayBoxes days={days} onDays={setDays} />
      <Button look="primary" type="submit" busy={lookup.busy} disabled={lookup.busy || phone.trim() === ''}>
        Tra cứu
      </Button>
      <RecentPhones onPick={setPhone} />
    </form>
  )
}

type PageProps = { data: CarrierMessages; outcome: LookupOutcome<CarrierMessages>; messages: Messages }

function MessagePage({ data, outcome, messages }: PageProps) {
  if (outcome.state === 'idle') return null
  const { forPage, page = 1 } = outcome.request
  return (
    <>
      <ResultTable label={title} columns={columns} rows={data.FinalDataList} paged />
      <PageButtons
        page={page}
        last={data.PaginateNumber}
        busy={messages.lookup.busy}
        onPage={(next) => forPage && void messages.lookup.run(forPage(next))}
      />
    </>
  )
}

/** The screen of tab CustomerMessage999. */
export default function MessageScreen() {
  const messages = useMessages()
  const { outcome, retry } = messages.lookup
  return (
    <>
      <ScreenHead title={title} note={outcome.state !== 'idle' && groupedPhone(outcome.request.phone)} />
      <MessageForm messages={messages} />
      <OutageBar outage={messages.session.outage} retry={retry} />
      <div className={css.messages}>
        {outcome.state === 'idle' && (
          <EmptyNote
            title="Chưa tra cứu số nào"
            text="Nhập số điện thoại, chọn hướng và ngày, rồi nhấn Enter."
          />
        )}
        <Result lookup={messages.lookup}>
          {(data, outcome) => <MessagePage data={data} outcome={outcome} messages={messages} />}
        </Result>
      </div>
    </>
  )
}
