/** Editing past results in the cells of the log: result, appointment, note (D1-CARE-44 to 53). */
import { AppError } from '#kit/contract/error.ts'
import type { Value } from '#kit/contract/kinds.ts'
import { isAgreement, isAppointment } from '#subjects/calling/contract/care-results.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { setAppointmentAt, setNote, setStatus, texts } from '#subjects/calling/contract/calls/care.ts'
import { send } from '#kit/web/client.ts'
import { refresh } from '#kit/web/query.ts'
import type { SaveCell } from '#kit/web/table/cell-edits.ts'
import { refreshCare } from './care-data.ts'
import type { LogRow } from './log-columns.ts'
import type { PackageQuestion } from './package-dialog.tsx'

/** The dialogs that ask for the time of an appointment and the package of an agreement; null when cancelled. */
export type Questions = {
  time: (row: LogRow) => Promise<string | null>
  agreement: (question: PackageQuestion) => Promise<true | null>
}

const versioned = (version: number | undefined): { version?: number } =>
  version === undefined ? {} : { version }

type WriteOptions = Parameters<SaveCell<LogRow>>[3]

/** The dialog saves the agreement itself, because the server may ask about an unknown package. */
async function saveAgreement(
  row: LogRow,
  status: string,
  { version }: WriteOptions,
  questions: Questions,
): Promise<unknown> {
  const confirmed = await questions.agreement({
    row,
    save: (chosen, idempotencyKey) =>
      send(
        setStatus,
        { id: row.id, status, ...chosen, ...versioned(version) },
        { idempotencyKey, quiet: true },
      ),
  })
  if (!confirmed) throw new AppError('VALIDATION', texts.noPackage)
  return null
}

/** Asks for the time of an appointment, then saves it with the result (D1-CARE-45, D1-Q-085). */
async function saveStatus(
  row: LogRow,
  status: string,
  more: WriteOptions,
  questions: Questions,
): Promise<unknown> {
  if (isAgreement(status) && !isAgreement(row.status)) return saveAgreement(row, status, more, questions)
  const asks = isAppointment(status) && !row.appointment_at
  const appointmentAt = asks ? await questions.time(row) : null
  if (asks && !appointmentAt) throw new AppError('VALIDATION', texts.noAppointment)
  return send(
    setStatus,
    {
      id: row.id,
      status,
      ...(appointmentAt && { appointment_at: appointmentAt }),
      ...versioned(more.version),
    },
    { idempotencyKey: more.key, quiet: true },
  )
}

async function saveOne(
  row: LogRow,
  column: string,
  value: string,
  more: WriteOptions,
  questions: Questions,
): Promise<unknown> {
  const options = { idempotencyKey: more.key, quiet: true }
  const base = { id: row.id, ...versioned(more.version) }
  if (column === 'status') return saveStatus(row, value, more, questions)
  if (column === 'note') return send(setNote, { ...base, note: value }, options)
  return send(setAppointmentAt, { ...base, appointment_at: value }, options)
}

/** Saves one cell. Clearing a note or time is ignored, and the old value shown again (D1-CARE-49, D1-Q-086). */
export const historySaver =
  (questions: Questions): SaveCell<LogRow> =>
  async (row: LogRow, column: string, value: Value, more: WriteOptions): Promise<unknown> => {
    if (value === null || value === '') return null
    try {
      return await saveOne(row, column, String(value), more, questions)
    } finally {
      await refresh(careHistory.path)
      void refreshCare()
    }
  }
