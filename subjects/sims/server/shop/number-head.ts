/** What search engines and sharers read of a number: description, canonical address, picture, product (D3-SIM-10). */
import { labelOf } from './frame.ts'
import { carriers } from '#subjects/sims/contract/lists/simso.ts'
import type { Offer } from '#subjects/sims/contract/calls/sims.ts'
import { kindOf, priceOf, shopTitle, typesOfOffer } from './frame.ts'
import { jsonData, markup, type Html } from './html.ts'
import { pathOf, picturePath } from './origin.ts'
import { pictureSize } from './picture.ts'

/** 'Sim 0912.341.368 Vinaphone, trả trước, 1,740,000 đ'. */
export const titleOf = (offer: Offer): string =>
  `Sim ${offer.so_dien_thoai_co_dau_cham} ${kindOf(offer)}, ${priceOf(offer)}`

const descriptionOf = (offer: Offer): string =>
  `${shopTitle} ${offer.so_dien_thoai_co_dau_cham}: ${typesOfOffer(offer).join(', ')}. ${kindOf(offer)}. ` +
  `Giá ${priceOf(offer)}. Đặt xong, số được giữ cho bạn.`

/** Of schema.org; only what the page shows as well. */
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

/** The head of a number's page. */
export function numberHead(offer: Offer, origin: string): Html {
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
