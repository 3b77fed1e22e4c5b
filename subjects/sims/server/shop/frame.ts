/** Frame of every shop page, and display of numbers. */
import { carriers, simKinds } from '#subjects/sims/contract/lists/simso.ts'
import { markedParts, simTypes } from '#subjects/sims/contract/sim-types.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { lookupPath, lookupTexts } from '#subjects/sims/contract/shop.ts'
import type { Offer } from '#subjects/sims/contract/calls/sims.ts'
import type { Assets } from './assets.ts'
import { markup, type Html } from './html.ts'
import { pathOf } from './origin.ts'

export const shopTitle = 'Sim số đẹp'

/** The frame of a page; `head` adds to the HTML head. */
export const frame = (
  { script, styles }: Assets,
  title: string,
  body: Html,
  head?: Html,
): Html => markup`<!doctype html>
<html lang="vi">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles.map((path) => markup`<link rel="stylesheet" href="${path}">`)}
${script && markup`<script type="module" src="${script}"></script>`}
</head>
<body>
<header class="top"><a class="home" href="/sim"><img src="/favicon.svg" alt="" width="24" height="24">${shopTitle}</a><a class="find" href="${lookupPath}">${lookupTexts.title}</a></header>
${body}
</body>
</html>
`

/** A number in a list, linked to its page; `back` is the query of the list. */
export const card = (
  offer: Offer,
  back = '',
): Html => markup`<li><a class="card" href="${pathOf(offer.so_dien_thoai)}${back}">
${markedNumber(offer)}
<span class="types">${typesOfOffer(offer).join(', ')}</span>
<span class="kind">${kindOf(offer)}</span>
<b class="price">${priceOf(offer)}</b>
<span class="button">Đặt mua</span>
</a></li>`

/** The number with the digits of its types marked (D3-SIM-01). */
export const markedNumber = ({ so_dien_thoai_co_dau_cham: dottedNumber, types }: Offer): Html =>
  markup`<span class="number">${markedParts(
    dottedNumber,
    types.map(({ loai_sim }) => loai_sim),
  ).map(({ text, marked: isMarked }) => (isMarked ? markup`<b>${text}</b>` : text))}</span>`

export const labelOf = (
  options: readonly { value: string; label: string }[],
  value: string | number,
): string => options.find((option) => option.value === String(value))?.label ?? ''

/** Carrier and kind, such as 'Vinaphone, trả trước'. */
export const kindOf = ({ nha_mang, number_type }: Offer): string =>
  [labelOf(carriers, nha_mang), labelOf(simKinds, number_type).toLocaleLowerCase('vi')]
    .filter(Boolean)
    .join(', ')

/** Labels of a number's types. */
export const typesOfOffer = ({ types }: Offer): string[] =>
  types.flatMap(({ loai_sim }) => simTypes.find(({ key }) => key === loai_sim)?.label ?? [])

export const priceOf = ({ gia_khach_hang }: Offer): string => `${formatMoney(gia_khach_hang)} đ`
