/** The one sentence of a refused form, beside its buttons. */
import css from './form-line.module.css'

/** Empty unless the fields on screen show their errors; then there is no toast (D3-BELL-03). */
export const FormLine = ({ form: { line } }: { form: { line: string } }) =>
  line === '' ? null : (
    <p role="alert" className={css.line} data-line>
      {line}
    </p>
  )
