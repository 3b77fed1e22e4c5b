/** Actions on a scan file: start, stop, export, delete, make a subscriber file. */
import { thousands } from '#kit/contract/thousands.ts'
import type { ScanKind, ScanState } from '#subjects/scans/contract/lists/scans.ts'
import {
  resultsFile,
  scanCalls,
  scanDeleted,
  scanNotDeleted,
  scanTexts,
  scanEvents,
  scanReply,
  scanStarted,
  scanStopped,
} from '#subjects/scans/contract/calls/scans.ts'
import { newKey, queryText, send, sendFull } from '#kit/web/client.ts'
import { blockWhile, confirm, confirmDoing, showError, toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { download } from '#kit/web/download.ts'
import type { TableRow } from '#kit/web/resource-api.ts'
import { leftOutWords } from './scan-words.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { channel, type Channel } from '#kit/web/live.ts'

type Verb = 'start' | 'stop'

const doneMessages = { start: scanStarted, stop: scanStopped } as const

/** Longest wait for an answer, in ms. */
const waitMs = 15_000

/** Sends the event and waits for its answer, which comes only to this connection. */
function sendOver(line: Channel, event: string, FileName: string): Promise<void> {
  const client_id = crypto.randomUUID()
  return new Promise((resolve, reject) => {
    const end = (error?: AppError): void => {
      clearTimeout(timer)
      line.off(scanReply, onReply)
      line.off('disconnect', lost)
      if (error) reject(error)
      else resolve()
    }
    const onReply = (reply: unknown): void => {
      if (!isObject(reply) || reply.client_id !== client_id) return
      end('code' in reply ? new AppError('CONFLICT', String(reply.msg)) : undefined)
    }
    const lost = (): void => end(new AppError('UPSTREAM', messages.unreachable))
    const timer = setTimeout(lost, waitMs)
    line.on(scanReply, onReply)
    line.on('disconnect', lost)
    line.emit(event, { client_id, data: { token: line.token, FileName } })
  })
}

/**
 * Starts or stops scanning a file over the live channel when connected, else over HTTP (D2-SCAN-30). Returns the
 * message to show. Throws AppError with the server's refusal.
 */
async function sendScanCommand(kind: ScanKind, verb: Verb, FileName: string): Promise<string> {
  const line = channel.get()
  if (line) await sendOver(line, scanEvents[kind][verb], FileName)
  else await sendFull(scanCalls[kind][verb], { FileName }, { idempotencyKey: newKey(), quiet: true })
  return doneMessages[verb](FileName)
}

/** A scan file as listed. */
export type ScanRow = TableRow & {
  FileName: string
  so_da_quet: number
  total_numbers: number
  goi_da_quet: number
  khong_tra_duoc: number
  trang_thai: ScanState
  ngay_upload: string
  nguoi_upload: string
  file_thue_bao: string | null
}

/** Starts or stops a file (D2-SCAN-24, D2-SCAN-25). */
export async function switchScan(kind: ScanKind, { FileName, trang_thai }: ScanRow): Promise<void> {
  try {
    toast('success', await sendScanCommand(kind, trang_thai === 'running' ? 'stop' : 'start', FileName))
  } catch (error) {
    showError(error)
  } finally {
    await refresh(kind)
  }
}

/** Asks with the specified text, then deletes the file with all its scan data (D2-SCAN-26 to 29). */
export async function removeScan(kind: ScanKind, { FileName }: ScanRow): Promise<void> {
  await confirmDoing(
    {
      title: `Xoá file '${FileName}'`,
      body: scanTexts.deleteConfirm,
      confirmLabel: 'Xoá file',
      danger: true,
      about: FileName,
      fallback: scanNotDeleted(FileName),
    },
    async () => {
      try {
        const { msg } = await sendFull(scanCalls[kind].deleteFile, { FileName }, { idempotencyKey: newKey() })
        if (!msg) toast('success', scanDeleted(FileName))
      } finally {
        await refresh(kind)
      }
    },
  )
}

/** Fetches the results as a sheet (D2-SCAN-15). */
export async function exportScan(kind: ScanKind, { FileName }: ScanRow): Promise<void> {
  try {
    const path = scanCalls[kind].results.path + queryText({ FileName })
    const { name } = await blockWhile(() => download(path, resultsFile(FileName)))
    toast('success', `Đã xuất ${name}`)
  } catch (error) {
    showError(error)
  }
}

/** Makes a subscriber file of a finished scan and reports the numbers left out (D3-SCN-05). */
export async function toSubscribers(kind: ScanKind, { FileName }: Pick<ScanRow, 'FileName'>): Promise<void> {
  const confirmed = await confirm({
    title: 'Tạo file thuê bao',
    body: `Số đã quét của '${FileName}' thành file thuê bao cùng tên để chia. Bỏ ra số trong blacklist, số đang có người giữ, số không tìm thấy và số không tra được.`,
    confirmLabel: 'Tạo file thuê bao',
  })
  if (!confirmed) return
  try {
    const created = await blockWhile(() =>
      send(scanCalls[kind].toSubscribers, { FileName }, { idempotencyKey: newKey() }),
    )
    toast(
      'success',
      `Đã tạo file thuê bao '${created.FileName}': ${thousands(created.saved)} số${leftOutWords(created)}`,
    )
  } catch (error) {
    showError(error)
  } finally {
    await refresh(kind)
  }
}
