/** The dialog of a call: what it asks for is drawn, sent with id and version, read again, and closed. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { f } from '#kit/contract/field.ts'
import { openForm } from '#test/fill.tsx'
import { queryClient } from '../query.ts'
import { CallDialog } from './call-dialog.tsx'

const input = { kind: z.string(), name: z.string(), paid: z.string(), more: z.optional(z.string()) }
const asks = {
  kind: f.choice({ label: 'Loại', required: true, options: [{ value: 'a', label: 'Thu' }], default: 'a' }),
  name: f.text({ label: 'Tên', required: true }),
  paid: f.money({ label: 'Số tiền', max: 500 }),
}
const change = defineCall({
  method: 'PUT',
  path: '/api/v1/things/:id/pay',
  may: 'any',
  summary: 'Pays a thing',
  input: z.object({ id: z.string(), version: z.optional(z.int()), ...input }),
  asks,
  answer: z.object({ id: z.string() }),
})
const create = defineCall({ ...change, method: 'POST', path: '/api/v1/things', input: z.object(input), asks })
const row = { id: 'A', version: 4, kind: 'a', name: 'cũ', paid: 200, more: 'không hỏi' }

test('the dialog shows the fields of the call in its order with the values of the row; the first has the focus', async () => {
  const form = openForm((onClose) => <CallDialog call={change} row={row} title="Trả" onClose={onClose} />)
  expect([...document.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
    'Loại *',
    'Tên *',
    'Số tiền',
  ])
  expect([form.value('Tên'), form.value('Số tiền')]).toEqual(['cũ', '200'])
  expect(document.activeElement).toBe(form.box('Loại'))
  await form.type('Số tiền', '501')
  await form.save()
  await form.says(/^Số tiền lớn hơn 500/)
  expect(form.written()).toEqual([])
})

test('the typed values are sent with id and version, the lists reload, and then the dialog closes', async () => {
  const answers: unknown[] = []
  const form = openForm(
    (onClose) => (
      <CallDialog
        call={change}
        row={row}
        title="Trả"
        refreshes={['users']}
        onAnswer={(answer) => void answers.push(answer, form.closed())}
        onClose={onClose}
      />
    ),
    { write: () => ({ id: 'A' }) },
  )
  queryClient.setQueryData(['users', 'x'], 1)
  await form.type('Tên', 'mới')
  await form.save()
  expect(await form.closedWith()).toEqual([
    ['PUT /api/v1/things/A/pay', { kind: 'a', name: 'mới', paid: '200', version: 4 }],
  ])
  expect(answers).toEqual([{ id: 'A' }, 0])
  expect(queryClient.getQueryState(['users', 'x'])?.isInvalidated).toBe(true)
})

test('`input` decides what is sent, and null sends nothing', async () => {
  const answers = [null, { kind: 'b', name: 'x', paid: 'y' }]
  const form = openForm((onClose) => (
    <CallDialog
      call={create}
      title="Tạo"
      input={async (_, read) => {
        const answer = answers.shift() ?? null
        return answer && { ...answer, more: String(read.paid) }
      }}
      onClose={onClose}
    />
  ))
  await form.type('Tên', 'mới')
  await form.type('Số tiền', '30')
  await form.save()
  expect([form.written(), form.closed()]).toEqual([[], 0])
  await form.save()
  expect(await form.closedWith()).toEqual([
    ['POST /api/v1/things', { kind: 'b', name: 'x', paid: 'y', more: '30' }],
  ])
})

test('a refused field shows the reason, and the dialog stays open without reporting an answer', async () => {
  const answers: unknown[] = []
  const form = openForm(
    (onClose) => (
      <CallDialog call={create} title="Tạo" onAnswer={(one) => void answers.push(one)} onClose={onClose} />
    ),
    {
      write: () => {
        throw new AppError('CONFLICT', 'Tên đã có', { fields: { name: 'Tên đã có' } })
      },
    },
  )
  await form.type('Tên', 'mới')
  await form.save()
  await form.says('Tên đã có')
  expect([form.box('Tên').getAttribute('aria-invalid'), form.closed(), answers]).toEqual(['true', 0, []])
})
