/** 'Đổi giá theo bộ lọc': the change on the left, its preview on the right, run as one step (D3-SIM-09). */
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { InputOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { formatMoney, readMoney } from '#kit/contract/money.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { thousands } from '#kit/contract/thousands.ts'
import {
  changePrices,
  previewPrices,
  priceTexts,
  type PriceChange,
  type PriceStep,
} from '#subjects/sims/contract/calls/sim-prices.ts'
import { send } from '#kit/web/client.ts'
import { confirm, toast } from '#kit/web/feedback.ts'
import type { Filters } from '#kit/web/filters/list-state.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { changeOf, PriceForm, type Typed } from './price-form.tsx'
import { PricePreview, type Preview, type Shown } from './price-preview.tsx'
import css from './prices.module.css'
import { showField } from '#kit/contract/kinds.ts'

const { nha_mang, number_type, types, trang_thai } = simso.fields

const money = (text: string): string => {
  const amount = readMoney(text)
  return amount === null ? text : formatMoney(amount)
}

const inWords: Readonly<Record<string, (value: string) => string>> = {
  so_dien_thoai: (value) => `số ${value}`,
  nha_mang: (value) => showField(value, nha_mang),
  number_type: (value) => showField(Number(value), number_type),
  loai_sim: (value) => showField(value, types),
  trang_thai: (value) => showField(value, trang_thai),
  gia_tu: (value) => `giá từ ${money(value)}`,
  gia_den: (value) => `giá đến ${money(value)}`,
  bo_so: (value) => `không có số ${[...value].join(', ')}`,
  ngay_sinh: (value) => `ngày sinh ${value}`,
}

/** The filters of the stock in words: 'Viettel; Sim lộc phát; Còn sim'; '' without any. */
const filterWords = (filters: Filters): string =>
  Object.entries(inWords)
    .flatMap(([name, words]) => (filters[name] ? [words(filters[name])] : []))
    .join('; ')

/** Pause in typing before the server counts, in ms. */
const pause = 300

const start: Typed = { prices: ['gia_khach_hang'], direction: 'up', unit: 'percent', amount: '', reason: '' }

/** 'Làm tròn đến nghìn: 451,500 → 452,000', with the first price shown. */
function roundingOf(change: PriceChange | null, preview: Preview | undefined): string {
  const row = preview?.values.find(({ fate }) => fate === 'changes' || fate === 'low')
  const [name] = change?.prices ?? []
  const [before, after] = [name && row?.before[name], name && row?.after[name]]
  if (!change || !before || !after) return 'Làm tròn đến nghìn'
  const by = change.unit === 'dong' ? change.amount : (before * change.amount) / 100
  const exact = before + (change.direction === 'up' ? by : -by)
  return `Làm tròn đến nghìn: ${formatMoney(Math.round(exact))} → ${formatMoney(after)}`
}

const expectedOf = ({ changes, low, sums }: Preview) => ({
  changes,
  low,
  before: sums.reduce((sum, one) => sum + one.before, 0),
  after: sums.reduce((sum, one) => sum + one.after, 0),
})

/** Why the step cannot start. */
function whyNot(change: PriceChange | null, preview: Preview | undefined): string | undefined {
  if (!change) return 'Nhập mức tăng, giảm và chọn giá'
  if (!preview) return 'Đang đếm'
  if (preview.refused > 0) return priceTexts.refused(preview.refused)
  return preview.changes === 0 ? priceTexts.nothing : undefined
}

type PriceDialogProps = {
  /** Filters of the list, and as its query sends them. */
  filters: Filters
  query: Record<string, string>
  onClose: () => void
  onHistory: () => void
}

/** The preview of the typed change, counted again when the stock changes; null while it is invalid. */
function usePreview(typed: Typed, filter: Record<string, string>, selection: Shown) {
  const change = changeOf(typed)
  const [settled] = useDebouncedValue(JSON.stringify({ change, selection }), pause)
  const input = JSON.stringify({ change, selection }) === settled && change
  const { fate, part } = selection
  const { data, error, isFetching } = useCall(
    simso.path,
    previewPrices,
    input ? { change, filter, part, ...(fate !== 'all' && { fate }) } : null,
    { keep: true, staleTime: 0 },
  )
  return {
    change,
    preview: change && !error ? data : undefined,
    error: change ? error : null,
    counting: !input || isFetching,
  }
}

/** How a change can be undone, on the left of the foot. */
const UndoHint = ({ onHistory }: { onHistory: () => void }) => (
  <>
    <span className={css.hint}>
      <IconArrowBackUp size={16} stroke={1.9} aria-hidden />
      Một lần, lấy lại được bằng <kbd>Ctrl Z</kbd> hoặc trong
    </span>
    <Button look="ghost" small onClick={onHistory}>
      Lịch sử giá
    </Button>
  </>
)

/** 'Tăng giá', 'Giảm giá'. */
const actOf = ({ direction }: Typed): string => (direction === 'up' ? 'Tăng giá' : 'Giảm giá')

/** Asks whether prices below the base price are meant, if there are any. */
const meansLow = async (low: number, confirmLabel: string): Promise<boolean> =>
  low === 0 ||
  confirm({
    title: 'Giá thấp hơn giá gốc?',
    body: `${thousands(low)} số sẽ thấp hơn giá gốc.`,
    confirmLabel,
    danger: true,
  })

/** Refused because the stock changed, or done: in both cases the preview is outdated. */
const sendChange = (input: InputOf<typeof changePrices>, idempotencyKey: string): Promise<PriceStep> =>
  send(changePrices, input, { idempotencyKey }).finally(() => void refresh(simso))

export function PriceDialog({ filters, query, onClose, onHistory }: PriceDialogProps) {
  const [typed, setTyped] = useState(start)
  const [selection, setSelection] = useState<Shown>({ fate: 'all', part: '' })
  const { page: _page, count: _count, sort: _sort, ...filter } = query
  const { change, preview, error, counting } = usePreview(typed, filter, selection)
  const act = actOf(typed)
  const { run, busy } = useAction(async (idempotencyKey) => {
    if (!change || !preview || !(await meansLow(preview.low, act))) return
    const input = { change, filter, reason: typed.reason, expect: expectedOf(preview) }
    const step = await sendChange(input, idempotencyKey)
    if (step.state === 'done') {
      toast('success', step.msg ?? '')
      onClose()
    } else onHistory()
  })
  const wrong = error instanceof AppError ? error.fields?.['change.amount'] : undefined
  return (
    <Dialog
      full
      bare
      title="Đổi giá theo bộ lọc"
      note={preview && `${thousands(preview.count)} số`}
      onClose={onClose}
      aside={<UndoHint onHistory={onHistory} />}
      action={
        <Button
          look="primary"
          busy={busy || (change !== null && counting && !error)}
          reason={error ? error.message : whyNot(change, preview)}
          onClick={() => void run()}
        >
          {act} {preview && change ? `${thousands(preview.changes)} số` : ''}
        </Button>
      }
    >
      <div className={css.halves}>
        <PriceForm
          typed={typed}
          set={(more) => setTyped((now) => ({ ...now, ...more }))}
          filter={filterWords(filters)}
          error={wrong}
          hint={roundingOf(change, preview)}
          changes={preview?.changes}
        />
        <PricePreview
          preview={preview}
          selection={selection}
          onShow={setSelection}
          prices={change?.prices ?? typed.prices}
          note={!change ? 'Nhập mức tăng, giảm để xem trước' : (wrong ?? error?.message ?? null)}
        />
      </div>
    </Dialog>
  )
}
