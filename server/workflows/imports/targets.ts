/** Where the rows of an upload go: every sheet that can be imported, what it asks for and how it is saved. */
import type { Ability } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import type { OnceMore } from '../../../contract/kit/import.ts'
import type { Resource, SheetTarget } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { dsdttinhluong } from '../../../contract/resources/dsdttinhluong.ts'
import { report90849332 } from '../../../contract/resources/report90849332.ts'
import { customer } from '../../../contract/resources/customer.ts'
import { registrationResults } from '../../../contract/resources/customer-message-9084.ts'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { secretFields, systemaccount } from '../../../contract/resources/systemaccount.ts'
import { resources } from '../../../contract/resources/index.ts'
import { simso } from '../../../contract/resources/simso.ts'
import { scanKinds, scanSheets, type ScanKind } from '../../../contract/resources/scans.ts'
import { timekeepingSheet, typedSheet } from '../../../contract/resources/payroll-sheets.ts'
import { subscriberSheet } from '../../../contract/resources/subscriber-sheet.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Ctx, Services } from '../../kit/context.ts'
import { savePlain, type Chunk } from '../../kit/import.ts'
import { withAuthors } from '../../kit/author.ts'
import type { Values } from '../../kit/write.ts'
import { allLists } from '../../resources/customer/assignable.ts'
import { lockList } from '../../resources/customer/lists.ts'
import { simCheck } from '../../resources/simso/import.ts'
import { saveListRows, savePoolRows } from '../data/index.ts'
import { overridesOf } from '../overrides.ts'
import { monthOf } from '../../reports/tinhluong.ts'
import { clockingCheck, requireBegun, saveClockings, saveTypedRows, typedCheck } from '../payroll/index.ts'
import { findLines } from '../revenue/index.ts'
import { saveScanRows } from '../scans/index.ts'
import { digest } from './validate-row.ts'
import { accountFault, saveSealedRows, sealed, secretsOf } from '../system-accounts/index.ts'

/** What an upload names besides its file, kept with it until its rows are saved. */
export type Options = Record<string, string>

/** Why a row that can be read cannot be saved, by field why it is saved and waits for a decision, or what it is saved as: rows of one are written into it in their order. */
export type Found =
  | { refused: string; field: string }
  | { odd: Record<string, string> }
  | { same: string; stored?: boolean }

/** What is found of each row; null for nothing. */
export type RowsCheck = (rows: readonly Values[]) => (Found | null)[] | Promise<(Found | null)[]>

type Check = (options: Options, db: Queryable) => Promise<RowsCheck>

/** The check of a target that looks at one row after the other. */
const byRow =
  (read: (options: Options, db: Queryable) => Promise<(values: Values) => Found | null>): Check =>
  async (options, db) => {
    const check = await read(options, db)
    return (rows) => rows.map(check)
  }

export type Target = {
  sheet: SheetTarget
  may: Ability
  /** Reads what the upload names besides its file; AppError when its rows may not go there. */
  options: (query: Record<string, string>, filename: string, ctx: Ctx) => Promise<Options>
  /** Reads once what rows can be refused for, or need a look at, besides what their cells say; then judges some hundred at once. */
  check?: Check
  /** Headings of the columns that are not read, in order; running numbers when left out. */
  unread?: readonly string[]
  /** What the sample form shows of fields whose kind does not say it: two values each. */
  examples?: Readonly<Record<string, readonly [string, string]>>
  /** What becomes of rows that were saved before. */
  again: OnceMore
  /** The list whose rows they become. */
  list?: Resource
  /** Seals the secrets of a row before it is stored to be looked at and saved; `fields` are shown as stars. */
  secret?: { fields: readonly string[]; seal: (values: Values, services: Services) => Values }
  /** Saves rows in the transaction of `ctx`; answers how many are new. */
  save: (rows: Values[], chunk: Chunk, ctx: Ctx) => Promise<number>
}

const isImportable = (resource: Resource): resource is Resource & SheetTarget =>
  resource.sheet !== undefined && resource.may.import !== undefined

/** What was saved in a preview's place and is refused now stops the import. */
function requireNone(refused: ReadonlyMap<number, string>): void {
  const [why] = refused.values()
  if (why !== undefined) throw new AppError('VALIDATION', why)
}

const plain = (resource: Resource & SheetTarget): Target => ({
  sheet: resource,
  list: resource,
  may: resource.may.import ?? 'admin',
  options: async () => ({}),
  again: resource.sheet.key && !resource.sheet.beside ? 'overwrites' : 'adds',
  save: async (rows, _chunk, ctx) => {
    const { rows: signed, refused } = await withAuthors(resource, rows, ctx)
    requireNone(refused)
    const { save = savePlain(resource) } = overridesOf(resource.path)
    const saved = await save(signed, ctx, [])
    if (typeof saved === 'number') return saved
    requireNone(saved.refused)
    return saved.inserted
  },
})

/** Customers of a list; without `upload`, or with the all-zero id, of the caller's own one (D1-Q-109). */
const customers: Target = {
  sheet: customer,
  may: customer.may.import,
  options: async ({ upload = '' }, _filename, ctx) =>
    upload === '' || upload === allLists ? {} : { upload: (await lockList(upload, ctx, 'use')).id },
  again: 'overwrites',
  save: (rows, { extra: { upload } }, ctx) =>
    saveListRows(typeof upload === 'string' ? upload : null, rows, ctx),
}

/** Subscribers of a pool file that has the name of the uploaded one (D1-Q-111). */
const subscribers: Target = {
  sheet: subscriberSheet,
  may: subscriberSheet.may.import,
  options: async (_query, filename) => ({ FileName: filename }),
  again: 'overwrites',
  save: (rows, { extra: { FileName } }, ctx) => savePoolRows(String(FileName), rows, ctx),
}

/** Registration results: stored once, given to whoever sold them, and settled with reported sales. */
const results: Target = { ...plain(registrationResults), again: 'skips' }
/** Bank messages come in one way only, so that none is stored twice (D1-Q-054). */
const bankMessages: Target = {
  ...plain(mesbank),
  again: 'skips',
  check: byRow(async () => (values) => ({ same: digest(values) })),
}

/** Numbers for sale; their types by rule where the file says none. */
const sims: Target = {
  ...plain(simso),
  check: byRow(simCheck),
  examples: { so_dien_thoai: ['0912.341.368', '0903.777.888'], nguon_nhap: ['Kho Hà Nội', 'Đại lý'] },
}
/** Revenue lines: a row names its line or makes one; what is sent again changes nothing (D2-REVF-07). */
const revenueLines = (resource: Resource & SheetTarget): Target => ({
  ...plain(resource),
  again: 'overwrites',
  check: async (_options, db) => (rows) => findLines(rows, db),
})

/** The month that a file of the payroll is for, DD being its first day; of the filter, else the current one (D2-Q-153). */
const ofMonth = async ({ thangTinhLuong }: Record<string, string>): Promise<Options> => ({
  month: monthOf(thangTinhLuong, 'thangTinhLuong'),
})

const people = { username: ['sale111', 'sale112'] } as const

/** Times are of a month that has begun. */
const ofBegunMonth = async ({ thangTinhLuong }: Record<string, string>): Promise<Options> => ({
  month: requireBegun(monthOf(thangTinhLuong, 'thangTinhLuong')),
})

/** Working times; a row of nobody is kept as an odd one (D3-PAY-14). */
const workingTimes: Target = {
  sheet: timekeepingSheet,
  may: timekeepingSheet.may.import,
  options: ofBegunMonth,
  again: 'overwrites',
  unread: ['Họ và tên', 'Ca'],
  examples: {
    ...people,
    ngay: ['02/11/2026', '02/11/2026'],
    gioVao: ['08:00', '08:05'],
    gioRa: ['17:00', '17:05'],
  },
  check: byRow(clockingCheck),
  save: async (rows, { extra: { month }, importId }, ctx) =>
    (await saveClockings(rows, { month: String(month), importId: importId ?? undefined }, ctx)).inserted,
}
/** Typed amounts of the payroll, by person. */
const typedPay: Target = {
  sheet: typedSheet,
  may: typedSheet.may.import,
  options: ofMonth,
  again: 'overwrites',
  examples: people,
  check: byRow(typedCheck),
  save: async (rows, { extra: { month } }, ctx) => (await saveTypedRows(String(month), rows, ctx)).inserted,
}

/** Numbers of a scan file that has the name of the uploaded one (D2-SCAN-51 to 53). */
const scan = (kind: ScanKind): [string, Target] => [
  scanSheets[kind].path,
  {
    sheet: scanSheets[kind],
    may: scanSheets[kind].may.import,
    options: async (_query, filename) => ({ FileName: filename }),
    again: 'skips',
    save: (rows, { extra: { FileName } }, ctx) => saveScanRows(kind, String(FileName), rows, ctx),
  },
]

/** Accounts at other systems, whose secrets are stored nowhere as they are (D3-SEC-02). */
const systemAccounts: Target = {
  ...plain(systemaccount),
  examples: {
    position: ['Quét data', 'Hoàn tiền'],
    account: ['0912345678', '0912345679'],
    api: ['https://may-chu-1.example/api', 'https://may-chu-2.example/api'],
    additional_content: ['{"thread": 1}', '{"thread": 2}'],
  },
  check: byRow(async () => accountFault),
  secret: { fields: secretFields, seal: (values, services) => sealed(values, secretsOf(services)) },
  save: (rows, _chunk, ctx) => saveSealedRows(rows, ctx),
}

/** Every target by its name in the address. */
export const targets: ReadonlyMap<string, Target> = new Map([
  ...resources.filter(isImportable).map((resource): [string, Target] => [resource.path, plain(resource)]),
  [customer.path, customers],
  [registrationResults.path, results],
  [mesbank.path, bankMessages],
  [simso.path, sims],
  [subscriberSheet.path, subscribers],
  [dsdttinhluong.path, revenueLines(dsdttinhluong)],
  [report90849332.path, revenueLines(report90849332)],
  [timekeepingSheet.path, workingTimes],
  [typedSheet.path, typedPay],
  ...scanKinds.map(scan),
  [systemaccount.path, systemAccounts],
])

/** The target of a stored import; one that is no longer declared is as unknown as its import. */
export function targetOf(name: string): Target {
  const target = targets.get(name)
  if (!target) throw new AppError('NOT_FOUND', messages.notFound)
  return target
}
