/** Company, person and note of a Mfy request, and the carrier's answer on a number: what is sent, what is refused. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { mfyTexts } from '#subjects/money/contract/calls/mfy.ts'
import { openForm } from '#test/fill.tsx'
import type { Row } from './rows.ts'
import { TargetDialog } from './target-dialog.tsx'
import { UpdateDialog } from './update-dialog.tsx'

const row = { id: 'A', version: 4, so_dien_thoai: '912345678', ma_goi: 'VD90', username_nv: 'an' } as Row
const read = (path: string) => {
  if (path.includes('mfy_cty')) return { value: ['Cty A'] }
  return path.includes('findAllNoLimit') ? { values: [{ id: 'an', username: 'an', fullname: 'An' }] } : null
}
const update = (of: Partial<Row>, write?: () => unknown) =>
  openForm((onClose) => <UpdateDialog row={{ ...row, ...of }} onClose={onClose} />, {
    read,
    ...(write && { write }),
  })

test('D2-MFY-33: company and note are sent as typed, with person and version, and the dialog closes', async () => {
  const form = update({ cty: null, note: 'cũ' })
  await form.pick('Công ty đối tác', /Cty A/)
  await form.type('Ghi chú', 'gọi lại sau')
  await form.save()
  expect(await form.closedWith()).toEqual([
    ['PUT /api/v1/mfy/A/update', { cty: 'Cty A', username_nv: 'an', note: 'gọi lại sau', version: 4 }],
  ])
})

test('D2-MFY-36: without company and note nothing can be updated', async () => {
  const form = update({ cty: null, note: null })
  await form.save()
  await form.says(mfyTexts.nothingToUpdate)
  expect([form.written(), form.closed()]).toEqual([[], 0])
})

test('a refused field shows the reason, and the dialog keeps the typed values', async () => {
  const form = update({ cty: 'Cty cũ', note: '' }, () => {
    throw new AppError('VALIDATION', mfyTexts.outOfScope, { fields: { username_nv: mfyTexts.outOfScope } })
  })
  await form.type('Ghi chú', 'x')
  await form.save()
  await form.says(mfyTexts.outOfScope)
  expect(form.box('Nhân viên').getAttribute('aria-invalid')).toBe('true')
  expect([form.value('Ghi chú'), form.closed()]).toEqual(['x', 0])
})

test('Esc asks when something was typed, and closes at once otherwise', async () => {
  const form = update({ cty: 'Cty A', note: '' })
  await form.type('Ghi chú', 'x')
  await form.user.keyboard('{Escape}')
  await form.user.click(await screen.findByRole('button', { name: /^Nhập tiếp/ }))
  expect(form.closed()).toBe(0)
  await form.user.clear(form.box('Ghi chú'))
  await form.user.keyboard('{Escape}')
  expect(form.closed()).toBe(1)
})

test('D2-MFY-02: a look-up of a number leaves the dialog open for the next one', async () => {
  const form = openForm((onClose) => <TargetDialog onClose={onClose} />)
  await form.type('Thuê bao', '0912345678')
  await form.save('Tra cứu')
  expect(form.written()).toEqual([['POST /api/v1/mfy/traCuuDoiTuong', { phone: '0912345678' }]])
  await form.user.keyboard('{Escape}')
  expect(form.closed()).toBe(1)
})
