/** Targets of an upload: every importable list, its options, checks and how it is saved. */
import sql, { type Sql } from 'sql-template-tag'
import { seesPhones, type Ability } from '#platform/contract/abilities.ts'
import { doNotCallText } from '#platform/contract/do-not-call.ts'
import { AppError } from '#kit/contract/error.ts'
import type { LostDays, RepeatPolicy } from '#platform/contract/calls/imports.ts'
import type { Resource, SheetTarget } from '#kit/contract/resource.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import { report90849332 } from '#subjects/registrations/contract/lists/report90849332.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { registrationResults } from '#subjects/registrations/contract/lists/customer-message-9084.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { secretFields, systemaccount } from '#subjects/settings/contract/lists/systemaccount.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'
import { scanKinds, scanSheets, type ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { punchSheet, timekeepingSheet, typedSheet } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import { staffSheet } from '#subjects/people/contract/lists/staff-sheet.ts'
import { subscriberSheet } from '#subjects/numbers/contract/lists/subscriber-sheet.ts'
import { statementSheet } from '#subjects/money/contract/lists/statement-sheet.ts'
import { undoTexts } from '#platform/contract/calls/import-undo.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { entriesOf } from '#kit/server/do-not-call.ts'
import { savePlain, type Chunk } from '#kit/server/import.ts'
import { withAuthors } from '#kit/server/author.ts'
import type { Values } from '#kit/server/write.ts'
import { allLists } from '#subjects/numbers/server/customer/assignable.ts'
import { lockList, ownListOf } from '#subjects/numbers/server/customer/lists.ts'
import { simCheck } from '#subjects/sims/server/simso/import.ts'
import { saveStaffRows, staffCheck } from '#subjects/people/server/accounts/staff-file.ts'
import { poolFileId } from '#subjects/numbers/server/data/pool-file.ts'
import { saveListRows } from '#subjects/numbers/server/customer/lists.ts'
import { savePoolRows, subscriberColumns } from '#subjects/numbers/server/data/save-pool-rows.ts'
import { overridesOf } from '../overrides.ts'
import { monthOf } from '#subjects/pay/server/reports/tinhluong.ts'
import { clockingCheck, exampleDays, typedCheck } from '#subjects/pay/server/payroll/check-rows.ts'
import { joinPunches, punchCheck } from '#subjects/pay/server/payroll/punches.ts'
import { lostDays } from '#subjects/pay/server/payroll/lost-days.ts'
import { requireBegun, saveClockings } from '#subjects/pay/server/payroll/timekeeping.ts'
import { saveTypedRows } from '#subjects/pay/server/payroll/pay-values.ts'
import { findLines } from '#subjects/pay/server/revenue/find-lines.ts'
import { saveScanRows } from '#subjects/scans/server/scans/save-numbers.ts'
import { lineFault, saveStatement, statementOptions } from '#subjects/money/server/statements/save.ts'
import type { FileRow, JoinedRow } from './join-rows.ts'
import { customersAs, overwrittenIn, overwrittenPay, type Overwritten } from './mark-overwrites.ts'
import { clockingWay, customerWay, listWay, poolWay, typedWay, type UndoWay } from './undo-ways.ts'
import { digest } from './validate-row.ts'
import {
  accountFault,
  saveSealedRows,
  sealSecrets,
  secretsOf,
} from '#subjects/settings/server/system-accounts/secrets-of-rows.ts'

/** Options of an upload besides its file, stored until its rows are saved. */
export type Options = Record<string, string>

/**
 * Result of a check for a row: refused with a reason, saved with doubts by field, the record it belongs to (rows of one
 * record are saved in order), or the reason it is skipped as unchanged.
 */
export type Found =
  | { refused: string; field: string }
  | { odd: Record<string, string> }
  | { same: string; stored?: boolean }
  | { repeats: string }

/** The uploader's context. */
export type CheckCtx = Pick<Ctx, 'actor' | 'scope' | 'services' | 'session' | 'requestId' | 'log'>

/** Finding per row; null for none. */
export type RowsCheck = (rows: readonly Values[]) => (Found | null)[] | Promise<(Found | null)[]>

type Check = (options: Options, db: Queryable, ctx: CheckCtx) => Promise<RowsCheck>

/** A check that looks at single rows. */
const byRow =
  (read: (options: Options, db: Queryable) => Promise<(values: Values) => Found | null>): Check =>
  async (options, db) => {
    const check = await read(options, db)
    return (rows) => rows.map(check)
  }

export type Target = {
  sheet: SheetTarget
  may: Ability
  /** Reads the options of the upload; AppError if its rows may not be saved there. */
  options: (query: Record<string, string>, filename: string, ctx: Ctx) => Promise<Options>
  /** Loads once what rows are validated against besides their cells; then validates some hundred rows at a time. */
  check?: Check
  /** Headings of unread columns, in order; running numbers by default. */
  unread?: readonly string[]
  /** Example values for fields whose kind has none, at least two each, as of today if they are a function; the sample has as many rows as the longest list. */
  examples?: Readonly<Record<string, readonly string[] | (() => readonly string[])>>
  /** How rows that were saved before are treated. */
  again: RepeatPolicy
  list?: Resource
  /** What its rows overwrite, for lists with a key (D3-FILE-06). */
  overwrites?: Overwritten
  /** Stored days of its people that the file does not have (D3-FILE-09). */
  losing?: (rows: readonly Values[], options: Options, db: Queryable) => Promise<LostDays[]>
  /** Merges rows of a file that are saved as one (D3-FILE-09). */
  joins?: (rows: readonly FileRow[]) => JoinedRow[]
  /** Payroll month that a row `r` of the preview changes, as its first day, if any. */
  monthOfRow?: (options: Options) => Sql
  /** Encrypts the secrets of a row before it is stored in the preview; `fields` are shown as stars. */
  secret?: { fields: readonly string[]; seal: (values: Values, services: Services) => Values }
  /** How its rows are undone, or why they are not (D3-FILE-05). */
  undo: UndoWay | { refused: string }
  /** Saves rows in the transaction of `ctx`; returns how many are new. */
  save: (rows: Values[], chunk: Chunk, ctx: Ctx) => Promise<number>
}

const isImportable = (resource: Resource): resource is Resource & SheetTarget =>
  resource.sheet !== undefined && resource.may.import !== undefined

/** A row refused when saving, although the preview accepted it, stops the import. */
function requireNone(refused: ReadonlyMap<number, string>): void {
  const [reason] = refused.values()
  if (reason !== undefined) throw new AppError('VALIDATION', reason)
}

const plain = (resource: Resource & SheetTarget): Target => ({
  sheet: resource,
  list: resource,
  may: resource.may.import ?? 'admin',
  options: async () => ({}),
  again: resource.sheet.key && !resource.sheet.beside ? 'overwrites' : 'adds',
  ...(resource.sheet.key && !resource.sheet.beside && { overwrites: overwrittenIn(resource) }),
  undo: listWay(resource),
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

/** Do-not-call numbers are saved with a note (D3-RULE-03); masked roles see it in their own list, within their daily limit of numbers. */
const unwillingIn =
  (phone: string): Check =>
  async (_options, db, { actor }) =>
  async (rows) => {
    if (!seesPhones(actor)) return rows.map(() => null)
    const entries = await entriesOf(
      rows.map((row) => String(row[phone])),
      { db },
    )
    return rows.map((row) => {
      const entry = entries.get(String(row[phone]))
      return entry ? { odd: { [phone]: doNotCallText(entry) } } : null
    })
  }

/** Customers of a list; of the caller's own one without `upload` or with the all-zero id (D1-Q-109). */
const customers: Target = {
  sheet: customer,
  may: customer.may.import,
  options: async ({ upload = '' }, _filename, ctx) =>
    upload === '' || upload === allLists ? {} : { upload: (await lockList(upload, ctx, 'use')).id },
  again: 'overwrites',
  check: unwillingIn('phone'),
  overwrites: {
    ...customersAs(
      customer,
      Object.fromEntries(customer.sheet.columns.flatMap((name) => (name === null ? [] : [[name, name]]))),
    ),
    match: ({ upload }, { id }) =>
      sql`(t.phone, t.package) = (s.phone, s.package) AND t.file_id = ${upload ? sql`${upload}::uuid` : ownListOf(id)}`,
    // Users who see masked phones could test guesses with a file.
    mayKnow: seesPhones,
    prices: [],
    keeps: [],
  },
  undo: customerWay,
  save: (rows, { extra: { upload } }, ctx) =>
    saveListRows(typeof upload === 'string' ? upload : null, rows, ctx),
}

/** Subscribers of a pool file with the name of the uploaded file (D1-Q-111). */
const subscribers: Target = {
  sheet: subscriberSheet,
  may: subscriberSheet.may.import,
  options: async (_query, filename) => ({ FileName: filename }),
  again: 'overwrites',
  check: unwillingIn('so_dien_thoai'),
  overwrites: {
    ...customersAs(subscriberSheet, subscriberColumns),
    match: ({ FileName }) =>
      sql`(t.so_dien_thoai, t.goi_cuoc) = (s.so_dien_thoai, s.goi_cuoc) AND t.file_id = ${poolFileId(FileName)}`,
    nothing: ({ FileName }) => sql`${poolFileId(FileName)} IS NULL`,
    prices: [],
    keeps: [],
  },
  undo: poolWay,
  save: (rows, { extra: { FileName } }, ctx) => savePoolRows(String(FileName), rows, ctx),
}

/** Registration results: stored once, credited to the seller, and matched with reported sales. */
const results: Target = {
  ...plain(registrationResults),

  again: 'skips',
  undo: { refused: undoTexts.results },
}
/** Bank messages; equal ones are stored once (D1-Q-054). */
const bankMessages: Target = {
  ...plain(mesbank),
  again: 'skips',
  check: byRow(async () => (values) => ({ same: digest(values) })),
}

/** Numbers for sale; types by rule if the file has none. */
const sims: Target = {
  ...plain(simso),
  overwrites: overwrittenIn(simso, { keeps: ['types', 'nguon_nhap'] }),
  check: byRow(simCheck),
  examples: { so_dien_thoai: ['0912.341.368', '0903.777.888'], nguon_nhap: ['Kho Hà Nội', 'Đại lý'] },
}
/** Revenue lines: a row names its line or creates one; repeated rows change nothing (D2-REVF-07). */
const revenueLines = (resource: Resource & SheetTarget): Target => ({
  ...plain(resource),
  again: 'overwrites',
  monthOfRow: () => sql`month_of((r."values" ->> 'ngay_thanh_cong')::timestamptz)`,
  undo: { refused: undoTexts.lines },
  check: async (_options, db) => (rows) => findLines(rows, db),
})

const uploadMonth = ({ month }: Options): Sql => sql`${month}::date`

/** Month of a payroll file (as its first day): the filter's, else the current one (D2-Q-153). */
const ofMonth = async ({ thangTinhLuong }: Record<string, string>): Promise<Options> => ({
  month: monthOf(thangTinhLuong, 'thangTinhLuong'),
})

const people = { username: ['sale111', 'sale112'] } as const

/** Only months that have started have clock times. */
const ofBegunMonth = async ({ thangTinhLuong }: Record<string, string>): Promise<Options> => ({
  month: requireBegun(monthOf(thangTinhLuong, 'thangTinhLuong')),
})

/** Clock times; a row with an unknown person is stored as an anomaly (D3-PAY-14). */
const workingTimes: Target = {
  sheet: timekeepingSheet,
  may: timekeepingSheet.may.import,
  options: ofBegunMonth,
  again: 'overwrites',
  monthOfRow: uploadMonth,
  losing: (rows, { month = '' }, db) => lostDays(rows, month, db),
  undo: clockingWay,
  unread: ['Họ và tên', 'Ca'],
  examples: {
    ...people,
    ngay: exampleDays,
    gioVao: ['08:00', '08:05'],
    gioRa: ['17:00', '17:05'],
  },
  check: byRow(clockingCheck),
  save: async (rows, { extra: { month, days }, importId }, ctx) => {
    const brought = { month: String(month), importId: importId ?? undefined, adds: days === 'add' }
    return (await saveClockings(rows, brought, ctx)).inserted
  },
}
/** The same from single punches. */
const punches: Target = {
  ...workingTimes,
  sheet: punchSheet,
  unread: [],
  examples: {
    username: ['sale111', 'sale111'],
    ngay: exampleDays,
    gioVao: ['08:00', '17:00'],
  },
  check: byRow(punchCheck),
  joins: joinPunches,
}
/** Typed amounts of the payroll, by person. */
const typedPay: Target = {
  sheet: typedSheet,
  may: typedSheet.may.import,
  options: ofMonth,
  again: 'overwrites',
  overwrites: overwrittenPay,
  monthOfRow: uploadMonth,
  undo: typedWay,
  examples: people,
  check: byRow(typedCheck),
  save: async (rows, { extra: { month } }, ctx) => (await saveTypedRows(String(month), rows, ctx)).inserted,
}

/** Lines of a partner's statement, of the days given with the upload; a newer statement of the same days replaces it (D3-ACC-05). */
const statements: Target = {
  sheet: statementSheet,
  may: statementSheet.may.import,
  options: (query, _filename, ctx) => statementOptions(query, ctx),
  again: 'overwrites',
  undo: { refused: undoTexts.statements },
  examples: { ma_don: ['019ad0c4-7c52-7b5e-9d53-2f6d1f0a4b11', '019ad0c4-7c52-7b5e-9d53-2f6d1f0a4b12'] },
  check: byRow(async (options) => lineFault(options)),
  save: (rows, { extra: options, importId }, ctx) =>
    saveStatement(rows, { importId: importId ?? ctx.requestId, options }, ctx),
}

/** Numbers of a scan file with the name of the uploaded file (D2-SCAN-51 to 53). */
const scan = (kind: ScanKind): [string, Target] => [
  scanSheets[kind].path,
  {
    sheet: scanSheets[kind],
    may: scanSheets[kind].may.import,
    options: async (_query, filename) => ({ FileName: filename }),
    again: 'skips',
    undo: { refused: undoTexts.scans },
    save: (rows, { extra: { FileName } }, ctx) => saveScanRows(kind, String(FileName), rows, ctx),
  },
]

/** Accounts of other systems; their secrets are only stored encrypted (D3-SEC-02). */
const systemAccounts: Target = {
  ...plain(systemaccount),
  undo: { refused: undoTexts.secrets },
  examples: {
    position: ['Quét data', 'Hoàn tiền'],
    account: ['0912345678', '0912345679'],
    api: ['https://may-chu-1.example/api', 'https://may-chu-2.example/api'],
    additional_content: ['{"thread": 1}', '{"thread": 2}'],
  },
  check: byRow(async () => accountFault),
  secret: { fields: secretFields, seal: (values, services) => sealSecrets(values, secretsOf(services)) },
  save: (rows, _chunk, ctx) => saveSealedRows(rows, ctx),
}

/** Accounts, validated in the preview by the rules that save them (D3-SETUP-02). */
const staffFile: Target = {
  sheet: staffSheet,
  may: staffSheet.may.import,
  options: async (_query, _filename, { services }) => {
    // Without a key their passwords could not be stored until they are saved: refused before anything is read.
    secretsOf(services)
    return {}
  },
  again: 'skips',
  undo: { refused: undoTexts.staff },
  examples: {
    username: ['cn01', 'tn01', 'nv01'],
    fullname: ['Chi nhánh 01', 'Nguyễn Văn An', 'Trần Thị Bình'],
    role: ['Chi nhánh', 'Leader', 'Nhân viên'],
    brand: ['', 'cn01', 'cn01'],
    group: ['', '', 'tn01'],
    phone: ['0912000101', '0912000111', '0912000121'],
    email: ['cn01@congty.vn', 'tn01@congty.vn', 'nv01@congty.vn'],
    ngan_hang: ['', 'Vietcombank', 'BIDV'],
    so_tai_khoan: ['', '0011004471234', '12310000445512'],
    chu_tai_khoan: ['', '', 'TRAN VAN BA'],
  },
  check: async (_options, _db, ctx) => staffCheck(ctx),
  save: (rows, { importId }, ctx) => saveStaffRows(rows, String(importId), ctx),
}

/** Prices of a refund: none above the package's price. */
const refundPrices: Target = {
  ...plain(giahoantien),
  overwrites: overwrittenIn(giahoantien, {
    above: { limit: 'gia_goi', names: giahoantien.inline.filter((name) => name !== 'gia_goi') },
  }),
}

export const targets: ReadonlyMap<string, Target> = new Map([
  ...resources.filter(isImportable).map((resource): [string, Target] => [resource.path, plain(resource)]),
  [customer.path, customers],
  [registrationResults.path, results],
  [mesbank.path, bankMessages],
  [simso.path, sims],
  [giahoantien.path, refundPrices],
  [subscriberSheet.path, subscribers],
  [staffSheet.path, staffFile],
  [dsdttinhluong.path, revenueLines(dsdttinhluong)],
  [report90849332.path, revenueLines(report90849332)],
  [timekeepingSheet.path, workingTimes],
  [punchSheet.path, punches],
  [typedSheet.path, typedPay],
  [statementSheet.path, statements],
  ...scanKinds.map(scan),
  [systemaccount.path, systemAccounts],
])

/** The target of a stored import; NOT_FOUND if it no longer exists. */
export function targetOf(name: string): Target {
  const target = targets.get(name)
  if (!target) throw new AppError('NOT_FOUND', refusals.notFound)
  return target
}
