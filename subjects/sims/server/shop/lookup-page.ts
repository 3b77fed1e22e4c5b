/** 'Tra cứu đơn hàng': a customer finds an order by code and phone, also without a script (D3-SIM-08). */
import { encode } from 'uqr'
import { formatShortInstant } from '#kit/contract/dates.ts'
import type { FieldErrors } from '#kit/contract/error.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { lookupPath, lookupTexts } from '#subjects/sims/contract/shop.ts'
import type { FoundOrder, LookupInput } from '../sims/order-lookup.ts'
import type { Assets } from './assets.ts'
import { frame } from './frame.ts'
import { markup, type Html } from './html.ts'
import { encodePng } from './png.ts'

const noIndex = markup`<meta name="robots" content="noindex">`

type FieldProps = {
  name: keyof LookupInput
  label: string
  value: string
  error: string | undefined
  input: Html
}

const field = ({ name, label, value, error, input }: FieldProps): Html => markup`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" ${input} maxlength="30" required${error !== undefined && markup` aria-invalid="true" aria-describedby="${name}-why"`}>
${error !== undefined && markup`<p class="wrong" id="${name}-why">${error}</p>`}
</div>`

/** The entered values, and why nothing was found. */
export type Asked = { typed: LookupInput; refusal?: string; fields?: FieldErrors | undefined }

export function lookupPage(assets: Assets, { typed, refusal, fields = {} }: Asked): Html {
  const showsRefusal = refusal !== undefined && Object.keys(fields).length === 0
  const body = markup`<main class="thanks">
<form class="panel" method="post" action="${lookupPath}">
<h1 class="heading">${lookupTexts.title}</h1>
${field({ name: 'ma_don', label: 'Mã đơn', value: typed.ma_don, error: fields.ma_don, input: markup`placeholder="DH1001" autocomplete="off" autocapitalize="characters"` })}
${field({ name: 'phone', label: 'Số điện thoại đã đặt', value: typed.phone, error: fields.phone, input: markup`type="tel" autocomplete="tel"` })}
<div class="send">${showsRefusal && markup`<p class="wrong" role="alert">${refusal}</p>`}<button class="button main">Tìm đơn</button></div>
</form>
<a class="back" href="/sim">Xem kho sim</a>
</main>`
  return frame(assets, lookupTexts.title, body, noIndex)
}

/** QR code as an image that can be saved: dark on white in both themes, as cameras require. */
async function qrPicture(text: string): Promise<string> {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const dot = Math.ceil(480 / size)
  const width = size * dot
  const pixels = Uint8Array.from({ length: width * width }, (_, index) =>
    Number(data[Math.floor(index / width / dot)]?.[Math.floor((index % width) / dot)]),
  )
  const file = await encodePng({ width, height: width, data: pixels }, [
    [255, 255, 255],
    [0, 0, 0],
  ])
  return `data:image/png;base64,${file.toString('base64')}`
}

const states = {
  paid: 'Đã thanh toán',
  unpaid: 'Chưa thanh toán',
  overdue: 'Hết hạn thanh toán',
  cancelled: 'Đã huỷ',
} as const

const stateOf = ({ ended, da_thanh_toan: paid }: FoundOrder): keyof typeof states =>
  ended ?? (paid ? 'paid' : 'unpaid')

const more: Record<keyof typeof states, string> = {
  paid: 'Đơn này đã được thanh toán, cảm ơn bạn.',
  unpaid: 'Bạn trả tiền cho người giao khi nhận sim.',
  overdue: 'Số không còn được giữ cho bạn.',
  cancelled: 'Số không còn được giữ cho bạn.',
}

async function payment(order: FoundOrder): Promise<Html> {
  const { chuyen_khoan: transfer, so_tien: amount } = order
  if (order.ended !== null || !transfer) return markup`<p class="promise">${more[stateOf(order)]}</p>`
  const picture = transfer.vietqr !== '' && (await qrPicture(transfer.vietqr))
  const label = `VietQR ${formatMoney(amount)} đ, nội dung ${transfer.noi_dung}`
  return markup`${picture && markup`<figure><img src="${picture}" alt="${label}" width="200" height="200"><figcaption>VietQR, quét bằng ứng dụng ngân hàng</figcaption></figure>`}
<dl class="below">
<dt>Nội dung</dt><dd><b>${transfer.noi_dung}</b></dd>
<dt>Số tài khoản</dt><dd>${transfer.so_tai_khoan || 'Nhân viên sẽ gọi để báo'}</dd>
<dt>Tên tài khoản</dt><dd>${transfer.ten_tai_khoan || '-'}</dd>
</dl>`
}

/** Page of the order found. */
export async function foundPage(assets: Assets, order: FoundOrder): Promise<Html> {
  const state = stateOf(order)
  const until = state === 'unpaid' && order.han_den
  const body = markup`<main class="thanks"><section class="panel">
<h1 class="heading">Đơn ${order.ma_don}</h1>
<dl>
<dt>Số sim</dt><dd><b>${order.so_dien_thoai_co_dau_cham}</b></dd>
<dt>Thanh toán</dt><dd class="state ${state}">${states[state]}</dd>
<dt>Số tiền</dt><dd>${formatMoney(order.so_tien)} đ</dd>
${until && markup`<dt>Giữ số đến</dt><dd>${formatShortInstant(until)}</dd>`}
</dl>
${await payment(order)}
</section>
<a class="back" href="${lookupPath}">Tìm đơn khác</a>
</main>`
  return frame(assets, `Đơn ${order.ma_don}`, body, noIndex)
}
