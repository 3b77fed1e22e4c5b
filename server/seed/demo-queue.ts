/** Which number comes next in the demo: the order of the product's own hand-out, without its database. */
import { hour, minute } from './demo-days.ts'
import type { Desk, Seller } from './demo-desk.ts'
import { leftWith, move, type DemoFile, type DemoNumber, type Ledger } from './demo-ledger.ts'
import type { Random } from './demo-random.ts'

type Source = 'appointment' | 'claim'

/** Whose numbers of a file a seller draws: the first of those above that has a quantity (D1-Q-073). */
function poolOf(file: DemoFile, { username, leader, branch }: Seller): DemoNumber[] {
  const holder = [username, leader, branch].find((name) => name !== null && name in file.quotas)
  return leftWith(file, holder ?? null)
}

/** A due appointment first, then numbers given by name, then the files in order of upload (D1-Q-074). */
export function nextNumber(
  desk: Desk,
  files: readonly DemoFile[],
  time: number,
): { number: DemoNumber; source: Source } | null {
  const due = desk.appointments
    .filter((number) => (number.appointmentAt ?? Infinity) <= time)
    .toSorted((a, b) => (a.appointmentAt ?? 0) - (b.appointmentAt ?? 0))[0]
  if (due) {
    desk.appointments.splice(desk.appointments.indexOf(due), 1)
    return { number: due, source: 'appointment' }
  }
  const open = files.filter((file) => file.readyAt <= time && time < file.stoppedAt)
  for (const kind of ['list', 'pool'] as const) {
    for (const file of open) {
      if (file.kind !== kind) continue
      const number = (kind === 'list' ? leftWith(file, desk.username) : poolOf(file, desk)).pop()
      if (number) return { number, source: 'claim' }
    }
  }
  return null
}

/** Now and then somebody who did not pick up is asked for again and comes as the next number (D1-Q-089). */
export function askAgain(desk: Desk, time: number, ledger: Ledger, random: Random): DemoNumber | null {
  if (!random.chance(0.05)) return null
  const found = desk.unanswered.findLastIndex(
    ({ at, number }) => at <= time - hour && number.place === 'called' && time < number.file.stoppedAt,
  )
  const care = found < 0 ? undefined : desk.unanswered.splice(found, 1)[0]
  if (!care) return null
  const at = time - 20_000
  Object.assign(care, { reinvitedAt: at })
  const hands = { by: desk.username, holder: desk.username }
  move(ledger, care.number, { ...hands, kind: 'reinvite', at, place: 'left', status: 'ASSIGNED' })
  care.number.rank = -at
  return care.number
}

/**
 * Before a break a number that was handed out but not called goes back up, as many as appointments were called, so
 * that nobody has more results than numbers. It waits there until the start of the product.
 */
export function handBack(
  desk: Desk,
  from: number,
  until: number,
  files: readonly DemoFile[],
  ledger: Ledger,
): void {
  for (let time = from; desk.owed > 0 && time + minute < until; time += 2 * minute) {
    const file = files.find(
      (f) => f.kind === 'pool' && f.readyAt <= time && time < f.stoppedAt && poolOf(f, desk).length > 0,
    )
    const number = file && poolOf(file, desk).pop()
    if (!file || !number) return
    const above = [desk.leader, desk.branch].find((name) => name !== null && name in file.quotas) ?? null
    const hands = { by: desk.username, holder: desk.username }
    move(ledger, number, { ...hands, kind: 'claim', at: time, place: 'open', status: 'TAKECARE' })
    const back = { by: above ?? file.owner, holder: above }
    move(ledger, number, { ...back, kind: 'recall', at: time + minute, place: 'left', status: 'ASSIGNED' })
    desk.owed--
  }
}
