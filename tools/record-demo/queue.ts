/** The next number in the demo, in the order of the product's hand-out. */
import { hour, minute } from '#platform/app/server/seed/demo-days.ts'
import type { SellerDay, Seller } from './seller-day.ts'
import { leftWith, move, type DemoFile, type DemoNumber, type Ledger } from './ledger.ts'
import type { Random } from '#platform/app/server/seed/demo-random.ts'

type Source = 'appointment' | 'claim'

/** The pool a seller draws from: of the first account above with a quantity (D1-Q-073). */
function poolOf(file: DemoFile, { username, leader, branch }: Seller): DemoNumber[] {
  const holder = [username, leader, branch].find((name) => name !== null && name in file.quotas)
  return leftWith(file, holder ?? null)
}

/** A due appointment first, then numbers assigned by name, then files in order of upload (D1-Q-074). */
export function nextNumber(
  day: SellerDay,
  files: readonly DemoFile[],
  time: number,
): { number: DemoNumber; source: Source } | null {
  const due = day.appointments
    .filter((number) => (number.appointmentAt ?? Infinity) <= time)
    .toSorted((a, b) => (a.appointmentAt ?? 0) - (b.appointmentAt ?? 0))[0]
  if (due) {
    day.appointments.splice(day.appointments.indexOf(due), 1)
    return { number: due, source: 'appointment' }
  }
  const open = files.filter((file) => file.readyAt <= time && time < file.stoppedAt)
  for (const kind of ['list', 'pool'] as const) {
    for (const file of open) {
      if (file.kind !== kind) continue
      const number = (kind === 'list' ? leftWith(file, day.username) : poolOf(file, day)).pop()
      if (number) return { number, source: 'claim' }
    }
  }
  return null
}

/** Sometimes a customer who did not answer is requested again and comes next (D1-Q-089). */
export function askAgain(day: SellerDay, time: number, ledger: Ledger, random: Random): DemoNumber | null {
  if (!random.chance(0.05)) return null
  const index = day.unanswered.findLastIndex(
    ({ at, number }) => at <= time - hour && number.stage === 'called' && time < number.file.stoppedAt,
  )
  const care = index < 0 ? undefined : day.unanswered.splice(index, 1)[0]
  if (!care) return null
  const at = time - 20_000
  Object.assign(care, { reinvitedAt: at })
  const parties = { by: day.username, holder: day.username }
  move(ledger, care.number, { ...parties, kind: 'reinvite', at, stage: 'left', status: 'ASSIGNED' })
  care.number.rank = -at
  return care.number
}

/**
 * Before a break, numbers handed out but not called go back to the pool, as many as appointments were called, so
 * that nobody has more results than numbers. They stay there until the product starts.
 */
export function handBack(
  day: SellerDay,
  from: number,
  until: number,
  files: readonly DemoFile[],
  ledger: Ledger,
): void {
  for (let time = from; day.owed > 0 && time + minute < until; time += 2 * minute) {
    const file = files.find(
      (f) => f.kind === 'pool' && f.readyAt <= time && time < f.stoppedAt && poolOf(f, day).length > 0,
    )
    const number = file && poolOf(file, day).pop()
    if (!file || !number) return
    const above = [day.leader, day.branch].find((name) => name !== null && name in file.quotas) ?? null
    const parties = { by: day.username, holder: day.username }
    move(ledger, number, { ...parties, kind: 'claim', at: time, stage: 'open', status: 'TAKECARE' })
    const back = { by: above ?? file.owner, holder: above }
    move(ledger, number, { ...back, kind: 'recall', at: time + minute, stage: 'left', status: 'ASSIGNED' })
    day.owed--
  }
}
