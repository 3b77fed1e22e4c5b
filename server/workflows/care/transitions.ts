/** What a result does to its customer: the table of the care workflow (D1-Q-062). */
import sql, { type Sql } from 'sql-template-tag'
import type { CareResult } from '../../../contract/care-results.ts'

/** Customer status after each result; all but APPROVED keep TAKECARE. */
const statusAfter: Record<CareResult, 'APPROVED' | 'TAKECARE'> = {
  APPROVED: 'APPROVED',
  REJECTED: 'TAKECARE',
  APPOINTMENT: 'TAKECARE',
  KBM: 'TAKECARE',
  KLLĐ: 'TAKECARE',
  KEEP: 'TAKECARE',
  'RE-REGISTER': 'TAKECARE',
}

/** The status of customer `c` after `result`. That the carrier registered it is a fact that no call takes back. */
export const statusFrom = (result: CareResult): Sql =>
  sql`CASE WHEN c.status = 'REGISTERED' THEN c.status ELSE ${statusAfter[result]} END`
