/** Numbers handed over and moved from the panel of a person: what is sent, how often, and what a refusal shows. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { texts } from '#subjects/calling/contract/calls/floor.ts'
import { personOf } from '#test/floor-person.ts'
import { openForm } from '#test/fill.tsx'
import { HandOverForm } from './hand-over-form.tsx'
import { MoveForm } from './move-form.tsx'
import type { PanelProps } from './panel-part.tsx'

const an = personOf('an', { left: 9, promised: 2 })
const chi = personOf('chi', { left: 4 })
const soon = [{ id: 'chi', username: 'chi', fullname: 'chi', numbers: 9, appointments: 2 }]
const handed = { numbers: 9, appointments: 2, to: [{ ...soon[0], handover: 'h' }] }

const props = (onDone: () => void): PanelProps => ({
  person: an,
  people: [an, chi],
  at: '2026-11-23T03:00:00.000Z',
  panel: { id: 'an', task: null, to: null } as PanelProps['panel'],
  onDone,
})

const handOver = (recipients: readonly unknown[], write: () => unknown = () => handed) =>
  openForm((onDone) => <HandOverForm {...props(onDone)} />, {
    read: (path) =>
      path.includes('/bangiao') ? { numbers: 9, appointments: 2, soon: recipients } : { values: [] },
    write,
  })

const list = () => screen.getByRole('button', { name: /Bàn giao cho/ })

test('D3-FLR-02: numbers go to those who run out soon unless somebody is chosen; the result is shown', async () => {
  const form = handOver(soon)
  await form.says(/chi \+9/)
  await form.save('Bàn giao')
  expect(await form.closedWith()).toEqual([['POST /api/v1/sangoi/an/bangiao', {}]])
  await form.says(/Đã bàn giao 9 số, 2 lịch hẹn cho chi/)
})

test('D3-FLR-02: Enter on the closed list hands over, a held key once', async () => {
  const form = handOver(soon, () => {
    throw new AppError('CONFLICT', texts.changedMeanwhile)
  })
  await form.says(/chi \+9/)
  list().focus()
  fireEvent.keyDown(list(), { key: 'Enter' })
  await form.says(new RegExp(texts.changedMeanwhile))
  for (let times = 0; times < 3; times++) fireEvent.keyDown(list(), { key: 'Enter', repeat: true })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Bàn giao' })).toHaveProperty('disabled', false),
  )
  expect([form.written().length, form.closed()]).toEqual([1, 0])
})

test('D3-FLR-02: when nobody is at work somebody must be chosen', async () => {
  const form = handOver([])
  await waitFor(() => expect(list().textContent).toContain('Chọn người nhận'))
  await form.save('Bàn giao')
  await form.says(texts.noRecipient)
  expect(form.written()).toEqual([])
})

test('D3-FLR-02: half of the numbers are moved to a colleague; more than available are not sent', async () => {
  const form = openForm((onDone) => <MoveForm {...props(onDone)} />, { write: () => handed })
  const count = screen.getByRole('textbox', { name: 'Số lượng' })
  await form.user.clear(count)
  await form.user.type(count, '99')
  await form.save('Chuyển')
  await form.says(/chỉ còn 9 số/)
  await form.user.clear(count)
  await form.user.type(count, '5{Enter}')
  expect(await form.closedWith()).toEqual([['POST /api/v1/sangoi/an/chuyen', { to: 'chi', numbers: 5 }]])
})
