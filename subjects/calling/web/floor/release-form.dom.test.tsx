/** A forgotten number taken out of a hand: why, what is sent, and a refusal. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { texts } from '#subjects/calling/contract/calls/floor.ts'
import { personOf } from '#test/floor-person.ts'
import { stubCalls, written } from '#test/sent.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import type { PanelProps } from './panel-part.tsx'
import { ReleaseForm } from './release-form.tsx'

const inHand = { customer: 'c1', version: 6, phone: '912345678' }

function form(write: () => unknown = () => ({ customer: 'c1' })) {
  const calls = stubCalls(write)
  let done = 0
  const panel = { to: null } as PanelProps['panel']
  const user = open(
    <ReleaseForm
      person={personOf('an', { fullname: 'Trần An', inHand })}
      people={[]}
      at="2026-11-23T03:00:00.000Z"
      panel={panel}
      inHand={inHand}
      onDone={() => void done++}
    />,
  )
  const save = () => user.click(screen.getByRole('button', { name: 'Nhả số' }))
  return { calls, user, save, done: () => done }
}

test('D3-FLR-02: the number in hand is released with the version shown and the chosen reason', async () => {
  const { calls, user, save, done } = form()
  await user.click(screen.getByRole('radio', { name: 'Mất mạng, treo máy' }))
  await save()
  await waitFor(() => expect(done()).toBe(1))
  expect(written(calls)).toEqual([
    ['POST /api/v1/sangoi/an/nha', { customer: 'c1', version: 6, reason: 'network' }],
  ])
})

test("D3-FLR-02: the reason 'other' must be written, and is sent with its text", async () => {
  const { calls, user, save } = form()
  await user.click(screen.getByRole('radio', { name: 'Lý do khác' }))
  await save()
  await screen.findByText(texts.needsNote)
  expect(written(calls)).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Lý do' }), 'đi họp')
  await save()
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toMatchObject({ reason: 'other', note: 'đi họp' })
})

test('D3-FLR-02: a written text is not sent with another reason; a refusal is shown and the form stays open', async () => {
  const { calls, user, save, done } = form(() => {
    throw new AppError('CONFLICT', 'Số này đã được ghi kết quả')
  })
  await user.click(screen.getByRole('radio', { name: 'Lý do khác' }))
  await user.type(screen.getByRole('textbox', { name: 'Lý do' }), 'đi họp')
  await user.click(screen.getByRole('radio', { name: 'Quên ghi kết quả' }))
  await save()
  await screen.findByText(/Số này đã được ghi kết quả/)
  expect(done()).toBe(0)
  expect(written(calls)[0]?.[1]).not.toHaveProperty('note')
})
