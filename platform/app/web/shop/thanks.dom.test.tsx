/** What the customer sees after an order (D3-SIM-05). */
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Placed } from '#subjects/sims/contract/calls/sims.ts'
import { showStoredThanks, showThanks } from './thanks.ts'

const element = (name: string, tag = 'p'): string => `<${tag} data-told="${name}" hidden></${tag}>`
const page = `<main>Đặt số</main><template><main><h1 tabindex="-1">Đã đặt</h1>
<b data-told="number"></b>${element('limit')}<b data-told="code"></b><i data-told="amount"></i>
<div data-told="transfer" hidden><figure><div data-told="picture"></div></figure>${element('content', 'b')}${element('account', 'b')}${element('holder', 'b')}
<button data-do="save">Lưu</button><button data-do="copy">Chép nội dung</button></div>
${element('paid')}${element('cash')}<a data-do="find" href="/tra-cuu">Tra</a></main></template>`

const transfer = { noi_dung: 'DH7', so_tai_khoan: '0011', ten_tai_khoan: 'CTY', vietqr: '000201' }
const placed = (more: object = {}): Placed =>
  ({
    so_dien_thoai_co_dau_cham: '0912.345.678',
    ma_don: 'DH7',
    so_tien: 500_000,
    chuyen_khoan: null,
    da_thanh_toan: false,
    han_den: null,
    ...more,
  }) as unknown as Placed

const part = (name: string): HTMLElement | null => document.querySelector(`[data-told=${name}]`)
const visible = (): string[] => ['transfer', 'cash', 'paid'].filter((name) => part(name)?.hidden === false)

beforeEach(() => {
  document.body.innerHTML = page
})

test('the order replaces the page, with its code, amount and where to find it again', () => {
  showThanks('sim', placed())
  expect(document.querySelectorAll('main')).toHaveLength(1)
  expect([part('number'), part('code'), part('amount')].map((one) => one?.textContent)).toEqual([
    '0912.345.678',
    'DH7',
    '500,000 đ',
  ])
  expect(document.querySelector('[data-do=find]')?.getAttribute('href')).toContain('?ma_don=DH7')
  expect(document.title).toBe('Đơn DH7')
  expect(document.activeElement?.tagName).toBe('H1')
})

test('the payment is by transfer, at the door, or already done', () => {
  const ways = [
    placed({ chuyen_khoan: transfer }),
    placed(),
    placed({ da_thanh_toan: true, chuyen_khoan: transfer }),
  ]
  expect(
    ways.map((one) => {
      document.body.innerHTML = page
      showThanks('sim', one)
      return visible()
    }),
  ).toEqual([['transfer'], ['cash'], ['paid']])
})

test('an unpaid order says until when its number is held', () => {
  const until = { han_den: '2026-11-24T02:31:00Z' }
  showThanks('sim', placed(until))
  expect([part('limit')?.hidden, part('limit')?.textContent]).toEqual([
    false,
    expect.stringContaining('24/11/2026 09:31'),
  ])
  document.body.innerHTML = page
  showThanks('sim', placed({ ...until, da_thanh_toan: true }))
  expect(part('limit')?.hidden).toBe(true)
})

test('without a known account the customer is called about it; without a QR code there is none to save', () => {
  showThanks(
    'sim',
    placed({ chuyen_khoan: { ...transfer, so_tai_khoan: '', ten_tai_khoan: '', vietqr: '' } }),
  )
  expect([part('account')?.textContent, part('holder')?.textContent]).toEqual([
    'Nhân viên sẽ gọi để báo',
    '-',
  ])
  expect([document.querySelector('figure'), document.querySelector('[data-do=save]')]).toEqual([null, null])
})

test('the QR code says what it is for, and the transfer content is copied or reported as not copied', async () => {
  const user = userEvent.setup()
  showThanks('sim', placed({ chuyen_khoan: transfer }))
  expect(document.querySelector('canvas')?.ariaLabel).toBe('VietQR 500,000 đ, nội dung DH7')
  const copying = document.querySelector<HTMLElement>('[data-do=copy]') ?? document.body
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  vi.stubGlobal('isSecureContext', true)
  write.mockRejectedValueOnce(new Error('no'))
  await user.click(copying)
  await vi.waitFor(() => expect(copying.textContent).toBe('Không chép được'))
  await user.click(copying)
  await vi.waitFor(() => expect(copying.textContent).toBe('Đã chép'))
  expect(write).toHaveBeenLastCalledWith('DH7')
})

test('a reload shows the order again to the customer who placed it, and to nobody else', () => {
  showThanks('sim', placed())
  document.body.innerHTML = page
  expect(showStoredThanks('other')).toBe(false)
  expect(document.title && part('code')).toBeNull()
  expect(showStoredThanks('sim')).toBe(true)
  expect(part('code')?.textContent).toBe('DH7')
  sessionStorage.setItem('order bad', '{')
  expect(showStoredThanks('bad')).toBe(false)
})
