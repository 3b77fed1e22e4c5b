/** Split of each subscriber file down the tree: manager to branches, branch to leaders, leaders to salespeople. */
import { minute } from '#platform/app/server/seed/demo-days.ts'
import { leftWith, move, type DemoFile, type Ledger } from './ledger.ts'
import type { Random } from '#platform/app/server/seed/demo-random.ts'

/** One saved split: its author, whose numbers it takes, and each account's share of the file. */
type Stage = { level: number; by: string; from: string | null; shares: Record<string, number> }

/**
 * sale122 draws from its leader, HNIMB01 from its branch, as not everybody has a quantity. Numbers not given down stay
 * where they are.
 */
const stages: readonly Stage[] = [
  { level: 1, by: 'quanly', from: null, shares: { chinhanh1: 0.5, chinhanh2: 0.24, HNIMB: 0.1, QCMB: 0.1 } },
  { level: 2, by: 'chinhanh1', from: 'chinhanh1', shares: { leader11: 0.27, leader12: 0.19 } },
  { level: 2, by: 'QCMB', from: 'QCMB', shares: { QCMB01: 0.085 } },
  { level: 3, by: 'leader11', from: 'leader11', shares: { sale111: 0.085, sale112: 0.085, sale113: 0.085 } },
  { level: 3, by: 'leader12', from: 'leader12', shares: { sale121: 0.085 } },
  { level: 2, by: 'chinhanh2', from: 'chinhanh2', shares: { leader21: 0.22 } },
  { level: 3, by: 'leader21', from: 'leader21', shares: { sale211: 0.09, sale212: 0.09 } },
]

const between = 14 * minute

/** Splits a file with one batch per stage, in tens of numbers; `levels` of the tree, 3 down to salespeople. */
export function splitDown(file: DemoFile, levels: number, ledger: Ledger, random: Random): void {
  const made = stages.filter(({ level }) => level <= levels)
  for (const [n, { by, from, shares }] of made.entries()) {
    const at = file.uploadedAt + (n + 1) * between
    const batch = { id: random.uuid(at), by, at, moved: 0, before: { ...file.quotas }, after: {} }
    for (const [username, share] of Object.entries(shares)) {
      const quantity = Math.floor((file.numbers.length * share) / 10) * 10
      const numbers = leftWith(file, from).splice(-quantity)
      for (const number of numbers) {
        move(ledger, number, {
          kind: 'split',
          by,
          at,
          batch: batch.id,
          holder: username,
          stage: 'left',
          status: 'ASSIGNED',
        })
      }
      leftWith(file, username).push(...numbers)
      file.quotas[username] = quantity
      batch.moved += numbers.length
    }
    file.batches.push({ ...batch, after: { ...file.quotas } })
  }
}
