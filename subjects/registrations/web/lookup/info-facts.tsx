/** The facts of card 4, which differ between prepaid and postpaid, and the registered packages (D1-LOOK-24 to 34). */
import { formatDate } from '#kit/contract/dates.ts'
import type { SubscriberInfo } from '#subjects/registrations/contract/calls/lookup.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { groupedPhone } from './card.tsx'
import { factsOf } from './facts-of.ts'
import css from './lookup.module.css'
import { CopyButton, ResultTable, tableText, type ResultColumn } from './result-table.tsx'

type Registered = SubscriberInfo['PACKAGE_DATA'][number]

const columns: readonly ResultColumn<Registered>[] = [
  { key: 'PACKAGE_NAME', title: 'Tên gói cước', show: (row) => row.PACKAGE_NAME, copy: true },
  { key: 'START_DATE', title: 'Ngày bắt đầu', width: 112, show: (row) => formatDate(row.START_DATE ?? '') },
  { key: 'END_DATE', title: 'Ngày kết thúc', width: 112, show: (row) => formatDate(row.END_DATE ?? '') },
]

/** Facts line by line, the packages below. */
export const infoText = (data: SubscriberInfo, postpaid: boolean): string =>
  [
    ...factsOf(data, postpaid).map(([label, text]) => `${label}\t${text}`),
    tableText(columns, data.PACKAGE_DATA),
  ].join('\n')

/** Facts side by side, the packages below. */
export const InfoFacts = ({ data, postpaid }: { data: SubscriberInfo; postpaid: boolean }) => (
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
