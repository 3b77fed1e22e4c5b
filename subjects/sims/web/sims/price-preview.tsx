/** The effect of a price change: rows by outcome, and sums below them (D3-SIM-09). */
import { IconSearch } from '@tabler/icons-react'
import { choiceValues } from '#kit/contract/choices.ts'
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
import { Table, type TableColumn } from '#figures/table.tsx'
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

type HeadProps = { preview: Preview | undefined; selection: Shown; onShow: (selection: Shown) => void }

function Head({ preview, selection, onShow }: HeadProps) {
  const options = tabs
    .filter(({ rare, count, value }) => !rare || value === selection.fate || (preview?.[count] ?? 0) > 0)
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
        value={selection.fate}
        options={options}
        onChange={(fate) => onShow({ ...selection, fate })}
      />
      <span className={css.space} />
      <TextBox
        small
        aria-label="Tìm trong các số này"
        placeholder="Tìm số"
        left={<IconSearch size={14} stroke={1.9} aria-hidden />}
        value={selection.part}
        onChange={({ target }) => onShow({ ...selection, part: target.value })}
      />
    </div>
  )
}

type Column = TableColumn<PricedRow>

/** One price: present, new, the difference, and how far it is above the base. */
const columnsOfOne = (price: SimPrice): Column[] => [
  {
    title: `Giá ${simso.fields[price].short.toLocaleLowerCase('vi')}`,
    numeric: true,
    cell: ({ before }) => formatMoney(before[price] ?? 0),
  },
  {
    title: 'Giá mới',
    numeric: true,
    cell: ({ fate, why, after }) => {
      const amount = formatMoney(after[price] ?? 0)
      return why === null ? <b>{amount}</b> : fate === 'kept' ? 'giữ giá' : amount
    },
  },
  {
    title: 'Thêm',
    numeric: true,
    span: ({ why }) => (why === null ? 1 : 2),
    cell: ({ why, before, after }) => why ?? signed((after[price] ?? 0) - (before[price] ?? 0)),
  },
  {
    title: 'So với giá gốc',
    numeric: true,
    look: ({ fate }) => (fate === 'low' ? 'amber' : undefined),
    cell: ({ above }) => price !== 'gia_goc' && above !== null && signed(above),
  },
]

/** Several prices, present and new; the reason why a row stays spans all but the first. */
const columnsOfMany = (prices: readonly SimPrice[]): Column[] =>
  prices.map((price, index) => ({
    title: simso.fields[price].short,
    numeric: true,
    span: ({ why }) => (why !== null && index === 1 ? prices.length - 1 : 1),
    cell: ({ why, before, after }) =>
      why === null ? (
        <>
          {formatMoney(before[price] ?? 0)} → <b>{formatMoney(after[price] ?? 0)}</b>
        </>
      ) : (
        index === 1 && why
      ),
  }))

const columnsOf = (prices: readonly SimPrice[]): Column[] => [
  {
    title: 'Số điện thoại',
    cell: (row) => (
      <MarkedNumber dottedNumber={row.so_dien_thoai_co_dau_cham} keys={choiceValues(row.types)} />
    ),
  },
  {
    key: 'types',
    title: 'Loại số',
    look: 'quiet',
    cell: ({ types }) => showField(choiceValues(types)[0] ?? '', simso.fields.types),
    tip: ({ types }) => showField(types, simso.fields.types),
  },
  ...(prices.length === 1 ? prices.flatMap(columnsOfOne) : columnsOfMany(prices)),
]

const lookOf = ({ fate }: PricedRow) => (fate === 'kept' ? 'kept' : fate === 'refused' ? 'red' : undefined)

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
  /** Shown instead of rows. */
  note: string | null
}

/** The right half of the dialog. */
export function PricePreview({ preview, selection, onShow, prices, note }: PreviewProps) {
  const total = preview ? preview[tabs.find(({ value }) => value === selection.fate)?.count ?? 'count'] : 0
  return (
    <div className={css.preview}>
      <Head preview={preview} selection={selection} onShow={onShow} />
      <div className={css.rows} tabIndex={0} role="region" aria-label="Các số">
        {preview && note === null && (
          <Table
            columns={columnsOf(prices)}
            rows={preview.values}
            keyOf={({ id }) => id}
            lookOf={lookOf}
            fit="wide"
          />
        )}
        {note !== null && <p className={css.none}>{note}</p>}
        {preview && note === null && preview.values.length === 0 && (
          <p className={css.none}>Không có số nào</p>
        )}
        {preview && note === null && selection.part === '' && total > shownPriced && (
          <p className={css.none}>và {thousands(total - shownPriced)} số khác, tìm số để xem</p>
        )}
      </div>
      {preview && note === null && <Foot preview={preview} />}
    </div>
  )
}
