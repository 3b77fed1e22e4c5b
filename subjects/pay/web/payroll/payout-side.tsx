/** Beside the payment list: the check against the payroll, people in no file, and the files (D3-ACC-04). */
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { Link } from 'wouter'
import { formatDate, formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { addressWith } from '#platform/contract/screens.ts'
import {
  becomesOf,
  fileParts,
  payoutKinds,
  type FilePart,
  type PayoutFile,
  type PayoutKind,
  type PayoutRow,
  type PayoutState,
} from '#subjects/pay/contract/calls/payouts.ts'
import { Card, CardNote } from '#figures/card.tsx'
import { Fact, Facts } from '#figures/facts.tsx'
import { LineList } from '#figures/line-list.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { ofKinds, partsOf, partsOfFile, type PayoutSum } from './payout-sums.ts'
import css from './payouts.module.css'

const people = (label: string, { people: n }: PayoutSum): string => `${label}, ${n} người`

/** The sum of the list, compared with the closed payroll. */
export function Check({ state: { thang, values, chi_tra } }: { state: PayoutState }) {
  const { next, more, filed, over, missing, cash, above, below, none, all } = partsOf(values)
  const off = all.sum - chi_tra
  const Sign = off === 0 ? IconCircleCheck : IconAlertTriangle
  return (
    <Card
      title="Kiểm tra tổng"
      end={<Link href={addressWith('tinhluong', { startDate: thang })}>Mở bảng lương</Link>}
    >
      <Facts>
        <Fact label={people('Trong file tới', next)}>{formatMoney(next.sum)}</Fact>
        {more.people > 0 && (
          <Fact label={people('Trả thêm trong file tới', more)}>{formatMoney(more.sum)}</Fact>
        )}
        {over.people > 0 && <Fact label={people('Đã trả thừa', over)}>{formatMoney(over.sum)}</Fact>}
        {filed.people > 0 && <Fact label={people('Đã có trong file', filed)}>{formatMoney(filed.sum)}</Fact>}
        <Fact label={people('Chưa có tài khoản', missing)}>{formatMoney(missing.sum)}</Fact>
        {cash.people > 0 && <Fact label={people('Đã trả tiền mặt', cash)}>{formatMoney(cash.sum)}</Fact>}
        <Fact sum label="Chi trả trên 0 đã chốt">
          {formatMoney(above.sum)}
        </Fact>
        <Fact label={people('Chi trả âm', below)}>{formatMoney(below.sum)}</Fact>
        <Fact label={people('Chi trả 0', none)}>0</Fact>
        <Fact sum label={people('Chi trả đã chốt', all)}>
          <b className={css.paid}>{formatMoney(all.sum)}</b>
        </Fact>
      </Facts>
      <p className={css.verdict} data-off={off === 0 ? undefined : true}>
        <Sign size={16} stroke={1.9} aria-hidden />
        {off === 0
          ? 'Khớp từng đồng với bảng lương đã chốt, lệch 0'
          : `Lệch ${formatMoney(off)} so với bảng lương đã chốt`}
      </p>
    </Card>
  )
}

const looks = {
  chua_co: ['amber', 'triangle'],
  tien_mat: ['green', 'check'],
  am: ['red', 'dash'],
  khong: ['grey', 'dash'],
  da_tai: ['blue', 'dot'],
  bu: ['blue', 'dot'],
  thua: ['red', 'triangle'],
  chi: ['blue', 'dot'],
} as const satisfies Record<PayoutKind, readonly [string, string]>

export type PersonDoing = {
  account: (row: PayoutRow) => void
  remind: (row: PayoutRow) => void
  cash: (row: PayoutRow, paid: boolean) => void
  busy: boolean
}

function Doings({ row, doing }: { row: PayoutRow; doing: PersonDoing }) {
  const { busy } = doing
  if (row.kieu === 'tien_mat')
    return (
      <Button small look="ghost" disabled={busy} onClick={() => doing.cash(row, false)}>
        Bỏ ghi
      </Button>
    )
  if (row.kieu !== 'chua_co') return null
  return (
    <span className={css.doings}>
      <Button small look="ghost" disabled={busy} onClick={() => doing.account(row)}>
        Nhập tài khoản
      </Button>
      <Button small look="ghost" disabled={busy} onClick={() => doing.remind(row)}>
        Nhắc
      </Button>
      <Button small look="ghost" disabled={busy} onClick={() => doing.cash(row, true)}>
        Đã trả tiền mặt
      </Button>
    </span>
  )
}

const noteOf = (row: PayoutRow): string =>
  [
    becomesOf(row),
    row.kieu === 'chua_co' && row.nhac_luc && `đã nhắc ${formatDate(row.nhac_luc)}`,
    row.kieu === 'tien_mat' &&
      row.tien_mat_luc &&
      `${row.tien_mat_boi ?? ''} ${formatDate(row.tien_mat_luc)}`,
  ]
    .filter(Boolean)
    .join('; ')

/** People in no file, and people who were paid too much. */
export function Unpaid({ state: { values }, doing }: { state: PayoutState; doing: PersonDoing }) {
  const rows = (['thua', 'chua_co', 'tien_mat', 'am', 'khong'] as const).flatMap((kind) =>
    ofKinds(values, kind),
  )
  return (
    <Card title="Không chi lần này" note={`${rows.length} người`}>
      {rows.length === 0 ? (
        <CardNote>Mọi người đều có trong file</CardNote>
      ) : (
        <LineList loose ruled widths="minmax(0, 1fr) auto">
          {rows.map((row) => (
            <li key={row.username}>
              <span>
                <b>{row.fullname}</b> <small>{row.username}</small>
              </span>
              <b data-num>{formatMoney(row.so)}</b>
              <div className={css.unpaid}>
                <Pill tone={looks[row.kieu][0]} icon={looks[row.kieu][1]}>
                  {payoutKinds[row.kieu]}
                </Pill>
                <small>{noteOf(row)}</small>
                <Doings row={row} doing={doing} />
              </div>
            </li>
          ))}
        </LineList>
      )}
    </Card>
  )
}

type FilesProps = {
  files: readonly PayoutFile[]
  /** The bank of the next file's form. */
  next: string
  onDownload: (file: PayoutFile, part?: FilePart) => void
  busy: boolean
}

const formName = (bank: string): string => (bank === '' ? 'mẫu chung' : `mẫu ${bank}`)

/** The files of the month, the newest first; each is stored unchanged. */
export function Files({ files, next, onDownload, busy }: FilesProps) {
  return (
    <Card
      title="File đã tạo"
      note={files.length === 0 ? 'chưa có file nào' : `${files.length} file`}
      end={`File tới theo ${formName(next)}`}
    >
      <LineList loose widths="minmax(0, 1fr) auto auto">
        {files.map((file) => (
          <li key={file.id}>
            <span className={css.file}>
              <b>Lần {file.lan}</b> <span data-num>{formatInstant(file.luc)}</span>, {file.boi}
              <small data-num>
                {file.so_dong} dòng, {formatMoney(file.tong)}, {formName(file.mau)}
                {file.truoc_mo_lai && '; trước khi mở lại tháng'}
                {file.tra_lai > 0 && `; ${file.tra_lai} dòng không còn tính`}
              </small>
            </span>
            {partsOfFile(file).map((part) => (
              <IconButton
                key={part ?? ''}
                label={`Tải file lần ${file.lan}${part ? `, ${fileParts[part].toLowerCase()}` : ''}`}
                disabled={busy}
                onClick={() => onDownload(file, part)}
              >
                <IconDownload size={16} stroke={1.9} />
              </IconButton>
            ))}
          </li>
        ))}
      </LineList>
    </Card>
  )
}
