/** A number for sale with the digits marked that decide its types (D3-SIM-01). */
import { markedParts } from '#subjects/sims/contract/sim-types.ts'
import css from './sims.module.css'

/** `dottedNumber`: the number as written, with dots; `keys`: the types to mark. */
export const MarkedNumber = ({ dottedNumber, keys }: { dottedNumber: string; keys: readonly string[] }) => (
  <span className={css.number} data-num>
    {markedParts(dottedNumber, keys).map(({ text, marked }, index) =>
      // A piece's identity is its position.
      marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
    )}
  </span>
)
