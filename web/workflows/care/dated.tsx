/** Text with the hyphens of a date set narrow, so that its figures stay together. */
import css from './dated.module.css'

/** Only a DD-MM-YYYY at the beginning is touched; all other text is shown as it is. */
export function Dated({ text }: { text: string }) {
  const [, day, month, rest] = /^(\d{2})-(\d{2})-(\d{4}.*)$/.exec(text) ?? []
  if (day === undefined) return <span data-num>{text}</span>
  return (
    <span data-num>
      {day}
      <i className={css.hyphen}>-</i>
      {month}
      <i className={css.hyphen}>-</i>
      {rest}
    </span>
  )
}
