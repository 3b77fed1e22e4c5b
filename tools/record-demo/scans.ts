/** The demo's scan files: finished, stopped half-way, and not started. */
import { addDays, todayVn } from '#kit/contract/dates.ts'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { copyRows } from '#platform/app/server/seed/demo-copy.ts'
import { instantAt } from '#platform/app/server/seed/demo-days.ts'
import { demoPackages } from './packages.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { iso } from './save-files.ts'
import { phoneSource } from './subscribers.ts'

type Plan = { kind: ScanKind; name: string; by: string; daysAgo: number; numbers: number; scanned: number }

const plans: readonly Plan[] = [
  {
    kind: 'quetdata',
    name: 'vinaphone-het-han-10.xlsx',
    by: 'quanly',
    daysAgo: 16,
    numbers: 620,
    scanned: 620,
  },
  {
    kind: 'quetdata',
    name: 'vinaphone-sap-het-han-12.xlsx',
    by: 'quanly',
    daysAgo: 2,
    numbers: 840,
    scanned: 391,
  },
  { kind: 'quetdata', name: 'data-cu-2025.xlsx', by: 'admin', daysAgo: 10, numbers: 260, scanned: 54 },
  { kind: 'quetdata', name: 'quet-thu-200.xlsx', by: 'admin', daysAgo: 17, numbers: 200, scanned: 200 },
  {
    kind: 'quetdata',
    name: 'data-thang-10-con-lai.xlsx',
    by: 'quanly',
    daysAgo: 0,
    numbers: 380,
    scanned: 0,
  },
  {
    kind: 'quetdatakhonggoi',
    name: 'thue-bao-chua-co-goi.xlsx',
    by: 'admin',
    daysAgo: 0,
    numbers: 300,
    scanned: 300,
  },
  { kind: 'quetdatakhonggoi', name: 'kho-so-cu.xlsx', by: 'admin', daysAgo: 1, numbers: 240, scanned: 75 },
  { kind: 'quetdtct', name: 'doi-tuong-VD150.xlsx', by: 'quanly', daysAgo: 6, numbers: 220, scanned: 220 },
  { kind: 'quetdtct', name: 'doi-tuong-D159V.xlsx', by: 'quanly', daysAgo: 1, numbers: 180, scanned: 0 },
]

type Outcome = 'package' | 'none' | 'unknown'

type Scanned = {
  kind: ScanKind
  file: string
  phone: string
  wanted: string | null
  /** Null: not scanned yet. */
  outcome: Outcome | null
  code: string
  from: string
  to: string
  cycle: number
}

type ScanFile = Plan & { id: string; uploaded: number; rows: Scanned[] }

function rowOf(
  plan: Plan,
  file: string,
  phone: string,
  scanned: boolean,
  today: string,
  random: Random,
): Scanned {
  const item = random.pick(demoPackages as [(typeof demoPackages)[number]])
  const from = addDays(today, -random.int(1, 28))
  const most = plan.kind === 'quetdatakhonggoi' ? 8 : 73
  const outcome = random.weighted<Outcome>([
    ['package', most],
    ['none', 97 - most],
    ['unknown', 3],
  ])
  return {
    kind: plan.kind,
    file,
    phone,
    wanted: plan.kind === 'quetdtct' ? (/[A-Z]+\d+[A-Z]?/.exec(plan.name)?.[0] ?? null) : null,
    outcome: scanned ? outcome : null,
    code: item.code,
    from,
    to: addDays(from, 29),
    cycle: random.int(1, 6),
  }
}

/** The files in their state at `now`. */
export function demoScans(now: Date): ScanFile[] {
  const random = randomOf('scans')
  const phones = phoneSource(random)
  const today = todayVn(now)
  return plans.map((plan) => {
    const uploaded = Math.min(
      instantAt(addDays(today, -plan.daysAgo), 8 + random.next() * 8),
      now.getTime() - 1_200_000,
    )
    const id = random.uuid(uploaded)
    const rows = Array.from({ length: plan.numbers }, (_, n) =>
      rowOf(plan, id, phones('VinaPhone'), n < plan.scanned, today, random),
    )
    return { ...plan, id, uploaded, rows }
  })
}

const packageOf = <T>(row: Scanned, value: T): T | null => (row.outcome === 'package' ? value : null)
const status: Readonly<Record<Outcome, string>> = {
  package: 'Đã quét',
  none: 'Đã quét',
  unknown: 'Không tìm thấy thuê bao',
}

export async function saveScans(files: readonly ScanFile[], client: PoolClient): Promise<void> {
  const done = ({ numbers, scanned }: Plan): boolean => numbers === scanned
  const minutes = (n: number): number => n * 1_500
  await copyRows<ScanFile>(client, 'scan_files', files, {
    kind: ({ kind }) => kind,
    id: ({ id }) => id,
    FileName: ({ name }) => name,
    trang_thai: (file) => (done(file) ? 'done' : 'stopped'),
    total_numbers: ({ numbers }) => numbers,
    so_da_quet: ({ scanned }) => scanned,
    goi_da_quet: ({ rows }) => rows.filter(({ outcome }) => outcome === 'package').length,
    ngay_upload: ({ uploaded }) => iso(uploaded),
    nguoi_upload: ({ by }) => by,
    nguoi_quet: (file) => (file.scanned > 0 ? file.by : null),
    bat_dau_luc: (file) => (file.scanned > 0 ? iso(file.uploaded + 240_000) : null),
    xong_luc: (file) => (done(file) ? iso(file.uploaded + 240_000 + minutes(file.numbers)) : null),
  })
  await copyRows<Scanned>(
    client,
    'scan_numbers',
    files.flatMap(({ rows }) => rows),
    {
      kind: ({ kind }) => kind,
      file_id: ({ file }) => file,
      PhoneNumber: ({ phone }) => phone,
      goi_can_kiem_tra: ({ wanted }) => wanted,
      state: ({ outcome }) => (outcome === null ? 'waiting' : 'answered'),
      NumberType: ({ outcome }) => (outcome === null || outcome === 'unknown' ? null : 'Thuê bao trả trước'),
      NumberCurrentPackage: (row) => packageOf(row, row.code),
      NumberPackageRegisterDate: (row) => packageOf(row, row.from),
      NumberPackageRegisterExpire: (row) => packageOf(row, row.to),
      CurrentCycle: (row) => packageOf(row, row.cycle),
      NumberFreeCycleLeft: (row) => packageOf(row, Math.max(0, 3 - row.cycle)),
      NumberStatus: (row) => packageOf(row, 'Đang sử dụng'),
      Status: ({ outcome }) => outcome && status[outcome],
      dtct: ({ outcome, wanted, cycle }) => (outcome === 'package' && cycle > 3 ? wanted : null),
      unknown: ({ outcome }) => (outcome === 'unknown' ? 't' : 'f'),
    },
  )
}
