/** A new Mfy request: what managers and others fill in, what the customer is to pay, and what is sent. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { nothingThere, stubCalls, written } from '#test/sent.ts'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import { CreateDialog } from './create-dialog.tsx'

const price = { id: 'p', ten_goi_cuoc: 'MFY90', gia_t1: 45_000, gia_t2: 54_000, gia_t3: 62_500 }

function dialog(manages: boolean, write: () => unknown = () => ({ id: 'n' })) {
  if (!manages) signIn(actorOf(5))
  const calls = stubCalls((path, { method }) => {
    if (method !== 'GET') return write()
    if (path.includes('findPackage')) return price
    if (path.includes('giagoimfy')) return { values: [price], count: 1 }
    if (path.endsWith('/setting')) return []
    return path.includes('mfy_cty') ? { value: ['Cty A'] } : nothingThere
  })
  let closed = 0
  const user = open(<CreateDialog manages={manages} onClose={() => void closed++} />)
  const pick = async (label: RegExp, name: RegExp): Promise<void> => {
    await user.click(screen.getByLabelText(label))
    await user.click(await screen.findByRole('option', { name }))
  }
  const [phone] = screen.getAllByRole('textbox')
  if (!phone) throw new Error('no phone')
  const save = () => user.click(screen.getByRole('button', { name: /^Lưu/ }))
  return { calls, user, pick, phone, save, closed: () => closed }
}

test('D2-MFY-04: a manager chooses a package of the price list and the company; the prices of its tiers are shown', async () => {
  const { calls, user, pick, phone, save, closed } = dialog(true)
  await user.type(phone, '0912345678')
  await pick(/Mã gói|Gói/, /MFY90/)
  await screen.findByText('T1 45,000 · T2 54,000 · T3 62,500')
  await pick(/Giá bán/, /T2/)
  await pick(/Công ty|CTY/i, /Cty A/)
  await save()
  await waitFor(() => expect(closed()).toBe(1))
  expect(written(calls).map(([, body]) => body)).toContainEqual(
    expect.objectContaining({ ma_goi: 'MFY90', cty: 'Cty A' }),
  )
})

test('D2-Q-110: other roles type the package, which is looked up once it is complete, and see no owner or company', async () => {
  const { calls, user, phone } = dialog(false)
  await user.type(phone, '0912345678')
  const box = screen.getByLabelText(/Mã gói|Gói/)
  await user.type(box, 'MFY90')
  expect(calls.filter(({ path }) => path.includes('findPackage'))).toEqual([])
  await user.tab()
  await screen.findByText(/T1 45,000/)
  expect(calls.filter(({ path }) => path.includes('findPackage'))).toHaveLength(1)
  expect(screen.queryByText('Bỏ trống: đơn của bạn')).toBeNull()
  expect(calls.some(({ path }) => path.includes('mfy_cty'))).toBe(false)
})

test('D2-Q-111: the payment details are shown once phone, package and tier are known', async () => {
  const { user, pick, phone } = dialog(true)
  const paying = () => screen.queryByRole('region', { name: 'Chuyển khoản' })
  await user.type(phone, '0912345678')
  await pick(/Mã gói|Gói/, /MFY90/)
  await screen.findByText(/T1 45,000/)
  expect(paying()).toBeNull()
  await pick(/Giá bán/, /T2/)
  await waitFor(() => expect(paying()?.textContent).toContain('MFY90'))
  await user.clear(phone)
  await user.type(phone, '09')
  expect(paying()).toBeNull()
})

test('without a phone nothing is sent; a refusal is shown and the dialog stays open', async () => {
  const { calls, user, pick, phone, save, closed } = dialog(true, () => {
    throw new AppError('CONFLICT', 'Số này đang có đơn')
  })
  await pick(/Mã gói|Gói/, /MFY90/)
  await pick(/Giá bán/, /T1/)
  await save()
  expect(written(calls)).toEqual([])
  await user.type(phone, '0912345678')
  await save()
  await screen.findByText(/Số này đang có đơn/)
  expect(closed()).toBe(0)
})
