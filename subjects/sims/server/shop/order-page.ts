/** Page of one number with its order form; includes the confirmation shown after ordering (D3-SIM-05). */
import { formatShortInstant } from '#kit/contract/dates.ts'
import { paymentMethods } from '#subjects/sims/contract/lists/order.ts'
import { dottedSim } from '#kit/contract/phone.ts'
import { lookupPath, lookupTexts, shopTexts } from '#subjects/sims/contract/shop.ts'
import type { Offer } from '#subjects/sims/contract/calls/sims.ts'
import type { Assets } from './assets.ts'
import { card, frame, kindOf, markedNumber, priceOf, typesOfOffer, labelOf, shopTitle } from './frame.ts'
import { markup, type Html, jsonData } from './html.ts'
import { carriers } from '#subjects/sims/contract/lists/simso.ts'
import { pathOf, picturePath } from './origin.ts'
import { pictureSize } from './picture.ts'

/** Title such as 'Sim 0912.341.368 Vinaphone, trả trước, 1,740,000 đ'. */
const titleOf = (offer: Offer): string =>
  `Sim ${offer.so_dien_thoai_co_dau_cham} ${kindOf(offer)}, ${priceOf(offer)}`

const descriptionOf = (offer: Offer): string =>
  `${shopTitle} ${offer.so_dien_thoai_co_dau_cham}: ${typesOfOffer(offer).join(', ')}. ${kindOf(offer)}. ` +
  `Giá ${priceOf(offer)}. Đặt xong, số được giữ cho bạn.`

/** schema.org product; contains only what the page shows. */
const productOf = (offer: Offer, origin: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: `Sim ${offer.so_dien_thoai_co_dau_cham}`,
  description: descriptionOf(offer),
  sku: offer.so_dien_thoai,
  category: typesOfOffer(offer).join(', '),
  image: origin + picturePath(offer.so_dien_thoai),
  brand: { '@type': 'Brand', name: labelOf(carriers, offer.nha_mang) },
  offers: {
    '@type': 'Offer',
    url: origin + pathOf(offer.so_dien_thoai),
    price: offer.gia_khach_hang,
    priceCurrency: 'VND',
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
  },
})

/** HTML head of a number's page, for search engines and link previews: description, canonical URL, picture, product (D3-SIM-10). */
function numberHead(offer: Offer, origin: string): Html {
  const [address, picture] = [origin + pathOf(offer.so_dien_thoai), origin + picturePath(offer.so_dien_thoai)]
  const shared: Readonly<Record<string, string | number>> = {
    'og:type': 'product',
    'og:site_name': shopTitle,
    'og:locale': 'vi_VN',
    'og:title': titleOf(offer),
    'og:description': descriptionOf(offer),
    'og:url': address,
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': pictureSize.width,
    'og:image:height': pictureSize.height,
    'og:image:alt': `Sim ${offer.so_dien_thoai_co_dau_cham}`,
  }
  return markup`<meta name="description" content="${descriptionOf(offer)}">
<link rel="canonical" href="${address}">
${Object.entries(shared).map(([name, value]) => markup`<meta property="${name}" content="${value}">`)}
<meta name="twitter:card" content="summary_large_image">
${jsonData(productOf(offer, origin))}`
}

export type OrderPage = { back: string; terms: Terms; origin: string }
/** A number that is sold, ordered, held or deleted. */
export type Gone = { id: string; digits: string; similar: readonly Offer[] }

const requiredMark = markup`<i aria-hidden="true"> *</i>`

type FieldProps = { name: string; label: string; required?: true; input: Html }

const field = ({
  name,
  label,
  required,
  input,
}: FieldProps): Html => markup`<div class="field" data-field="${name}">
<label for="${name}">${label}${required ? requiredMark : markup` <small>không bắt buộc</small>`}</label>
${input}
<p class="wrong" id="${name}-why" hidden></p>
</div>`

/** Payment deadlines of an order by payment method (D3-SIM-07). */
export const termKeys = ['sim.unpaidHours', 'sim.unpaidHoursCod'] as const
type Terms = Readonly<Record<(typeof termKeys)[number], number>>

const methods = {
  online: { how: 'Mã QR hiện sau khi đặt', hours: 'sim.unpaidHours' },
  cod: { how: 'Trả tiền cho người giao', hours: 'sim.unpaidHoursCod' },
} as const

/** Text ', giữ số đến 24/11/2026 10:30' for an order placed now; empty without a deadline. */
const until = (hours: number): string =>
  hours > 0
    ? `, giữ số đến ${formatShortInstant(new Date(Date.now() + hours * 3_600_000).toISOString())}`
    : ''

const payment = (terms: Terms): Html =>
  markup`<fieldset class="field" data-field="payment_method"><legend>Thanh toán</legend><div class="ways">${paymentMethods.map(
    ({ value, label }, index) =>
      markup`<label class="way"><input type="radio" name="payment_method" value="${value}"${index === 0 && markup` checked`}><span><b>${label}</b><small>${methods[value].how}${until(terms[methods[value].hours])}</small></span></label>`,
  )}</div><p class="wrong" hidden></p></fieldset>`

const fields = (terms: Terms): Html[] => [
  field({
    name: 'phone',
    label: 'Số điện thoại của bạn',
    required: true,
    input: markup`<input id="phone" name="phone" type="tel" autocomplete="tel" aria-describedby="phone-why" required>`,
  }),
  field({
    name: 'name',
    label: 'Họ tên',
    required: true,
    input: markup`<input id="name" name="name" autocomplete="name" maxlength="120" aria-describedby="name-why" required>`,
  }),
  field({
    name: 'address',
    label: 'Địa chỉ nhận sim',
    required: true,
    input: markup`<textarea id="address" name="address" rows="2" autocomplete="street-address" maxlength="300" aria-describedby="address-why" required></textarea>`,
  }),
  payment(terms),
  field({
    name: 'note',
    label: 'Ghi chú',
    input: markup`<input id="note" name="note" placeholder="Giờ nhận hàng, yêu cầu khác" maxlength="1000" aria-describedby="note-why">`,
  }),
]

/** Filled in by the script from the answer of sendOrder; `data-told` names the field. */
const thanks = markup`<template id="thanks"><main class="thanks">
<section class="panel centred"><svg class="tick" viewBox="0 0 24 24" width="32" height="32" aria-hidden="true"><circle cx="12" cy="12" r="9.5"/><path d="m7.5 12.5 3 3 6-6.5"/></svg>
<h1 tabindex="-1">${shopTexts.ordered}</h1><p>Số <b data-told="number"></b> được giữ cho bạn.</p><p data-told="limit" hidden></p></section>
<section class="panel"><dl>
<dt>Mã đơn hàng</dt><dd><b data-told="code"></b></dd>
<dt>Số tiền</dt><dd data-told="amount"></dd>
</dl>
<div data-told="transfer" hidden>
<figure><div data-told="picture"></div><figcaption>VietQR, quét bằng ứng dụng ngân hàng</figcaption></figure>
<dl>
<dt>Nội dung</dt><dd><b data-told="content"></b></dd>
<dt>Số tài khoản</dt><dd data-told="account"></dd>
<dt>Tên tài khoản</dt><dd data-told="holder"></dd>
</dl>
<div class="two"><button class="button" type="button" data-do="save">Lưu mã QR</button><button class="button" type="button" data-do="copy">Chép nội dung</button></div>
</div>
<p data-told="paid" hidden>Đơn này đã được thanh toán, cảm ơn bạn.</p>
<p data-told="cash" hidden>Bạn trả tiền cho người giao khi nhận sim.</p>
</section>
<p class="two"><a class="back" href="/sim">Xem số khác</a><a class="back" data-do="find" href="${lookupPath}">${lookupTexts.title}</a></p>
</main></template>`

/** The number with its form; `back` is the query of the list it was chosen from. */
export function orderPage(assets: Assets, offer: Offer, { back, terms, origin }: OrderPage): Html {
  const body = markup`<main class="order">
<a class="back" href="/sim${back}">‹ Kết quả tìm</a>
<div class="columns">
<section class="panel chosen"><small class="kind">${kindOf(offer)}</small>
<h1>${markedNumber(offer)}</h1>
<p class="labels">${typesOfOffer(offer).map((label) => markup`<span>${label}</span>`)}</p>
<dl><dt>Phải trả</dt><dd><b>${priceOf(offer)}</b></dd></dl>
<p class="promise">Đặt xong, số được giữ cho bạn.</p></section>
<form class="panel" id="order" data-sim="${offer.id}" novalidate><input type="hidden" name="gia_khach_hang" value="${offer.gia_khach_hang}">
<h2>Thông tin đặt hàng</h2>
${fields(terms)}
<noscript><p class="wrong">Đặt hàng cần JavaScript: hãy bật lên rồi tải lại trang.</p></noscript>
<div class="send"><p class="wrong" id="why" role="alert"></p><button class="button main" disabled>Đặt sim ${priceOf(offer)}</button></div>
</form>
</div>
</main>
${thanks}`
  return frame(assets, titleOf(offer), body, numberHead(offer, origin))
}

/** Page of a number no longer for sale, with similar ones; for its buyer the script shows the confirmation again. */
export const gonePage = (assets: Assets, { id, digits, similar }: Gone): Html =>
  frame(
    assets,
    `Số ${dottedSim(digits)} không còn bán`,
    markup`<main class="order" data-gone="${id}"><div class="note"><h1>Số ${dottedSim(digits)} không còn bán</h1><p>Số này vừa được đặt hoặc đã bán.</p><p><a class="button main" href="/sim">Chọn số khác</a> <a class="button" href="${lookupPath}">${lookupTexts.title}</a></p></div>
${similar.length > 0 && markup`<h2 class="similar">Số gần giống còn bán</h2><ul class="cards">${similar.map((offer) => card(offer))}</ul>`}</main>${thanks}`,
  )

/** Page of a number that is not in the stock. */
export const unknownPage = (assets: Assets): Html =>
  frame(
    assets,
    'Không có số này',
    markup`<main class="order"><div class="note"><p>Không có số này trong kho sim.</p><a class="button main" href="/sim">Chọn số khác</a></div></main>`,
  )
