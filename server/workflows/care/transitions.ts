/** Customer status after each result (D1-Q-062). */
import type { CareResult } from '../../../contract/care-results.ts'

/** All but APPROVED keep TAKECARE. A customer that the carrier registered stays so (db/routines/ledger.sql). */
export const statusAfter: Record<CareResult, 'APPROVED' | 'TAKECARE'> = {
  APPROVED: 'APPROVED',
  REJECTED: 'TAKECARE',
  APPOINTMENT: 'TAKECARE',
  KBM: 'TAKECARE',
  KLLĐ: 'TAKECARE',
  KEEP: 'TAKECARE',
  'RE-REGISTER': 'TAKECARE',
}
