/** Definitions that reports share: a number received, and a customer reached. */
import sql from 'sql-template-tag'

/** Condition on `movements`, matching its indexes by person and by unit. */
export const received = sql`kind IN ('claim', 'appointment', 'recycle') AND to_stage = 'open'`

/** Condition on `care_history`: the customer was reached (subjects/calling/contract/care-results.ts). */
export const reached = sql`is_reached(status)`
