/** A message about a cell's value with buttons, right under the cell. */
import css from './cell.module.css'

type Choice = { label: string; run: () => void; strong?: boolean }

/** The error of a cell with its buttons, right under it. */
export const CellTip = ({ message, choices }: { message: string; choices: readonly Choice[] }) => (
  <div className={css.tip} role="alert">
    <span className={css.why}>{message}</span>
    {choices.map((choice) => (
      <button key={choice.label} type="button" data-strong={choice.strong || undefined} onClick={choice.run}>
        {choice.label}
      </button>
    ))}
  </div>
)
