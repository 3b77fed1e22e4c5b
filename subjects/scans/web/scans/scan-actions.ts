/** Actions on a scan file: start, stop, export, delete, make a subscriber file. */
import { thousands } from '#kit/contract/thousands.ts'
import type { ScanKind, ScanState } from '#subjects/scans/contract/lists/scans.ts'
import {
  resultsFile,
  scanCalls,
  scanDeleted,
  scanNotDeleted,
  scanTexts,
} from '#subjects/scans/contract/calls/scans.ts'
import { newKey, queryText, send, sendFull } from '#kit/web/client.ts'
import { blockWhile, confirm, confirmDoing, showError, toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { download } from '#kit/web/download.ts'
import type { TableRow } from '#kit/web/resource-api.ts'
import { sendScanCommand } from './scan-command.ts'
import { leftOutWords } from './scan-words.ts'

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

/** Asks with the specified words, then deletes the file with all its scan data (D2-SCAN-26 to 29). */
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
