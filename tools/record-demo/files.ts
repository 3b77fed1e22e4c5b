/** The demo's subscriber files and customer lists, and their split down the tree. */
import { instantAt } from '#platform/app/server/seed/demo-days.ts'
import { filePlans, handedOver, type FilePlan } from './file-plans.ts'
import { recordImport, leftWith, move, type DemoFile, type DemoNumber, type Ledger } from './ledger.ts'
import { giveToNewcomers } from './newcomers.ts'
import type { Random } from '#platform/app/server/seed/demo-random.ts'
import { splitDown } from './split.ts'
import { phoneSource, subscriber } from './subscribers.ts'

/** Share of numbers that were blacklisted when their file was uploaded. */
const blockedShare = 0.006

function emptyFile(plan: FilePlan, random: Random): DemoFile {
  const uploadedAt = instantAt(plan.day, plan.clock)
  const [year, month] = plan.day.split('-')
  return {
    id: random.uuid(uploadedAt),
    kind: plan.kind,
    name: `${plan.name}-${month}-${year}.xlsx`,
    owner: plan.owner,
    uploadedAt,
    readyAt: instantAt(plan.day, 18),
    stoppedAt: plan.stopped ? instantAt(plan.stopped, 17.75) : Infinity,
    numbers: [],
    quotas: {},
    batches: [],
    remaining: new Map(),
  }
}

function fill(
  file: DemoFile,
  plan: FilePlan,
  firstRank: number,
  phones: ReturnType<typeof phoneSource>,
  ledger: Ledger,
  random: Random,
): void {
  for (let n = 0; n < plan.rows; n++) {
    const carrier = random.pick(plan.carriers)
    const blocked = random.chance(blockedShare)
    const number: DemoNumber = {
      ...subscriber(carrier, plan.day, phones(carrier), random),
      id: random.uuid(file.uploadedAt + n),
      file,
      rank: firstRank + n,
      holder: null,
      stage: blocked ? 'blocked' : 'left',
      status: blocked ? 'BLOCKED' : 'NORMAL',
      claimedAt: null,
      appointmentAt: null,
      version: 1,
    }
    file.numbers.push(number)
    recordImport(ledger, number, file.owner, file.uploadedAt)
  }
  leftWith(file, null).push(...file.numbers.filter((number) => number.stage === 'left').toReversed())
}

function assignList(file: DemoFile, ledger: Ledger): void {
  for (const [username, count] of handedOver[file.owner] ?? []) {
    const assigned = leftWith(file, null).splice(-count)
    for (const number of assigned) {
      const step = { kind: 'assign', by: file.owner, at: file.readyAt - 60_000 } as const
      move(ledger, number, { ...step, holder: username, stage: 'left', status: 'ASSIGNED' })
    }
    leftWith(file, username).push(...assigned)
  }
}

/** Files with their numbers before the first call, and a source of unused phones. */
export function makeFiles(now: Date, ledger: Ledger, random: Random) {
  const phones = phoneSource(random)
  let rank = 0
  const files = filePlans(now).map((plan) => {
    const file = emptyFile(plan, random)
    fill(file, plan, rank, phones, ledger, random)
    rank += plan.rows
    if (file.kind === 'pool') splitDown(file, plan.shallow ? 2 : 3, ledger, random)
    else assignList(file, ledger)
    if (file.kind === 'pool' && file.stoppedAt > now.getTime()) giveToNewcomers(file, now, ledger)
    return file
  })
  return { files, phones }
}
