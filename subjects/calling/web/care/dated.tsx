/** Text that starts with a date, its hyphens set narrow so that the figures stay together. */
import css from './dated.module.css'

/** Changes only DD-MM-YYYY at the beginning; other text is shown unchanged. */
export function Dated({ text }: { text: string }) {
  const [, day, month, yearAndTime] = /^(\d{2})-(\d{2})-(\d{4}.*)$/.exec(text) ?? []
  if (day === undefined) return <span data-num>{text}</span>
  return (
    <span data-num>
      {day}
      <i className={css.hyphen}>-</i>
      {month}
      <i className={css.hyphen}>-</i>
      {yearAndTime}
    </span>
  )
}
