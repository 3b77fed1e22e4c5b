/** A change against the period before, coloured by its direction. */
import css from './change.module.css'

export const Change = ({ text }: { text: string }) => (
  <span className={css.change} data-down={text.startsWith('−') || undefined} data-num>
    {text}
  </span>
)
