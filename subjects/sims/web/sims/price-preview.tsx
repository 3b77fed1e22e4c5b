/** What a change of prices would do: rows by fate, and the sums below them (D3-SIM-09). */
import { IconSearch } from '@tabler/icons-react'
import { chosen } from '#kit/contract/choices.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { showField } from '#kit/contract/kinds.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { thousands } from '#kit/contract/thousands.ts'
import {
  shownPriced,
  type PricedRow,
  type PriceFate,
  type previewPrices,
  type SimPrice,
} from '#subjects/sims/contract/calls/sim-prices.ts'
import { TextBox } from '#kit/web/ui/field.tsx'
import { Segments } from '#kit/web/ui/segments.tsx'
import { MarkedNumber } from './marked-number.tsx'
import css from './prices.module.css'

export type Preview = AnswerOf<typeof previewPrices>
export type Shown = { fate: PriceFate | 'all'; part: string }

/** '+22,000', '-22,000'. */
const signed = (amount: number): string => (amount > 0 ? `+${formatMoney(amount)}` : formatMoney(amount))

const tabs = [
  { value: 'all', label: 'Tất cả', count: 'count', rare: false },
  { value: 'changes', label: 'Sẽ đổi', count: 'changes', rare: false },
  { value: 'kept', label: 'Giữ giá', count: 'kept', rare: false },
  { value: 'low', label: 'Dưới giá gốc', count: 'low', rare: true },
  { value: 'refused', label: 'Không được', count: 'refused', rare: true },
] as const

type HeadProps = { preview: Preview | undefined; shown: Shown; onShow: (shown: Shown) => void }

function Head({ preview, shown, onShow }: HeadProps) {
  const options = tabs
    .filter(({ rare, count, value }) => !rare || value === shown.fate || (preview?.[count] ?? 0) > 0)
    .map(({ value, label, count }) => ({
      value,
      label,
      note: preview && thousands(preview[count]),
    }))
  return (
    <div className={css.head}>
      <b>Xem trước</b>
      <Segments
        label="Xem những số"
        value={shown.fate}
        options={options}
        onChange={(fate) => onShow({ ...shown, fate })}
      />
      <span className={css.space} />
      <TextBox
        small
        aria-label="Tìm trong các số này"
        placeholder="Tìm số"
        left={<IconSearch size={14} stroke={1.9} aria-hidden />}
        value={shown.part}
        onChange={({ target }) => onShow({ ...shown, part: target.value })}
      />
    </div>
  )
}

/** Prices of a row, now and then. */
function Prices({ row, prices }: { row: PricedRow; prices: readonly SimPrice[] }) {
  const isLow = row.fate === 'low' || undefined
  const [only] = prices
  if (prices.length > 1 || only === undefined)
    return prices.map((name) => (
      <td key={name} data-num>
        {formatMoney(row.before[name] ?? 0)} → <b>{formatMoney(row.after[name] ?? 0)}</b>
      </td>
    ))
  const [before, after] = [row.before[only] ?? 0, row.after[only] ?? 0]
  return (
    <>
      <td data-num>{formatMoney(before)}</td>
      <td data-num>
        <b>{formatMoney(after)}</b>
      </td>
      <td data-num>{signed(after - before)}</td>
      <td data-num data-low={isLow}>
        {only !== 'gia_goc' && row.above !== null && signed(row.above)}
      </td>
    </>
  )
}

function PriceRow({ row, prices }: { row: PricedRow; prices: readonly SimPrice[] }) {
  const [only = 'gia_khach_hang'] = prices
  const keys = chosen(row.types)
  const stays = row.why !== null
  return (
    <tr data-fate={row.fate}>
      <td>
        <MarkedNumber shown={row.so_dien_thoai_co_dau_cham} keys={keys} />
      </td>
      <td className={css.types} title={showField(row.types, simso.fields.types)}>
        {showField(keys[0] ?? '', simso.fields.types)}
      </td>
      {stays ? (
        <>
          <td data-num>{prices.length === 1 && formatMoney(row.before[only] ?? 0)}</td>
          {prices.length === 1 && (
            <td data-num>{row.fate === 'kept' ? 'giữ giá' : formatMoney(row.after[only] ?? 0)}</td>
          )}
          <td data-num colSpan={prices.length === 1 ? 2 : prices.length - 1}>
            {row.why}
          </td>
        </>
      ) : (
        <Prices row={row} prices={prices} />
      )}
    </tr>
  )
}

const headings = (prices: readonly SimPrice[]): string[] => {
  const names = prices.map((name) => simso.fields[name].short)
  return prices.length === 1
    ? [`Giá ${names[0]?.toLocaleLowerCase('vi')}`, 'Giá mới', 'Thêm', 'So với giá gốc']
    : names
}

function Foot({ preview }: { preview: Preview }) {
  const before = preview.sums.reduce((sum, one) => sum + one.before, 0)
  const after = preview.sums.reduce((sum, one) => sum + one.after, 0)
  const share = before > 0 ? ((after - before) / before) * 100 : 0
  return (
    <div className={css.sums} data-num role="status">
      <b>Cộng {thousands(preview.changes)} số</b>
      <span className={css.space} />
      <span>
        {formatMoney(before)} → <b>{formatMoney(after)}</b>
      </span>
      <b>{signed(after - before)}</b>
      <span>
        {share > 0 && '+'}
        {share.toFixed(1).replace('-', '−')}%
      </span>
    </div>
  )
}

type PreviewProps = HeadProps & {
  prices: readonly SimPrice[]
  /** Instead of rows. */
  note: string | null
}

/** The right half of the dialog. */
export function PricePreview({ preview, shown, onShow, prices, note }: PreviewProps) {
  const all = preview ? preview[tabs.find(({ value }) => value === shown.fate)?.count ?? 'count'] : 0
  return (
    <div className={css.preview}>
      <Head preview={preview} shown={shown} onShow={onShow} />
      <div className={css.rows} tabIndex={0} role="region" aria-label="Các số">
        {preview && note === null && (
          <table>
            <thead>
              <tr>
                <th>Số điện thoại</th>
                <th>Loại số</th>
                {headings(prices).map((heading) => (
                  <th key={heading} data-num>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {preview.values.map((row) => (
                <PriceRow key={row.id} row={row} prices={prices} />
              ))}
            </tbody>
          </table>
        )}
        {note !== null && <p className={css.none}>{note}</p>}
        {preview && note === null && preview.values.length === 0 && (
          <p className={css.none}>Không có số nào</p>
        )}
        {preview && note === null && shown.part === '' && all > shownPriced && (
          <p className={css.none}>và {thousands(all - shownPriced)} số khác, tìm số để xem</p>
        )}
      </div>
      {preview && note === null && <Foot preview={preview} />}
    </div>
  )
}
