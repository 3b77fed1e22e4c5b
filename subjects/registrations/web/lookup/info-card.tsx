/**
 * Card 4: details of a subscriber, limited to some hours and a count per hour (D1-LOOK-19 to 34, D1-Q-093, D1-Q-094).
 */
import { useState } from 'react'
import {
  lookupInfo,
  lookupLimits,
  outsideHours,
  overLimit,
  subscriberTypes,
  type LookupLimits,
  type SubscriberInfo,
  type SubscriberType,
} from '#subjects/registrations/contract/calls/lookup.ts'
import { send } from '#kit/web/client.ts'
import { useCall } from '#kit/web/query.ts'
import { Picker } from '#kit/web/ui/picker.tsx'
import { Card, groupedPhone } from './card.tsx'
import css from './lookup.module.css'
import { lookupSource, type LookupSession } from './use-lookup-session.ts'
import type { LookupOutcome } from './use-lookup.ts'
import { usePhoneLookup } from './use-phone-lookup.ts'
import { formatDate } from '#kit/contract/dates.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { factsOf } from './facts-of.ts'
import { CopyButton, ResultTable, tableText, type ResultColumn } from './result-table.tsx'

type Registered = SubscriberInfo['PACKAGE_DATA'][number]

const columns: readonly ResultColumn<Registered>[] = [
  { key: 'PACKAGE_NAME', title: 'Tên gói cước', show: (row) => row.PACKAGE_NAME, copy: true },
  { key: 'START_DATE', title: 'Ngày bắt đầu', width: 112, show: (row) => formatDate(row.START_DATE ?? '') },
  { key: 'END_DATE', title: 'Ngày kết thúc', width: 112, show: (row) => formatDate(row.END_DATE ?? '') },
]

/** Facts line by line, the packages below. */
const infoText = (data: SubscriberInfo, postpaid: boolean): string =>
  [
    ...factsOf(data, postpaid).map(([label, text]) => `${label}\t${text}`),
    tableText(columns, data.PACKAGE_DATA),
  ].join('\n')

/**
 * The facts of card 4, which differ between prepaid and postpaid, and the registered packages (D1-LOOK-24 to 34).
 * Facts side by side, the packages below.
 */
const InfoFacts = ({ data, postpaid }: { data: SubscriberInfo; postpaid: boolean }) => (
  <>
    <dl className={css.facts}>
      <div>
        <dt>Số thuê bao</dt>
        <dd>
          <CopyButton text={groupedPhone(data.NUMBER_PHONE)} />
        </dd>
      </div>
      {factsOf(data, postpaid).map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text || <Nothing />}</dd>
        </div>
      ))}
    </dl>
    <h3 className={css.sub}>Lịch sử đăng ký gói cước</h3>
    <ResultTable label="Lịch sử đăng ký gói cước" columns={columns} rows={data.PACKAGE_DATA} />
  </>
)

const types = Object.entries(subscriberTypes).map(([value, label]) => ({
  value,
  label: `${value} - ${label}`,
}))
const isType = (value: string): value is SubscriberType => value in subscriberTypes

export function useInfoCard(session: LookupSession, firstPhone: string) {
  const [type, setType] = useState<SubscriberType>('MC')
  const card = usePhoneLookup<SubscriberInfo>(session, firstPhone, (phone) => ({
    phone,
    chosen: type,
    live: { event: 'traCuuThongTinChiTietThueBao', data: { isdn: phone, phoneType: type } },
    http: (signal) => send(lookupInfo, { phone, type }, { signal, quiet: true }),
  }))
  const detail = useCall(lookupSource, lookupLimits, {}).data?.detail ?? null
  return { ...card, type, setType, detail, free: !detail || (detail.open && detail.left > 0) }
}

type InfoCardState = ReturnType<typeof useInfoCard>

/** Look-ups left in this hour, or why none is allowed. */
function UsesLeft({ detail }: LookupLimits) {
  if (!detail) return null
  if (!detail.open) return <span className={css.limit}>{outsideHours(detail)}</span>
  if (detail.left === 0) return <span className={css.limit}>{overLimit(detail)}</span>
  return (
    <span className={css.left}>
      Còn {detail.left}/{detail.perHour} lượt trong 1 giờ
    </span>
  )
}

const isPostpaid = (outcome: LookupOutcome<SubscriberInfo>): boolean =>
  outcome.state !== 'idle' && outcome.request.chosen === 'MG'

/** Phone, type, and the facts of the type. */
export const InfoCard = ({ card }: { card: InfoCardState }) => (
  <Card
    number={4}
    title="Thông tin chi tiết thuê bao"
    hint="Loại SIM, gói cước hiện tại và các gói đang dùng; hạn mức của thuê bao trả sau."
    card={card}
    note={<UsesLeft detail={card.detail} />}
    asText={(data, outcome) => infoText(data, isPostpaid(outcome))}
    fields={
      <div className={css.type}>
        <Picker
          label="Loại thuê bao"
          options={types}
          value={card.type}
          onChange={(value) => isType(value) && card.setType(value)}
        />
      </div>
    }
  >
    {(data, outcome) => <InfoFacts data={data} postpaid={isPostpaid(outcome)} />}
  </Card>
)
