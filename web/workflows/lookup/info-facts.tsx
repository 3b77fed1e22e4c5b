/** The facts of card 4, which differ between prepaid and postpaid, and the registered packages (D1-LOOK-24 to 34). */
import { formatDate } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { SubscriberInfo } from '../../../contract/workflows/lookup.ts'
import { Nothing } from '../../kit/kinds/cell.tsx'
import { written } from './card.tsx'
import css from './lookup.module.css'
import { CopyButton, ResultTable, type ResultColumn } from './result-table.tsx'

type Registered = SubscriberInfo['PACKAGE_DATA'][number]

const columns: readonly ResultColumn<Registered>[] = [
  { key: 'PACKAGE_NAME', title: 'Tên gói cước', show: (row) => row.PACKAGE_NAME, copy: true },
  { key: 'START_DATE', title: 'Ngày bắt đầu', width: 112, show: (row) => formatDate(row.START_DATE ?? '') },
  { key: 'END_DATE', title: 'Ngày kết thúc', width: 112, show: (row) => formatDate(row.END_DATE ?? '') },
]

const money = (amount: number | null): string => (amount === null ? '' : formatMoney(amount))

/** Label and text in order; the number type only when the carrier sends one. */
export function factsOf(data: SubscriberInfo, postpaid: boolean): [string, string][] {
  const own: [string, string][] = postpaid
    ? [
        ['Loại SIM', data.SIM_TYPE],
        ['Gói cước hiện tại', data.CURRENT_PACKAGE],
        ['Ngày ký hợp đồng', formatDate(data.NUMBER_CONTRACT_DATE ?? '')],
        ['Hạn mức trong nước', money(data.NUMBER_LIMIT)],
        ['Hạn mức gói F1', money(data.NUMBER_LIMIT_F1)],
      ]
    : [
        ['Loại thuê bao', data.NUM_TYPE],
        ['Tài khoản chính', money(data.PHONE_BALANCE)],
        ['Loại SIM', data.SIM_TYPE && `SIM ${data.SIM_TYPE}`],
        ['Gói cước hiện tại', data.CURRENT_PACKAGE],
      ]
  return data.NUMBER_TYPE ? [...own, ['Loại số', data.NUMBER_TYPE]] : own
}

/** Facts side by side, the packages below. */
export const InfoFacts = ({ data, postpaid }: { data: SubscriberInfo; postpaid: boolean }) => (
  <>
    <dl className={css.facts}>
      <div>
        <dt>Số thuê bao</dt>
        <dd>
          <CopyButton text={written(data.NUMBER_PHONE)} />
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
