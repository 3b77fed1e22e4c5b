/** Which results the card of second and third calls shows. */
import { expect, test } from 'vitest'
import type { ReachedAgain } from '#subjects/calling/contract/calls/recycling.ts'
import { shownOf } from './reached-card.tsx'

const row = (status: ReachedAgain['status'], calls2: number): ReachedAgain => ({
  status,
  calls2,
  reached2: 0,
  calls3: 0,
  reached3: 0,
})

test('recyclable results are in the order of the rules, those without a second call are left out (D3-REC-05)', () => {
  const rows = [row('APPROVED', 4), row('REJECTED', 3), row('APPOINTMENT', 9), row('KBM', 2), row('KLLĐ', 0)]
  expect(shownOf(rows).map(({ status }) => status)).toEqual(['KBM', 'REJECTED'])
})
