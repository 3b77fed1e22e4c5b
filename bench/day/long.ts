/** The long tasks of the day: a scan, an import, an export and the pay of a month, each with its duration. */
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { writeSheet } from '#platform/server/sheet/write-sheet.ts'
import { confirmSession } from '#platform/contract/calls/confirm-session.ts'
import { closeMonth, closingOfMonth, closingProgress } from '#subjects/pay/contract/calls/payroll-close.ts'
import { scanCalls } from '#subjects/scans/contract/calls/scans.ts'
import { requestOf, read } from '#tools/player/asked.ts'
import { importFile } from '#tools/player/files.ts'
import { expectOk, patient, patiently, personAt, type Person } from '#tools/player/person.ts'
import { exportFile, subscriberFile, subscribers } from '../measure-files.ts'
import type { Staff } from './calls.ts'
import { addMonths, thisMonth } from '#kit/contract/month.ts'
import type { Level } from '#tools/player/screens.ts'
import { password } from './people.ts'
import type { Event } from './plan.ts'

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const many = (n: number): string => n.toLocaleString('en-US')

type Where = { url: string; staff: Staff; rows: number }
type Scans = { values: { so_da_quet: number }[] }
export type Long = Exclude<Event, 'kill'>

/** The month to close. */
const payMonth = addMonths(thisMonth(), -1)
/** Numbers of the scanned file: more than a run can scan, as scans take hours. */
const scanned = 20_000

async function* pages(rows: string[][]): AsyncGenerator<unknown[][]> {
  yield rows
}

/** The next person of a level, who repeats requests when the server is busy. */
const one = ({ url, staff }: Where, level: Level): Person => patient(personAt(url, staff.next(level).token))

async function startScan(where: Where): Promise<string> {
  const manager = one(where, 'manager')
  const name = 'quet-trong-ngay.xlsx'
  const numbers = Array.from({ length: scanned }, (_, n) => [`09${10_000_003 + n * 11}`])
  const sheet = writeSheet(['Số điện thoại'], pages(numbers), ['text'])
  const bytes = new Uint8Array(await buffer(sheet))
  const { saved } = await importFile(manager, { target: 'uploadquetdatakhonggoi', name, bytes }, 1_000)
  await expectOk(manager, requestOf(scanCalls.quetdatakhonggoi.start, { FileName: name }))
  return `${many(saved)} numbers uploaded and started`
}

async function importMany(where: Where): Promise<string> {
  const file = subscribers(await subscriberFile(where.rows))
  const { ms, readMs, saved } = await importFile(one(where, 'manager'), file, 1_000)
  return `${many(saved)} rows .xlsx in ${seconds(ms)}, of which ${seconds(readMs)} are reading`
}

async function exportMany({ url, staff }: Where): Promise<string> {
  const { token } = staff.next('manager')
  await expectOk(patient(personAt(url, token)), requestOf(confirmSession, { password }))
  const until = encodeURIComponent(toFilterDate(todayVn()))
  const path = `/api/v1/care/history/export?startDate=${encodeURIComponent('01/01/2020')}&endDate=${until}`
  const { rows, ms, firstMs, bytes } = await patiently(() => exportFile(url, token, path))
  return `${many(rows)} rows .xlsx in ${seconds(ms)}, first byte after ${firstMs.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB`
}

async function closePay(where: Where): Promise<string> {
  const accountant = one(where, 'office')
  await expectOk(accountant, requestOf(confirmSession, { password }))
  const begun = performance.now()
  const ly_do = 'Chốt trong giờ làm việc'
  await expectOk(accountant, requestOf(closeMonth, { thangTinhLuong: payMonth, ly_do }))
  while ((await expectOk(accountant, requestOf(closingProgress, {}))).dang_chot !== null) await sleep(1_000)
  const took = performance.now() - begun
  const state = await expectOk(accountant, requestOf(closingOfMonth, { startDate: payMonth }))
  if (!state.da_chot) throw new Error(`the month stayed open: ${state.khong_xong?.loi ?? ''}`)
  return `${payMonth}: ${many(state.tong.nguoi)} people calculated, kept and calculated again in ${seconds(took)}`
}

/** Runs one of them; returns its duration in words. */
export const longWork: Readonly<Record<Long, (where: Where) => Promise<string>>> = {
  scan: startScan,
  import: importMany,
  export: exportMany,
  payroll: closePay,
}

/** Progress of the scan. */
export async function scanDone(where: Where): Promise<string> {
  const files = await expectOk(one(where, 'manager'), read<Scans>('quetdatakhonggoi?count=20'))
  return `${many(files.values[0]?.so_da_quet ?? 0)} of ${many(scanned)} numbers scanned until the end of the run`
}
