/** Actions on a subscriber file: start, stop, delete (D1-UPL-11, D1-UPL-12, D1-Q-110, D1-Q-113). */
import {
  type DataFile,
  deleteFile,
  fileDeleted,
  fileTexts,
  setActive,
} from '#subjects/numbers/contract/calls/subscriber-files.ts'
import { newKey, sendFull } from '#kit/web/client.ts'
import { confirmDoing, showError, toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'

/** Starts or stops handing out numbers; the list changes only after the server's answer (D1-UPL-16, D1-UPL-17). */
export async function switchFile(file: Pick<DataFile, 'FileName' | 'is_activated'>): Promise<void> {
  const wanted = file.is_activated === 1 ? 0 : 1
  try {
    const input = { FileName: file.FileName, is_activated: wanted }
    const { msg } = await sendFull(setActive, input, { idempotencyKey: newKey() })
    if (!msg) toast('success', wanted ? fileTexts.activated : fileTexts.stopped)
  } catch (error) {
    showError(error)
  } finally {
    await refresh('uploadchiadata')
  }
}

/** Asks, then deletes the file with the numbers that were not handed out (D1-UPL-18, D1-UPL-19). */
export async function removeFile({ FileName }: DataFile): Promise<void> {
  await confirmDoing(
    {
      title: `Xoá file '${FileName}'`,
      body: fileTexts.deleteFileConfirm,
      confirmLabel: 'Xoá file',
      danger: true,
      about: FileName,
    },
    async () => {
      try {
        const { msg } = await sendFull(deleteFile, { FileName }, { idempotencyKey: newKey() })
        if (!msg) toast('success', fileDeleted(FileName))
      } finally {
        await refresh('uploadchiadata')
      }
    },
  )
}
