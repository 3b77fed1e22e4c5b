/** The stock's own filters: types, price range, digits to leave out (D3-SIM-02). */
import { useState } from 'react'
import { formatMoney, readMoney } from '#kit/contract/money.ts'
import type { ListState } from '#kit/web/filters/list-state.ts'
import { PanelButton } from '#kit/web/filters/panel-button.tsx'
import { typeMoney } from '#kit/web/kinds/money-typing.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Field, TextBox } from '#kit/web/ui/field.tsx'
import { TypeFilter } from './type-filter.tsx'
import css from './sims.module.css'

const money = (text: string | undefined): string => {
  const amount = readMoney(text ?? '')
  return amount === null ? '' : formatMoney(amount)
}

type SpanProps = { from: string; to: string; apply: (from: string, to: string) => void }

function Span({ from, to, apply }: SpanProps) {
  const [typed, setTyped] = useState({ from, to })
  const box = (name: 'from' | 'to', label: string) => (
    <Field label={label}>
      {(control) => (
        <TextBox
          {...control}
          {...(name === 'from' && { 'data-autofocus': true })}
          numeric
          inputMode="numeric"
          maxLength={16}
          value={typed[name]}
          onChange={({ target }) =>
            setTyped((now) => ({
              ...now,
              [name]: typeMoney(now[name], target.value, target.selectionStart ?? target.value.length).text,
            }))
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply(typed.from, typed.to)
          }}
        />
      )}
    </Field>
  )
  return (
    <div className={css.span}>
      {box('from', 'Từ')}
      {box('to', 'Đến')}
      <div>
        <Button small look="ghost" onClick={() => apply('', '')}>
          Mọi giá
        </Button>
        <Button small onClick={() => apply(typed.from, typed.to)}>
          Áp dụng
        </Button>
      </div>
    </div>
  )
}

const digits = [...'0123456789']

/** Type, price and digits, at the end of the bar. */
export function MoreFilters({ state }: { state: ListState }) {
  const { filters, setFilters } = state
  const [from, to, leftOut] = [money(filters.gia_tu), money(filters.gia_den), filters.bo_so ?? '']
  const span = from || to ? `${from || '0'} – ${to || '…'}` : null
  const toggle = (digit: string): void => {
    const next = digits.filter((other) => (other === digit) !== leftOut.includes(other))
    setFilters({ ...filters, bo_so: next.join('') })
  }
  return (
    <>
      <TypeFilter state={state} />
      <PanelButton name="Giá" labelled value={span ?? 'Mọi giá'}>
        {(close) => (
          <Span
            from={from}
            to={to}
            apply={(gia_tu, gia_den) => {
              setFilters({ ...filters, gia_tu, gia_den })
              close()
            }}
          />
        )}
      </PanelButton>
      <PanelButton name="Bỏ chữ số" labelled value={[...leftOut].join(', ') || 'Không'}>
        {() => (
          <div className={css.digits} role="group" aria-label="Bỏ chữ số">
            {digits.map((digit) => (
              <button
                key={digit}
                type="button"
                aria-pressed={leftOut.includes(digit)}
                onClick={() => toggle(digit)}
              >
                {digit}
              </button>
            ))}
          </div>
        )}
      </PanelButton>
    </>
  )
}
