/** Undo of an import while its rows are unchanged (D3-FILE-05, docs/decisions/undo-import.md). */
import * as z from 'zod/mini'
import { thousands } from '#kit/contract/thousands.ts'
import { defineCall } from '#kit/contract/call.ts'
import { instant, sentNumber, valuesOf } from '#kit/contract/shapes.ts'

/** How long after its end an import can be undone, in days. */
export const undoDays = 30

/** Kept rows per page. */
export const keptPage = 50

const keptRow = z.strictObject({
  /** Row of the file; null if several rows were merged. */
  row: z.nullable(z.int()),
  /** Name of the row in its list, masked for the reader; '' if it was deleted or the reader may not see it. */
  name: z.string(),
  why: z.string(),
  /** Author and time of its last change; null if unknown or hidden from the reader. */
  by: z.nullable(z.string()),
  at: z.nullable(instant),
})

export const undoSummary = z.strictObject({
  /** Null before an undo was requested. */
  state: z.nullable(z.enum(['running', 'done', 'failed'])),
  /** The reason it cannot be undone at all. */
  refused: z.nullable(z.string()),
  /** Rows that are deleted, restored and kept; while running and afterwards, the numbers so far. */
  removes: z.int(),
  restores: z.int(),
  stays: z.int(),
  /** Rows that the import wrote, and how many of them are processed. */
  total: z.int(),
  done: z.int(),
  msg: z.nullable(z.string()),
  kept: z.array(keptRow),
})
export type UndoSummary = z.output<typeof undoSummary>

export const importUndoable = defineCall({
  method: 'GET',
  path: '/api/v1/imports/:id/undo',
  may: 'any',
  summary: 'What taking an import back would do or did, with a page of the rows that stay',
  input: z.object({ id: z.string(), page: z.optional(sentNumber) }),
  answer: undoSummary,
})

export const importUndo = defineCall({
  method: 'POST',
  path: '/api/v1/imports/:id/undo',
  may: 'any',
  decides: 'atOnce',
  summary:
    'Takes an import back in the background; a second call changes nothing, after a failure it goes on',
  input: z.object({ id: z.string() }),
  answer: undoSummary,
})

export const recentImport = z.strictObject({
  id: z.string(),
  filename: z.string(),
  saved: z.int(),
  by: z.string(),
  at: instant,
  undo: z.nullable(z.enum(['running', 'done', 'failed'])),
  /** Rows undone, and once it is finished those kept. */
  back: z.int(),
  stays: z.int(),
})
export type RecentImport = z.output<typeof recentImport>

export const recentImports = defineCall({
  method: 'GET',
  path: '/api/v1/imports',
  may: 'any',
  summary: 'The newest imports into a list: the own ones, for managers all',
  input: z.object({ resource: z.string() }),
  answer: valuesOf(recentImport),
})

export const undoTexts = {
  isSaving: 'File đang được lưu, dừng hoặc đợi xong rồi hoàn tác',
  nothing: 'Lần nhập này chưa lưu dòng nào',
  untraced: 'Không còn ghi nhận từng dòng của lần nhập này, không hoàn tác được',
  tooOld: `Đã quá ${undoDays} ngày, không hoàn tác được`,
  taken: 'Lần nhập này đã được hoàn tác, hãy nhập lại file',
  changed: 'Đã có thay đổi khác sau đó',
  gone: 'Đã bị xoá sau đó',
  handed: 'Số đã chia, đang được chăm sóc hoặc đã gọi',
  closed: 'Tháng lương của dòng này đã chốt',
  lost: 'Tài khoản đã khoá hoặc không còn quyền hoàn tác',
  results: 'Kết quả đăng ký đã tính ngay cho người bán và doanh thu, không hoàn tác được',
  lines: 'Dòng doanh thu đã ghép với báo cáo, lương và hoàn tiền; hãy sửa hoặc xoá từng dòng',
  scans: 'Muốn bỏ file quét, hãy xoá file đó ở màn hình này',
  statements: 'Sao kê không đổi đơn nào; sao kê mới của cùng những ngày ấy được so thay cho nó',
  secrets: 'Mật khẩu và API cũ không được giữ lại nên không trả lại được; hãy sửa từng dòng',
  staff: 'Tài khoản không bị xoá: khoá người tạo nhầm ở màn hình Nhân viên',
  done: (file: string, rows: number, stay: number): string =>
    rows === 0
      ? `Không hoàn tác được dòng nào của "${file}": ${thousands(stay)} dòng ở lại`
      : `Đã hoàn tác "${file}": ${thousands(rows)} dòng${stay > 0 ? `, ${thousands(stay)} dòng ở lại` : ''}`,
  /** The same after the import's name in the list of imports, starting with its comma. */
  listed: ({ undo, back, stays }: Pick<RecentImport, 'undo' | 'back' | 'stays'>): string => {
    if (undo === null) return ''
    if (undo === 'running') return ', đang hoàn tác'
    const rows = back === 0 ? 'chưa dòng nào trở lại' : `${thousands(back)} dòng trở lại`
    if (undo === 'failed') return `, hoàn tác chưa xong, ${rows}`
    if (back === 0) return `, không hoàn tác được dòng nào`
    return `, đã hoàn tác ${thousands(back)} dòng${stays > 0 ? `, ${thousands(stays)} dòng ở lại` : ''}`
  },
} as const
