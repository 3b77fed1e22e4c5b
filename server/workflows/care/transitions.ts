/** What a result does to its customer: the table of the care workflow (D1-Q-062). */
import type { CareResult } from '../../../contract/care-results.ts'

/** Customer status after each result; all but APPROVED keep TAKECARE. One that the carrier registered stays so (db/routines/ledger.sql). */
export const statusAfter: Record<CareResult, 'APPROVED' | 'TAKECARE'> = {
  APPROVED: 'APPROVED',
  REJECTED: 'TAKECARE',
  APPOINTMENT: 'TAKECARE',
  KBM: 'TAKECARE',
  KLLĐ: 'TAKECARE',
  KEEP: 'TAKECARE',
  'RE-REGISTER': 'TAKECARE',
}
