/** What a period opens: presets, two date boxes and a calendar. */
import { useState, type KeyboardEvent } from 'react'
import { datePresets, fromFilterDate, readTypedDate, toFilterDate } from '#kit/contract/dates.ts'
import { Button } from '../ui/button.tsx'
import { RangeCalendar } from '../ui/calendar.tsx'
import { Field, TextBox } from '../ui/field.tsx'
import { anyDay } from './any-day.ts'
import css from './filter-bar.module.css'

/** Ends as DD/MM/YYYY, '' for none. */
export type Period = { start: string; end: string; onChange: (start: string, end: string) => void }

type BoxProps = {
  label: string
  value: string
  onChange: (text: string) => void
  onEnter: () => void
  first?: boolean
}

export const asFilter = (typed: string): string => {
  const day = readTypedDate(typed)
  return day ? toFilterDate(day) : typed.trim()
}

export function DayBox({ label, value, onChange, onEnter, first }: BoxProps) {
  const wrong = value.trim() !== '' && readTypedDate(value) === null
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  return (
    <Field label={label} error={wrong ? 'Không có trong lịch' : undefined}>
      {(control) => (
        <TextBox
          {...control}
          {...(first && { 'data-autofocus': true })}
          value={value}
          placeholder="NN/TT/NNNN"
          maxLength={12}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onChange(asFilter(value))}
          onKeyDown={onKey}
        />
      )}
    </Field>
  )
}

const Presets = ({ onChange }: Pick<Period, 'onChange'>) => (
  <div className={css.presets}>
    {datePresets.map(({ label, range }) => (
      <Button
        key={label}
        look="ghost"
        small
        onClick={() => onChange(toFilterDate(range().startDate), toFilterDate(range().endDate))}
      >
        {label}
      </Button>
    ))}
    <Button look="ghost" small onClick={() => onChange('', '')}>
      {anyDay}
    </Button>
  </div>
)

/** The open panel; `onChange` closes it. */
export function RangePanel({ start, end, onChange }: Period) {
  const [typed, setTyped] = useState({ start, end })
  const change = (part: Partial<typeof typed>): void => setTyped((now) => ({ ...now, ...part }))
  const apply = (): void => {
    const [from, to] = [asFilter(typed.start), asFilter(typed.end)]
    const isWrong = [from, to].some((text) => text !== '' && !fromFilterDate(text))
    if (!isWrong) onChange(from, to)
  }
  const pick = (from: string | null, to: string | null): void => {
    change({ start: from ? toFilterDate(from) : '', end: to ? toFilterDate(to) : '' })
    if (from && to) onChange(toFilterDate(from), toFilterDate(to))
  }
  return (
    <div className={css.panel}>
      <Presets onChange={onChange} />
      <div>
        <div className={css.typed}>
          <DayBox
            first
            label="Từ ngày"
            value={typed.start}
            onChange={(text) => change({ start: text })}
            onEnter={apply}
          />
          <DayBox
            label="Đến ngày"
            value={typed.end}
            onChange={(text) => change({ end: text })}
            onEnter={apply}
          />
        </div>
        <div className={css.calendar}>
          <RangeCalendar value={[readTypedDate(typed.start), readTypedDate(typed.end)]} onChange={pick} />
        </div>
        <div className={css.actions}>
          <Button small onClick={apply}>
            Áp dụng
          </Button>
        </div>
      </div>
    </div>
  )
}
