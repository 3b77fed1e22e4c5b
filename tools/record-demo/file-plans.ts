/** Files and lists of the demo: when each was uploaded, and the numbers given out from the lists. */
import { addDays, todayVn } from '#kit/contract/dates.ts'
import { monthsOf, workday, workdayBefore } from '#platform/app/server/seed/demo-days.ts'
import { recentDays } from './days.ts'
import type { DemoFile } from './ledger.ts'
import { firstList, firstNumbers } from './newcomers.ts'
import type { DemoPackage } from './packages.ts'

type Carrier = DemoPackage['carrier']

export type FilePlan = {
  kind: DemoFile['kind']
  /** Name without the month. */
  name: string
  owner: string
  rows: number
  carriers: readonly [Carrier, ...Carrier[]]
  day: string
  clock: number
  /** The day; it was stopped in the evening. */
  stopped?: string
  /** Split down to leaders only, so that their people share the numbers. */
  shallow?: true
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Numbers called per day before the last weeks, and the smallest size of a file. */
const aDay = 170
const fewest = 400

/** Files called in the months before the last weeks: one a month, as far as there were days for it. */
function earlierFiles(now: Date, until: string): FilePlan[] {
  const [first, second] = monthsOf(now)
  const spans = [
    [first, second < until ? second : until],
    [second, until],
  ] as const
  return spans
    .filter(([from, to]) => from < to)
    .map(([from, to]) => ({
      kind: 'pool',
      name: 'vinaphone-thang',
      owner: 'quanly',
      rows: Math.max(fewest, aDay * daysBetween(from, to)),
      carriers: ['VinaPhone'],
      day: workdayBefore(from),
      clock: 14.2,
      stopped: until,
      shallow: true,
    }))
}

/** Oldest first, in hand-out order. */
export function filePlans(now: Date): FilePlan[] {
  const today = todayVn(now)
  const ago = (days: number): string => workday(addDays(today, -days))
  const pool = { kind: 'pool', owner: 'quanly', clock: 14.2 } as const
  return [
    ...earlierFiles(now, ago(recentDays)),
    {
      ...pool,
      name: 'thue-bao-tong-hop',
      rows: 1800,
      carriers: ['VinaPhone', 'MobiFone'],
      day: ago(41),
      stopped: ago(23),
    },
    { ...pool, name: 'vinaphone-sap-het-han', rows: 3000, carriers: ['VinaPhone'], day: ago(33) },
    { ...pool, name: 'mobifone-sap-het-han', rows: 3600, carriers: ['MobiFone'], day: ago(16), clock: 9.4 },
    {
      kind: 'list',
      name: 'khach-cu-dang-ky-lai',
      owner: 'quanly',
      rows: 620,
      carriers: ['VinaPhone'],
      day: ago(12),
      clock: 15.1,
    },
    firstList(now),
    {
      ...pool,
      name: 'vinaphone-het-han',
      rows: 2000,
      carriers: ['VinaPhone'],
      day: workdayBefore(addDays(today, -1)),
    },
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

/** Numbers given from each list to each person, by the owner of the list. */
export const handedOver: Record<string, readonly (readonly [string, number])[]> = {
  quanly: [
    ['sale111', 45],
    ['sale113', 40],
    ['sale121', 45],
    ['sale211', 35],
    ['leader12', 60],
  ],
  chinhanh1: firstNumbers,
  chinhanh2: [
    ['sale211', 24],
    ['sale212', 30],
    ['leader21', 80],
  ],
}
