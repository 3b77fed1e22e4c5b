/** Scans: start and stop, rows of a file, pace, results as a sheet and as a subscriber file (D2-SCAN). */
import * as z from 'zod/mini'
import { defineCall, sheetAnswer } from '#kit/contract/call.ts'
import { day, instant, pageOf, sentNumber } from '#kit/contract/shapes.ts'
import { scanStates, type ScanKind } from '../lists/scans.ts'
import type { Carrier } from '#subjects/sims/contract/sim-types.ts'

/** Carriers with their own limits, by number prefix; KHAC covers all others (D3-SCN-02). */
export const scanCarriers = [
  { value: 'VINAPHONE', label: 'Vinaphone' },
  { value: 'MOBIFONE', label: 'Mobifone' },
  { value: 'VIETTEL', label: 'Viettel' },
  { value: 'KHAC', label: 'Nhà mạng khác' },
] as const satisfies readonly { value: Carrier | 'KHAC'; label: string }[]
export type ScanCarrier = (typeof scanCarriers)[number]['value']
export const scanCarrierName = (carrier: ScanCarrier): string =>
  scanCarriers.find(({ value }) => value === carrier)?.label ?? carrier

const byName = z.object({ FileName: z.string() })
const text = z.nullable(z.string())

const state = z.enum(scanStates.map(({ value }) => value))

const info = z.strictObject({
  FileName: z.string(),
  so_da_quet: z.int(),
  total_numbers: z.int(),
  goi_da_quet: z.int(),
  nguoi_upload: z.string(),
  ngay_upload: instant,
  trang_thai: state,
  khong_tra_duoc: z.int(),
  /** Scanned numbers unknown to the carrier. */
  khong_tim_thay: z.int(),
  bat_dau_luc: z.nullable(instant),
  nguoi_quet: text,
  xong_luc: z.nullable(instant),
  file_thue_bao: text,
  /** Numbers scanned in each of the last 60 minutes, oldest first. */
  minutes: z.array(z.int()),
})
export type ScanInfo = z.output<typeof info>

/** A number and the carrier's answer; null before it is scanned. */
const row = z.strictObject({
  id: z.string(),
  PhoneNumber: z.string(),
  FileName: z.string(),
  goi_can_kiem_tra: text,
  NumberType: text,
  NumberCurrentPackage: text,
  NumberPackageRegisterDate: z.nullable(day),
  NumberPackageRegisterExpire: z.nullable(day),
  CurrentCycle: z.nullable(z.int()),
  NumberFreeCycleLeft: z.nullable(z.int()),
  NumberStatus: text,
  Status: text,
  dtct: text,
})

const carrier = z.enum(scanCarriers.map(({ value }) => value))

/** Capacity of a carrier, and its usage. */
const capacity = z.strictObject({
  nha_mang: carrier,
  perMinute: z.int(),
  parallel: z.int(),
  /** Look-ups per minute: by users in the last 60 seconds, by scans averaged over the last and current minute. */
  people: z.int(),
  scans: z.int(),
  /** When the carrier began to fail, its message, and the next try; null while it works. */
  failingSince: z.nullable(instant),
  why: text,
  pausedUntil: z.nullable(instant),
})
export type Capacity = z.output<typeof capacity>

const now = z.strictObject({
  /** Whether a carrier connection is configured. */
  configured: z.boolean(),
  from: z.string(),
  until: z.string(),
  /** Whether scans are within their hours, and for how many minutes. */
  open: z.boolean(),
  openFor: z.number(),
  carriers: z.array(capacity),
  /**
   * Running files of this screen: numbers per minute over the last five minutes; minutes left by the slowest carrier, null when unknown;
   * carriers whose pause the file waits for, empty while it has numbers of others.
   */
  files: z.array(
    z.strictObject({
      id: z.string(),
      perMinute: z.number(),
      minutesLeft: z.nullable(z.number()),
      waitsFor: z.array(carrier),
    }),
  ),
})
export type ScanNow = z.output<typeof now>

const createdFile = z.strictObject({
  FileName: z.string(),
  /** Numbers saved into the subscriber file. */
  saved: z.int(),
  /** Skipped: blacklisted, in a hand, unknown to the carrier, unanswered. */
  blacklisted: z.int(),
  held: z.int(),
  unknown: z.int(),
  unanswered: z.int(),
})
export type MadeFile = z.output<typeof createdFile>

const call = { may: 'below3' } as const

/** Actions on a file: start, stop, delete, and use of the results. */
const actsOf = (pathOf: (name: string) => string) => ({
  start: defineCall({
    ...call,
    method: 'POST',
    path: pathOf('start'),
    summary: 'Starts or goes on scanning a file in the background',
    input: byName,
    answer: z.strictObject({ FileName: z.string() }),
  }),
  stop: defineCall({
    ...call,
    method: 'POST',
    path: pathOf('stop'),
    summary: 'Stops scanning a file after the numbers that are being asked for',
    input: byName,
    answer: z.strictObject({ FileName: z.string() }),
  }),
  deleteFile: defineCall({
    ...call,
    method: 'POST',
    path: pathOf('deleteFile'),
    summary: 'Deletes a file with all its scan data',
    input: byName,
    answer: z.strictObject({ removed: z.int() }),
  }),
  tryNow: defineCall({
    ...call,
    method: 'POST',
    path: pathOf('tryNow'),
    summary: 'Ends the pause after failures of a carrier, or of all: it is asked at once',
    input: z.object({ nha_mang: z.optional(carrier) }),
    answer: z.null(),
  }),
  toSubscribers: defineCall({
    ...call,
    method: 'POST',
    path: pathOf('createSubscriberFile'),
    summary: 'Makes a subscriber file of what a finished scan found',
    input: byName,
    answer: createdFile,
  }),
})

/** Reads of a file: results, progress, and the carriers' capacity. */
const readingsOf = (pathOf: (name: string) => string) => ({
  rows: defineCall({
    ...call,
    method: 'POST',
    path: pathOf('findAllByFileName'),
    summary: "A page of the file's numbers with what was found",
    input: z.object({
      FileName: z.string(),
      page: z.optional(sentNumber),
      count: z.optional(sentNumber),
    }),
    answer: pageOf(row),
  }),
  info: defineCall({
    ...call,
    method: 'POST',
    path: pathOf('getInfoByFileName'),
    summary: 'How far a file is, with its uploader',
    input: byName,
    answer: info,
  }),
  now: defineCall({
    ...call,
    method: 'GET',
    path: pathOf('now'),
    summary: 'Capacity of the carrier, who uses it, and how fast each running file goes',
    input: z.object({}),
    answer: now,
  }),
  results: defineCall({
    ...call,
    method: 'GET',
    path: pathOf('export'),
    summary: 'The numbers of a file with what was found, as .xlsx',
    input: byName,
    answer: sheetAnswer,
  }),
})

const callsOf = (kind: ScanKind) => {
  const pathOf = (name: string): string => `/api/v1/${kind}/${name}`
  return { ...actsOf(pathOf), ...readingsOf(pathOf) }
}

export const scanCalls = {
  quetdata: callsOf('quetdata'),
  quetdatakhonggoi: callsOf('quetdatakhonggoi'),
  quetdtct: callsOf('quetdtct'),
}

/** Live events that start and stop a scan (D2-SCAN-31 to 36). */
export const scanEvents: Readonly<Record<ScanKind, Readonly<Record<'start' | 'stop', string>>>> = {
  quetdata: { start: 'batDauQuetTHREAD1', stop: 'dungQuetTHREAD1' },
  quetdatakhonggoi: { start: 'batDauQuetDataKhongGoiTHREAD1', stop: 'dungQuetDataKhongGoiTHREAD1' },
  quetdtct: { start: 'batDauQuetDoiTuongChuongTrinhTHREAD1', stop: 'dungQuetDoiTuongChuongTrinhTHREAD1' },
}
export const scanReply = 'traKetQuaQuet'

export const scanTexts = {
  deleteConfirm:
    'Xin lưu ý, khi xóa file này thì toàn bộ dữ liệu quét cũng sẽ xóa theo. Bạn có chắc muốn xóa file này?',
  noFile: 'Chưa nêu tên file quét',
  running: 'File đang quét',
  notRunning: 'File không đang quét',
  done: 'File đã quét xong, không còn số nào để quét',
  noNumbers: 'File chưa có số nào để quét',
  notDone: 'File chưa quét xong',
  oneFile: 'Mỗi lần tải chỉ gồm số của một file',
} as const

export const scanStarted = (file: string): string => `Bắt đầu quét "${file}"`
export const scanStopped = (file: string): string => `Đã yêu cầu dừng quét "${file}"`
/** Text "Xóa file '…' thành công!", and that of a failure (D2-SCAN-27, D2-SCAN-28). */
export const scanDeleted = (file: string): string => `Xóa file '${file}' thành công!`
export const scanNotDeleted = (file: string): string => `Xóa file '${file}' thất bại!`
/** File name of the results (D2-SCAN-15), always .xlsx. */
export const resultsFile = (file: string): string => `DA-XU-LY-${file}${/\.xlsx$/i.test(file) ? '' : '.xlsx'}`
