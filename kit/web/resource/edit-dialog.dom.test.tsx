/** The form of a row: what it begins with, what it saves, and what it asks before. */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { f } from '#kit/contract/field.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { EditDialog, type EditDialogProps, type SaveRow } from './edit-dialog.tsx'

const fields: EditDialogProps['fields'] = [
  ['phone', f.phone({ label: 'Số' })],
  ['kind', f.text({ label: 'Loại', default: 'thường' })],
  ['note', f.text({ label: 'Ghi chú' })],
]

function dialog(props: Partial<EditDialogProps> = {}, save: SaveRow = async () => undefined) {
  const onSave = vi.fn(save)
  const onClose = vi.fn<() => void>()
  const user = open(
    <EditDialog title="Đơn" fields={fields} row={null} onSave={onSave} onClose={onClose} {...props} />,
  )
  return { user, onSave, onClose, submit: () => user.click(screen.getByRole('button', { name: /^Lưu/ })) }
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('a new row starts with its defaults and known values, and is saved with all its values', async () => {
  const { user, onSave, onClose, submit } = dialog({ start: { phone: '0912345678' } })
  expect([box('Số').value, box('Loại').value, box('Ghi chú').value]).toEqual(['0912345678', 'thường', ''])
  // What is known already needs no typing.
  expect(document.activeElement).toBe(box('Loại'))
  await user.type(box('Ghi chú'), 'gấp')
  await submit()
  const [values, more] = onSave.mock.calls[0] ?? []
  expect(values).toEqual({ phone: '912345678', kind: 'thường', note: 'gấp' })
  expect(more).toMatchObject({ key: expect.any(String), version: undefined })
  expect(onClose).toHaveBeenCalledOnce()
})

test('saving a new row without a single value asks first; answering no returns to the form', async () => {
  const { user, onSave, onClose, submit } = dialog()
  await user.clear(box('Loại'))
  await submit()
  await user.click(await screen.findByRole('button', { name: 'Nhập tiếp' }))
  expect([onSave.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 0])
  await submit()
  await user.click(await screen.findByRole('button', { name: 'Vẫn tạo' }))
  await vi.waitFor(() => expect(onSave).toHaveBeenCalledOnce())
})

test('an existing row that is emptied is saved without a question', async () => {
  const { user, onSave, submit } = dialog({ row: { id: 'r', version: 2, note: 'x' } })
  await user.clear(box('Ghi chú'))
  await submit()
  expect(onSave.mock.calls[0]?.[1]).toMatchObject({ version: 2 })
})

test('D1-Q-158: a masked number is shown and not written back', async () => {
  const { onSave, submit } = dialog({ row: { id: 'r', version: 2, phone: '091****678', note: 'x' } })
  expect(box('Số').readOnly).toBe(true)
  expect(reading().text).toContain('Số đang bị che, không sửa được')
  expect(document.activeElement).toBe(box('Loại'))
  await submit()
  expect(Object.keys(onSave.mock.calls[0]?.[0] ?? {})).toEqual(['kind', 'note'])
})

test('a refused save keeps the dialog open; saving again overwrites the row that somebody else changed', async () => {
  const refusals = [new AppError('CONFLICT', 'An đã sửa', { current: { note: 'của An', version: 5 } })]
  const { onSave, onClose, submit } = dialog({ row: { id: 'r', version: 2, note: 'của tôi' } }, async () => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
  })
  await submit()
  expect(onClose).not.toHaveBeenCalled()
  expect(reading().text).toContain('An đã sửa')
  expect(reading().text).toContain('của An')
  await submit()
  expect(onSave.mock.calls[1]?.[1]).toMatchObject({ version: 5, current: { note: 'của An' } })
  expect(onClose).toHaveBeenCalledOnce()
})

test('closing the dialog asks when something was typed', async () => {
  const { user, onClose } = dialog()
  await user.type(box('Ghi chú'), 'x{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Nhập tiếp' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /^Huỷ/ }))
  await user.click(await screen.findByRole('button', { name: 'Không lưu' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a custom layout gets the fields that the reader may write, with the typed values', async () => {
  const { user } = dialog({
    layout: (field, { values }) => (
      <>
        {field('note')}
        {field('secret')}
        <output>{values.note}</output>
      </>
    ),
  })
  expect(screen.getAllByRole('textbox')).toEqual([box('Ghi chú')])
  await user.type(box('Ghi chú'), 'abc')
  expect(screen.getByRole('status').textContent).toBe('abc')
})
