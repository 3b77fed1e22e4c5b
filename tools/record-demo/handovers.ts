/** Hand-overs between people of the same branch in the demo; one was undone. */
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { minute } from '#platform/app/server/seed/demo-days.ts'
import { leftWith, move, type DemoFile, type Ledger } from './ledger.ts'
import { randomOf } from '#platform/app/server/seed/demo-random.ts'
import { iso, isoOrNull, type IdOf } from './save-files.ts'

type Handover = {
  id: string
  from: string
  to: string
  by: string
  numbers: number
  file: DemoFile
  before: Record<string, number | null>
  at: number
  undone: number | null
}

/** Giver, receiver, number and author; `undone`: minutes until it was undone. */
const plans = [
  { from: 'sale111', to: 'sale113', by: 'leader11', count: 10, undone: 25 },
  { from: 'sale113', to: 'sale112', by: 'leader11', count: 15, undone: null },
  { from: 'sale211', to: 'sale212', by: 'chinhanh2', count: 20, undone: null },
] as const

type Plan = { from: string; to: string; by: string; count: number; undone: number | null }

/** People who gave nearly all numbers to a colleague an hour ago, and so run out now (D3-FLR-01). */
const atTheEnd = [
  { from: 'sale212', to: 'sale211', by: 'leader21' },
  { from: 'sale115', to: 'sale130', by: 'leader11' },
] as const

function lately(
  people: (typeof atTheEnd)[number],
  files: readonly DemoFile[],
  ledger: Ledger,
  now: Date,
): Handover[] {
  const open = files.filter(
    (file) => file.stoppedAt > now.getTime() && leftWith(file, people.from).length > 0,
  )
  return open.flatMap((file, n) => {
    const count = leftWith(file, people.from).length - (n === open.length - 1 ? 1 : 0)
    const plan = { ...people, count, undone: null }
    return count > 0 ? [handOverOf(plan, file, now.getTime() - (60 - n) * minute, ledger)] : []
  })
}

/**
 * From the newest file on the evening before its numbers are called; or after the quarter's calls, from the numbers
 * left.
 */
export function handOvers(files: readonly DemoFile[], ledger: Ledger, now: Date): Handover[] {
  const file = files.findLast(({ kind }) => kind === 'pool')
  if (!file) return []
  const made = plans.map((plan, n) => handOverOf(plan, file, file.readyAt + (n + 1) * 9 * minute, ledger))
  return [...made, ...atTheEnd.flatMap((people) => lately(people, files, ledger, now))]
}

function handOverOf(
  { from, to, by, count, undone }: Plan,
  file: DemoFile,
  at: number,
  ledger: Ledger,
): Handover {
  const id = randomOf(`handover ${from} ${to} ${file.id}`).uuid(at)
  const before = { [from]: file.quotas[from] ?? null, [to]: file.quotas[to] ?? null }
  const numbers = leftWith(file, from).splice(-count)
  for (const number of numbers) {
    const target = { by, stage: 'left', status: 'ASSIGNED', batch: id } as const
    move(ledger, number, { ...target, kind: 'handover', at, holder: to })
    if (undone !== null)
      move(ledger, number, { ...target, kind: 'handover-undo', at: at + undone * minute, holder: from })
  }
  leftWith(file, undone === null ? to : from).push(...numbers)
  if (undone === null && file.kind === 'pool') {
    file.quotas[from] = (file.quotas[from] ?? 0) - numbers.length
    file.quotas[to] = (file.quotas[to] ?? 0) + numbers.length
  }
  const back = undone === null ? null : at + undone * minute
  return { id, from, to, by, numbers: numbers.length, file, before, at, undone: back }
}

export async function saveHandOvers(
  handovers: readonly Handover[],
  client: PoolClient,
  idOf: IdOf,
): Promise<void> {
  await copyRows(client, 'handovers', handovers, {
    id: ({ id }) => id,
    from_id: ({ from }) => idOf(from),
    to_id: ({ to }) => idOf(to),
    by_username: ({ by }) => by,
    numbers: ({ numbers }) => numbers,
    appointments: () => 0,
    quotas_before: ({ file, before }) =>
      JSON.stringify(
        Object.entries(before).map(([username, quantity]) => ({
          file_id: file.id,
          user_id: idOf(username),
          quantity,
        })),
      ),
    at: ({ at }) => iso(at),
    undone_at: ({ undone }) => isoOrNull(undone),
    undone_by: ({ undone, by }) => (undone === null ? null : by),
  })
  await client.query(`
    INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, after)
    SELECT h.at, u.id, u.username, r.name, 'handover', 'users', h.from_id::text,
      jsonb_build_object('numbers', h.numbers, 'appointments', 0, 'recipient', t.username)
    FROM handovers h JOIN users t ON t.id = h.to_id JOIN users u ON u.username = h.by_username
    JOIN roles r ON r.id = u.role_id ORDER BY h.at`)
}
