/** The customer's order confirmation: code, amount, how to pay. Stored for the tab, because it cannot be read again. */
import { encode } from 'uqr'
import { formatShortInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { lookupPath } from '#subjects/sims/contract/shop.ts'
import type { Placed } from '#subjects/sims/contract/calls/sims.ts'
import { toClipboard } from '#kit/web/clipboard.ts'

const keyOf = (sim: string): string => `order ${sim}`

function dark(text: string): { size: number; rows: boolean[][] } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  return { size, rows: data }
}

/** The QR code as an image; dark on white in both themes, as cameras need it. */
function picture(text: string, label: string): HTMLCanvasElement {
  const { size, rows } = dark(text)
  const canvas = document.createElement('canvas')
  // Whole pixels, and enough of them for a saved image.
  const dot = Math.ceil(480 / size)
  canvas.width = canvas.height = size * dot
  canvas.role = 'img'
  canvas.ariaLabel = label
  const ink = canvas.getContext('2d')
  if (!ink) return canvas
  ink.fillStyle = '#fff'
  ink.fillRect(0, 0, canvas.width, canvas.height)
  ink.fillStyle = '#000'
  rows.forEach((row, y) => row.forEach((on, x) => on && ink.fillRect(x * dot, y * dot, dot, dot)))
  return canvas
}

function save(canvas: HTMLCanvasElement, code: string): void {
  const link = document.createElement('a')
  link.download = `${code}.png`
  link.href = canvas.toDataURL()
  link.click()
}

/** Replaces the page by the confirmation. */
function show(placed: Placed): void {
  const template = document.querySelector('template')
  if (!template) return
  const page = template.content.cloneNode(true) as DocumentFragment
  const part = (name: string): HTMLElement =>
    page.querySelector(`[data-told=${name}]`) ?? document.createElement('i')
  const fill = (name: string, text: string): void => {
    part(name).textContent = text
    part(name).hidden = false
  }
  const { ma_don: code, so_tien: amount, chuyen_khoan: transfer, han_den: until } = placed
  fill('number', placed.so_dien_thoai_co_dau_cham)
  fill('code', code)
  fill('amount', `${formatMoney(amount)} đ`)
  if (until && !placed.da_thanh_toan)
    fill('limit', `Giữ đến ${formatShortInstant(until)}; đến lúc đó chưa thanh toán, số được bán lại.`)
  // Its elements cannot be set earlier: links in a template have no base address for relative paths.
  page.querySelector('[data-do=find]')?.setAttribute('href', `${lookupPath}?ma_don=${code}`)
  part(placed.da_thanh_toan ? 'paid' : transfer ? 'transfer' : 'cash').hidden = false
  if (transfer) {
    fill('content', transfer.noi_dung)
    fill('account', transfer.so_tai_khoan || 'Nhân viên sẽ gọi để báo')
    fill('holder', transfer.ten_tai_khoan || '-')
    const saving = page.querySelector('[data-do=save]') as HTMLButtonElement
    const copying = page.querySelector('[data-do=copy]') as HTMLButtonElement
    if (transfer.vietqr === '') {
      part('picture').closest('figure')?.remove()
      saving.remove()
    } else {
      const canvas = picture(
        transfer.vietqr,
        `VietQR ${formatMoney(amount)} đ, nội dung ${transfer.noi_dung}`,
      )
      part('picture').append(canvas)
      saving.addEventListener('click', () => save(canvas, code))
    }
    copying.addEventListener('click', () => {
      void toClipboard(transfer.noi_dung).then(
        (done) => (copying.textContent = done ? 'Đã chép' : 'Không chép được'),
      )
    })
  }
  document.querySelector('main')?.replaceWith(page)
  document.title = `Đơn ${code}`
  window.scrollTo(0, 0)
  // The focused element is gone: screen readers continue at the heading.
  document.querySelector('h1')?.focus()
}

/** Shows the confirmation, and stores it for a reload of the page. */
export function showThanks(sim: string, placed: Placed): void {
  try {
    sessionStorage.setItem(keyOf(sim), JSON.stringify(placed))
  } catch {
    // Storage can be switched off; then a reload only says that the number is taken.
  }
  show(placed)
}

/** On the page of a taken number: shows the confirmation again to whoever ordered it; false for anybody else. */
export function showStoredThanks(sim: string): boolean {
  try {
    const stored = sessionStorage.getItem(keyOf(sim))
    if (stored === null) return false
    show(JSON.parse(stored) as Placed)
    return true
  } catch {
    // Nothing was stored, or not by us.
    return false
  }
}
