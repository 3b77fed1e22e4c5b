/** What taking the next customer has the care screen read again. */
import { waitFor } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { appointments, careToday, currentCare, newCare } from '#subjects/calling/contract/calls/care.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { hookInPage } from '#platform/app/web/shell/page.fixture.tsx'
import { useAppointments, useCurrent, useNextCustomer, useRecent, useToday } from './care-data.ts'

const log = `/api/v1/${careHistory.path}`
const page = { values: [], count: 0 }
let source: string | null
/** Paths read since the last look. */
let read: string[]
beforeEach(() => {
  read = []
  vi.stubGlobal('fetch', async (address: string) => {
    const [path = ''] = address.split('?')
    read.push(path)
    const value = source === null ? null : { id: 'c1', source }
    const answers: Record<string, unknown> = {
      [newCare.path]: { value, count: 3, opensAt: null },
      [currentCare.path]: { value: null, count: 4, opensAt: null },
      [careToday.path]: { since: '', da_nhan_so: read.length },
    }
    return new Response(JSON.stringify({ status: 'success', data: answers[path] ?? page }))
  })
})

/** Takes a customer from `from` on an open care screen, and answers what was read after the claim. */
async function readAfter(from: string | null): Promise<string[]> {
  source = null
  const screen = hookInPage(() => ({
    next: useNextCustomer(),
    shown: [useCurrent(), useAppointments(), useToday(), useRecent()].every(({ isSuccess }) => isSuccess),
  }))
  await waitFor(() => expect(screen.current.shown).toBe(true))
  read = []
  source = from
  await act(async () => void (await screen.current.next.run()))
  await waitFor(() => expect(read).toContain(careToday.path))
  expect(read[0]).toBe(newCare.path)
  return read.slice(1).toSorted()
}

test('the answer of a claim contains the customer, so that only the figures of the day are reloaded', async () => {
  expect(await readAfter('pool')).toEqual([careToday.path])
})

test('claiming a due appointment also reloads the appointments', async () => {
  expect(await readAfter('appointment')).toEqual([appointments.path, careToday.path])
})

test('when no customer is handed out everything is reloaded', async () => {
  expect(await readAfter(null)).toEqual([appointments.path, currentCare.path, log, careToday.path].toSorted())
})
