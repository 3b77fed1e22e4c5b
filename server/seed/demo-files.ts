/** The demo's subscriber files and customer lists, and how they were split down the tree. */
import { addDays, todayVn } from '../../contract/dates.ts'
import { at, workday, workdayBefore } from './demo-days.ts'
import { leftWith, move, type DemoFile, type DemoNumber, type Ledger } from './demo-ledger.ts'
import type { Random } from './demo-random.ts'
import { splitDown } from './demo-split.ts'
import { phoneSource, subscriber } from './demo-subscribers.ts'

type Carrier = 'VinaPhone' | 'MobiFone'

type Plan = {
  kind: DemoFile['kind']
  /** Name without the month. */
  name: string
  owner: string
  rows: number
  carriers: readonly [Carrier, ...Carrier[]]
  day: string
  clock: number
  /** The day on whose evening it was stopped. */
  stopped?: string
}

/** Oldest first, which is the order of the hand-out. */
function plansFor(today: string): Plan[] {
  const ago = (days: number): string => workday(addDays(today, -days))
  const pool = { kind: 'pool', owner: 'quanly', clock: 14.2 } as const
  return [
    { ...pool, name: 'thue-bao-tong-hop', rows: 1800, carriers: ['VinaPhone', 'MobiFone'], day: ago(41), stopped: ago(23) },
    { ...pool, name: 'vinaphone-sap-het-han', rows: 3000, carriers: ['VinaPhone'], day: ago(33) },
    { ...pool, name: 'mobifone-sap-het-han', rows: 5400, carriers: ['MobiFone'], day: ago(16), clock: 9.4 },
    {
      kind: 'list',
      name: 'khach-cu-dang-ky-lai',
      owner: 'quanly',
      rows: 620,
      carriers: ['VinaPhone'],
      day: ago(12),
      clock: 15.1,
    },
    { ...pool, name: 'vinaphone-het-han', rows: 3600, carriers: ['VinaPhone'], day: workdayBefore(addDays(today, -1)) },
    {
      kind: 'list',
      name: 'khach-gioi-thieu',
      owner: 'chinhanh2',
      rows: 410,
      carriers: ['VinaPhone', 'MobiFone'],
      day: workdayBefore(today),
      clock: 15.6,
    },
  ]
}

/** Share of numbers that were on the blacklist when their file came. */
const blockedShare = 0.006

function emptyFile(plan: Plan, random: Random): DemoFile {
  const uploadedAt = at(plan.day, plan.clock)
  const [year, month] = plan.day.split('-')
  return {
    id: random.uuid(uploadedAt),
    kind: plan.kind,
    name: `${plan.name}-${month}-${year}.xlsx`,
    owner: plan.owner,
    uploadedAt,
    readyAt: at(plan.day, 18),
    stoppedAt: plan.stopped ? at(plan.stopped, 17.75) : Infinity,
    numbers: [],
    quotas: {},
    batches: [],
    left: new Map(),
  }
}

function fill(file: DemoFile, plan: Plan, firstRank: number, phones: ReturnType<typeof phoneSource>, ledger: Ledger, random: Random): void {
  for (let n = 0; n < plan.rows; n++) {
    const carrier = random.pick(plan.carriers)
    const blocked = random.chance(blockedShare)
    const number: DemoNumber = {
      ...subscriber(carrier, plan.day, phones(carrier), random),
      id: random.uuid(file.uploadedAt + n),
      file,
      rank: firstRank + n,
      holder: null,
      place: blocked ? 'blocked' : 'left',
      status: blocked ? 'BLOCKED' : 'NORMAL',
      claimedAt: null,
      appointmentAt: null,
      version: 1,
    }
    file.numbers.push(number)
    const { place: toPlace } = number
    const line = { number, kind: 'import', fromHolder: null, fromPlace: null, toHolder: null, toPlace } as const
    ledger.push({ ...line, batch: null, by: file.owner, at: file.uploadedAt })
  }
  leftWith(file, null).push(...file.numbers.filter((number) => number.place === 'left').toReversed())
}

/** Who was given how many numbers of each list, by whom it belongs to. */
const handedOver: Record<string, readonly (readonly [string, number])[]> = {
  quanly: [['sale111', 45], ['sale113', 40], ['sale121', 45], ['sale211', 35], ['leader12', 60]],
  chinhanh2: [['sale211', 24], ['sale212', 30], ['leader21', 80]],
}

function assignList(file: DemoFile, ledger: Ledger): void {
  for (const [username, count] of handedOver[file.owner] ?? []) {
    const given = leftWith(file, null).splice(-count)
    for (const number of given) {
      const step = { kind: 'assign', by: file.owner, at: file.readyAt - 60_000 } as const
      move(ledger, number, { ...step, holder: username, place: 'left', status: 'ASSIGNED' })
    }
    leftWith(file, username).push(...given)
  }
}

/** Files with their numbers where they stood before the first call, and the source of phones nobody has yet. */
export function makeFiles(now: Date, ledger: Ledger, random: Random) {
  const phones = phoneSource(random)
  let rank = 0
  const files = plansFor(todayVn(now)).map((plan) => {
    const file = emptyFile(plan, random)
    fill(file, plan, rank, phones, ledger, random)
    rank += plan.rows
    if (file.kind === 'pool') splitDown(file, ledger, random)
    else assignList(file, ledger)
    return file
  })
  return { files, phones }
}
