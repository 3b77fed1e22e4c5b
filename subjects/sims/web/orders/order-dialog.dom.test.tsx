/** 'Đặt cho khách': what is sent for a number, and what a refusal shows. */
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { openForm } from '#test/fill.tsx'
import { OrderDialog } from './order-dialog.tsx'

const sim = { id: 'S', dotted: '0912.345.678' }
const dialog = (write: () => unknown = () => ({})) =>
  openForm((onClose) => <OrderDialog sim={sim} onClose={onClose} />, { write })

async function typed(form: ReturnType<typeof dialog>): Promise<void> {
  await form.type('Số điện thoại khách', '0987654321')
  await form.type('Tên khách', 'Lan')
  await form.type('Địa chỉ', 'Hà Nội')
}

test('D3-SIM-04: the order is sent with the number, paid on delivery by default', async () => {
  const form = dialog()
  await typed(form)
  await form.save('Đặt sim')
  const [[call, body] = ['', {}]] = await form.closedWith()
  expect(call).toBe('POST /api/v1/simso/sendOrder')
  expect(body).toEqual({
    id: 'S',
    phone: '987654321',
    name: 'Lan',
    address: 'Hà Nội',
    payment_method: 'cod',
    note: null,
  })
})

test('a refused field shows the reason and the dialog stays open', async () => {
  const form = dialog(() => {
    throw new AppError('VALIDATION', 'Số này bị chặn', { fields: { phone: 'Số này bị chặn' } })
  })
  await form.save('Đặt sim')
  await form.says('Chưa nhập tên khách')
  expect(form.written()).toEqual([])
  await typed(form)
  await form.save('Đặt sim')
  await form.says('Số này bị chặn')
  expect([form.box('Số điện thoại khách').getAttribute('aria-invalid'), form.closed()]).toEqual(['true', 0])
})
