/** A past result that is changed in the log: what is asked before, and what is sent (D1-CARE-44 to 53). */
import { afterEach, expect, test, vi } from 'vitest'
import { agreement, careResults, isAppointment } from '#subjects/calling/contract/care-results.ts'
import { texts } from '#subjects/calling/contract/calls/care.ts'
import { stubCalls, written } from '#test/sent.ts'
import { historySaver, type Questions } from './edit-history.ts'
import type { LogRow } from './log-columns.ts'

const appointment = careResults.find(({ value }) => isAppointment(value))?.value ?? ''
const refused = careResults.find(({ reached }) => !reached)?.value ?? ''
const row = { id: 'h1', status: refused, appointment_at: null } as unknown as LogRow
const cancelled: Questions = { time: async () => null, agreement: async () => null }
const options = { key: 'key', version: 3 } as Parameters<ReturnType<typeof historySaver>>[3]

afterEach(() => vi.unstubAllGlobals())

/** Saves the result in the cell; answers what was sent. */
async function save(value: string, questions: Questions, of: LogRow = row) {
  const calls = stubCalls(() => ({ values: [], count: 0 }))
  const saved = historySaver(questions)(of, 'status', value, options)
  await saved.catch(() => undefined)
  return { saved, sent: written(calls).map(([, body]) => body) }
}

test('D1-CARE-45: an appointment asks for its time first; without one nothing is saved', async () => {
  const { saved, sent } = await save(appointment, cancelled)
  await expect(saved).rejects.toThrow(texts.noAppointment)
  expect(sent).toEqual([])
})

test('D1-CARE-45: the time that was chosen goes with the result; a row that has one is not asked for it again', async () => {
  const chosen = '2026-12-02T02:00:00.000Z'
  const first = await save(appointment, { ...cancelled, time: async () => chosen })
  expect(first.sent).toEqual([{ status: appointment, appointment_at: chosen, version: 3 }])
  const time = vi.fn(cancelled.time)
  const again = await save(appointment, { ...cancelled, time }, { ...row, appointment_at: chosen })
  expect([time.mock.calls.length, again.sent]).toEqual([0, [{ status: appointment, version: 3 }]])
})

test('D1-CARE-44: an agreement asks for its package; without one nothing is saved', async () => {
  const { saved, sent } = await save(agreement.value, cancelled)
  await expect(saved).rejects.toThrow(texts.noPackage)
  expect(sent).toEqual([])
})
