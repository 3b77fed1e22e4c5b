/** Definition of a received number: the movements that put one into somebody's hand. */
import sql from 'sql-template-tag'

/** Condition on `movements`, matching its indexes by person and by unit. */
export const received = sql`kind IN ('claim', 'appointment') AND to_stage = 'open'`
