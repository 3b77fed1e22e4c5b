/** Simulated managers of the demo: they decide transfers as they arrive and keep a scan of each kind running. */
import { todayVn } from '#kit/contract/dates.ts'
import { scanKinds, type ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { refusalOf } from '#platform/app/server/seed/demo-verdict.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { requestOf, read, type Asked } from './player/asked.ts'
import { acceptTransfer } from '#subjects/money/contract/calls/transfers.ts'
import { scanCalls } from '#subjects/scans/contract/calls/scans.ts'
import { accountAt, expectOk, type Person } from './player/person.ts'
import { decisionOn } from './player/decisions.ts'

type Message = {
  id: string
  version: number
  datetime: string
  so_dien_thoai: string | null
  goi_cuoc: string | null
  goi_la: string | null
  money: number
  gia_goi: number | null
  de_xuat_id: string | null
}
type ScanFile = {
  FileName: string
  trang_thai: string
  total_numbers: number
  so_da_quet: number
  xong_luc: string | null
}

/** An account of the demo on a server. */
export const demoAccount = (url: string, username: string): Person =>
  accountAt(url, username, demoPassword, { timeout: 20_000 })

/** How often they look, in ms. */
const every = 15_000
/** Minimum age of a message in minutes, and up to how many more: the demo's users look at messages too. */
const patience = { least: 8, more: 40 } as const
const minute = 60_000
const day = 24 * 60 * minute

/** When a message is decided: some at once, others later, always at the same time for the same message. */
const dueAt = ({ id, datetime }: Message): number =>
  Date.parse(datetime) + (patience.least + (Number.parseInt(id.slice(-4), 16) % patience.more)) * minute

/** Accepts it for its proposed order, else approves or refuses it. */
function decision(message: Message): Asked | null {
  const { id, version, de_xuat_id: order, gia_goi: price, money } = message
  if (order !== null) return requestOf(acceptTransfer, { id, don_id: order, version })
  const reason = refusalOf({
    phone: message.so_dien_thoai,
    package: message.goi_cuoc,
    isPriced: message.goi_la === null,
    missing: (price ?? money) - money,
  })
  return decisionOn({ kind: 'tin-ngan-hang', id }, reason ?? undefined)
}

/** Decides the messages that have waited long enough, oldest first; returns their number. */
export async function decideTransfers(manager: Person, now: Date): Promise<number> {
  let decided = 0
  for (const waiting of ['cho_duyet', 'chua_doc']) {
    const list = `mesbank?${waiting}=1&da_dung=0&startDate=&endDate=&sort=datetime&count=100`
    const { values } = await expectOk(manager, read<{ values: Message[] }>(list))
    for (const message of values.filter((one) => dueAt(one) <= now.getTime())) {
      // Somebody else may have decided it meanwhile.
      const wanted = decision(message)
      if (wanted && (await manager.ask(wanted)).status === 200) decided++
    }
  }
  return decided
}

/** Numbers of a new file, uploaded when all others are scanned. */
const fresh = 150

/** Invented numbers, new ones each day: no real number has 000 after its prefix. */
function numbersOf(today: string): string[] {
  const first = (Date.parse(today) / day) * fresh
  return Array.from({ length: fresh }, (_, n) => `91000${String((first + n) % 10_000).padStart(4, '0')}`)
}

async function uploadFresh(person: Person, kind: ScanKind, today: string): Promise<string> {
  const [, month, date] = today.split('-')
  const FileName = `quet-ngay-${date}-${month}.xlsx`
  const data = numbersOf(today).map((PhoneNumber) => ({
    PhoneNumber,
    ...(kind === 'quetdtct' && { goi_can_kiem_tra: 'VD150' }),
  }))
  await expectOk(person, { method: 'POST', path: `/api/v1/${kind}/import`, body: { FileName, data } })
  return FileName
}

/**
 * Starts a scan if none of `kind` is running or was finished within a day: of the newest file with numbers left,
 * else of one uploaded for it. Returns its name.
 */
export async function keepScanned(person: Person, kind: ScanKind, now: Date): Promise<string | null> {
  const { values } = await expectOk(person, read<{ values: ScanFile[] }>(`${kind}?count=100`))
  const isFresh = ({ trang_thai: state, xong_luc: done }: ScanFile): boolean =>
    state === 'running' || (done !== null && Date.parse(done) > now.getTime() - day)
  if (values.some(isFresh)) return null
  const unfinished = values.find((file) => file.so_da_quet < file.total_numbers)
  const FileName = unfinished?.FileName ?? (await uploadFresh(person, kind, todayVn(now)))
  await expectOk(person, requestOf(scanCalls[kind].start, { FileName }))
  return FileName
}

/** Runs for the life of the process of the server at `url`. */
export function keepStaffed(url: string): void {
  const [manager, admin] = [demoAccount(url, 'quanly'), demoAccount(url, 'admin')]
  // The result of a scan goes to the person who started it.
  const scans = scanKinds.map((kind) => ({ kind, by: kind === 'quetdtct' ? admin : manager }))
  let isBusy = false
  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    const now = new Date()
    // Failures, also those before the server listens, are retried by the next run.
    await Promise.allSettled([
      decideTransfers(manager, now),
      ...scans.map(({ kind, by }) => keepScanned(by, kind, now)),
    ])
    isBusy = false
  }
  setInterval(() => void work(), every).unref()
}
