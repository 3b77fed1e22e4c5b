/** A number for sale with the digits marked that make its types (D3-SIM-01). */
import { markedParts } from '../../../contract/sim-types.ts'
import css from './sims.module.css'

/** `shown` as it is written, dots and all; `keys` of the types that are spoken of. */
export const MarkedNumber = ({ shown, keys }: { shown: string; keys: readonly string[] }) => (
  <span className={css.number} data-num>
    {markedParts(shown, keys).map(({ text, marked }, index) =>
      // The pieces of a number have no identity but their place.
      marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
    )}
  </span>
)
