/** A change against the former period, coloured by its direction. */
import css from './change.module.css'

export const Change = ({ text }: { text: string }) => (
  <span className={css.change} data-down={text.startsWith('−') || undefined} data-num>
    {text}
  </span>
)
