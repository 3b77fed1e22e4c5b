/** The long work inside the day: a scan, an import, an export and the pay of a month, each noted with what it took. */
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { writeSheet } from '#platform/server/sheet/write-sheet.ts'
import { exportFile, importFile, subscriberFile, subscribers } from '../measure-files.ts'
import { http } from '../load.ts'
import type { Staff } from './calls.ts'
import { payMonth } from './lists.ts'
import { password } from './people.ts'
import type { Event } from './plan.ts'

/** A refusal as busy is tried again after so many ms, as a person would. One request, never what was done before it. */
export async function patiently<T>(request: () => Promise<T>, pause = 2_000): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await request()
    } catch (error) {
      if (tries === 10 || !String(error).includes('503')) throw error
      await sleep(pause)
    }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const many = (n: number): string => n.toLocaleString('en-US')

type Where = { url: string; staff: Staff; rows: number }
export type Long = Exclude<Event, 'kill'>

/** Numbers of the scanned file; more than fit into the rest of a run, as scans take hours. */
const scanned = 20_000

async function* pages(rows: string[][]): AsyncGenerator<unknown[][]> {
  yield rows
}

async function startScan({ url, staff }: Where): Promise<string> {
  const at = { url, admin: staff.next('manager').token }
  const name = 'quet-trong-ngay.xlsx'
  const numbers = Array.from({ length: scanned }, (_, n) => [`09${10_000_003 + n * 11}`])
  const sheet = writeSheet(['Số điện thoại'], pages(numbers), ['text'])
  const body = new Uint8Array(await buffer(sheet))
  const file = { target: 'uploadquetdatakhonggoi', name, body }
  const { saved } = await importFile(at, file, 1_000, patiently)
  const sent = { method: 'POST', body: { FileName: name } }
  await patiently(() => http(`${at.url}/api/v1/quetdatakhonggoi/start`, at.admin, sent))
  return `${many(saved)} numbers uploaded and started`
}

async function importMany({ url, staff, rows }: Where): Promise<string> {
  const { token } = staff.next('manager')
  const { ms, readMs, saved } = await importFile(
    { url, admin: token },
    subscribers(await subscriberFile(rows)),
    1_000,
    patiently,
  )
  return `${many(saved)} rows .xlsx in ${seconds(ms)}, of which ${seconds(readMs)} are reading`
}

const confirm = (at: string, token: string): Promise<string> =>
  patiently(() => http(`${at}/api/v1/session/confirm`, token, { method: 'POST', body: { password } }))

async function exportMany({ url, staff }: Where): Promise<string> {
  const { token } = staff.next('manager')
  await confirm(url, token)
  const until = encodeURIComponent(toFilterDate(todayVn()))
  const path = `/api/v1/care/history/export?startDate=${encodeURIComponent('01/01/2020')}&endDate=${until}`
  const { rows, ms, firstMs, bytes } = await patiently(() => exportFile({ url, admin: token }, path))
  return `${many(rows)} rows .xlsx in ${seconds(ms)}, first byte after ${firstMs.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB`
}

async function closePay({ url, staff }: Where): Promise<string> {
  const { token } = staff.next('office')
  await confirm(url, token)
  const begun = performance.now()
  const at = `${url}/api/v1/chotluong`
  const body = { thangTinhLuong: payMonth, ly_do: 'Chốt trong giờ làm việc' }
  await patiently(() => http(at, token, { method: 'POST', body }))
  for (;;) {
    const { data } = JSON.parse(await patiently(() => http(`${at}/dangchot`, token))) as {
      data: { dang_chot: unknown }
    }
    if (data.dang_chot === null) break
    await sleep(1_000)
  }
  const took = performance.now() - begun
  const text = await patiently(() => http(`${at}?startDate=${encodeURIComponent(payMonth)}`, token))
  const { data } = JSON.parse(text) as {
    data: { da_chot: boolean; khong_xong: { loi: string } | null; tong: { nguoi: number } }
  }
  if (!data.da_chot) throw new Error(`the month stayed open: ${data.khong_xong?.loi ?? ''}`)
  return `${payMonth}: ${many(data.tong.nguoi)} people calculated, kept and calculated again in ${seconds(took)}`
}

/** Does one of them; answers what it took. */
export const longWork: Readonly<Record<Long, (where: Where) => Promise<string>>> = {
  scan: startScan,
  import: importMany,
  export: exportMany,
  payroll: closePay,
}

/** How far the scan came. */
export async function scanDone({ url, staff }: Where): Promise<string> {
  const text = await http(`${url}/api/v1/quetdatakhonggoi?count=20`, staff.next('manager').token)
  const { data } = JSON.parse(text) as { data: { values: { so_da_quet: number }[] } }
  return `${many(data.values[0]?.so_da_quet ?? 0)} of ${many(scanned)} numbers scanned until the end of the run`
}
