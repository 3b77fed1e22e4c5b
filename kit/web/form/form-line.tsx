/** The one sentence of a refused form, beside its buttons. */
import css from './form-line.module.css'

/** Empty unless fields on screen show what is wrong; then no toast says it (D3-BELL-03). */
export const FormLine = ({ form: { line } }: { form: { line: string } }) =>
  line === '' ? null : (
    <p role="alert" className={css.line} data-line>
      {line}
    </p>
  )
