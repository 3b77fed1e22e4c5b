/** How prices change: up or down, by how much, which of the five, and the reason (D3-SIM-09). */
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { readMoney } from '#kit/contract/money.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { pricesOfSim, type PriceChange, type SimPrice } from '#subjects/sims/contract/calls/sim-prices.ts'
import { typeMoney } from '#kit/web/kinds/money-typing.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Field, TextBox } from '#kit/web/ui/field.tsx'
import { Segments } from '#kit/web/ui/segments.tsx'
import css from './prices.module.css'

/** As typed. */
export type Typed = Omit<PriceChange, 'amount'> & { amount: string; reason: string }

/** The typed change; null while the amount is invalid. */
export function changeOf({ prices, direction, unit, amount }: Typed): PriceChange | null {
  const number =
    unit === 'dong'
      ? readMoney(amount)
      : /^\d+([.,]\d{1,2})?$/.test(amount.trim())
        ? Number(amount.replace(',', '.'))
        : null
  if (number === null || number <= 0 || prices.length === 0) return null
  return { prices, direction, unit, amount: number }
}

const directions = [
  {
    value: 'up',
    label: (
      <>
        <IconChevronUp size={16} stroke={1.9} aria-hidden /> Tăng
      </>
    ),
  },
  {
    value: 'down',
    label: (
      <>
        <IconChevronDown size={16} stroke={1.9} aria-hidden /> Giảm
      </>
    ),
  },
] as const
const units = [
  { value: 'percent', label: '%' },
  { value: 'dong', label: 'đồng' },
] as const

type FormProps = {
  typed: Typed
  set: (change: Partial<Typed>) => void
  /** The filter in words. */
  filter: string
  error: string | undefined
  hint: string
  /** Count of the numbers that change, shown beside the chosen prices. */
  changes: number | undefined
}

function Amount({ typed, set, error, hint }: Pick<FormProps, 'typed' | 'set' | 'error' | 'hint'>) {
  const type = (text: string): string =>
    typed.unit === 'dong' ? typeMoney(typed.amount, text, text.length).text : text
  return (
    <Field label="Bao nhiêu" required error={error} hint={hint}>
      {(control) => (
        <div className={css.amount}>
          <TextBox
            {...control}
            data-autofocus
            inputMode="decimal"
            maxLength={16}
            value={typed.amount}
            onChange={({ target }) => set({ amount: type(target.value) })}
          />
          <Segments
            label="Đơn vị"
            value={typed.unit}
            options={units}
            onChange={(unit) => set({ unit, amount: '' })}
          />
        </div>
      )}
    </Field>
  )
}

/** The left half of the dialog. */
export function PriceForm({ typed, set, filter, error, hint, changes }: FormProps) {
  const toggle = (name: SimPrice): void =>
    set({ prices: pricesOfSim.filter((one) => (one === name) !== typed.prices.includes(one)) })
  return (
    <div className={css.form}>
      <div className={css.filter}>
        <small>Bộ lọc đang dùng</small>
        {filter || 'Không lọc, cả kho'}
      </div>
      <Field label="Đổi">
        {() => (
          <Segments
            look="wide"
            label="Đổi"
            value={typed.direction}
            options={directions}
            onChange={(direction) => set({ direction })}
          />
        )}
      </Field>
      <Amount typed={typed} set={set} error={error} hint={hint} />
      <div role="group" aria-label="Giá nào" className={css.which}>
        <b>Giá nào</b>
        {pricesOfSim.map((name) => {
          const { label, short } = simso.fields[name]
          return (
            <label key={name}>
              <Checkbox label={label} checked={typed.prices.includes(name)} onChange={() => toggle(name)} />
              <span>{short}</span>
            </label>
          )
        })}
        {typed.prices.length === 0 && <p className={css.wrong}>Chọn ít nhất một giá</p>}
      </div>
      <Field label="Lý do" hint={changes ? 'Ghi vào lịch sử từng số' : ''}>
        {(control) => (
          <TextBox
            {...control}
            maxLength={200}
            value={typed.reason}
            onChange={({ target }) => set({ reason: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
