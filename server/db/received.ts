/** What counts as a number received, wherever it is counted: the movements that put one into somebody's hand. */
import sql from 'sql-template-tag'

/** Condition on `movements`, in the words of its indexes by person and by unit. */
export const received = sql`kind IN ('claim', 'appointment') AND to_stage = 'open'`
