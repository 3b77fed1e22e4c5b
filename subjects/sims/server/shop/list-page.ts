/** Page with the numbers for sale and their search; works without a script (D3-SIM-05). */
import { carriers, simKinds } from '#subjects/sims/contract/lists/simso.ts'
import { simTypes, type SimType } from '#subjects/sims/contract/sim-types.ts'
import type { FieldErrors } from '#kit/contract/error.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { offerOrders, type offers } from '#subjects/sims/contract/calls/sims.ts'
import { mostCounted, type Faceted, type OfferCounts } from '../sims/offer-counts.ts'
import type { Assets } from './assets.ts'
import { card, frame, shopTitle } from './frame.ts'
import { markup, type Html } from './html.ts'

type Choices = OfferCounts['choices']

/** Query of the page: each filter as entered, several values as a list. */
export type ShopQuery = Readonly<Record<string, string | string[] | undefined>>

/** Numbers per page; a multiple of three and two columns. */
export const pageSize = 24

/** Last page shown for a count of numbers; paging ends there. */
export const lastPage = (count: number): number =>
  Math.max(0, Math.ceil(Math.min(count, mostCounted) / pageSize) - 1)

export const valuesOf = (value: ShopQuery[string]): string[] =>
  (value === undefined ? [] : [value].flat()).filter(Boolean)

/** URL of the list with changed filters; returns to the first page unless `page` is among them. */
export function addressOf(query: ShopQuery, changes: ShopQuery = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, page: undefined, ...changes }))
    for (const text of valuesOf(value)) params.append(name, text)
  return params.size === 0 ? '' : `?${params.toString()}`
}

type BoxProps = {
  query: ShopQuery
  name: string
  value: string
  label: string
  type?: 'radio' | 'checkbox'
  look: string
  /** Filter count: numbers left after choosing it. */
  many?: number | undefined
}

const thousands = (n: number): string => n.toLocaleString('en-US')
const figure = (many: number | undefined): Html | false =>
  many !== undefined && markup`<small class="many">${thousands(many)}</small>`

const box = ({ query, name, value, label, type = 'radio', look, many }: BoxProps): Html => {
  const on = value === '' ? valuesOf(query[name]).length === 0 : valuesOf(query[name]).includes(value)
  return markup`<label class="${look}"><input type="${type}" name="${name}" value="${value}"${on && markup` checked`}><span>${label}</span>${figure(many)}</label>`
}

/** Filter count of a choice; undefined when nothing was counted. */
const manyOf = (counted: Faceted | undefined, value: string): number | undefined =>
  counted ? (value === '' ? counted.n : (counted.by[value] ?? 0)) : undefined

const choice = (
  query: ShopQuery,
  name: 'nha_mang' | 'number_type',
  options: readonly { value: string; label: string }[],
  choices: Choices,
): Html[] =>
  [{ value: '', label: 'Tất cả' }, ...options].map((option) =>
    box({ query, name, ...option, look: 'line', many: manyOf(choices?.[name], option.value) }),
  )

/** A query as entered, with its errors by field. */
type Entered = { query: ShopQuery; refused: FieldErrors }

const text = ({ query, refused }: Entered, name: string, label: string, more: Html): Html => {
  const wrong = refused[name]
  const invalid = wrong !== undefined && markup` aria-invalid="true" aria-describedby="wrong-${name}"`
  return markup`<span class="typed"><input name="${name}" aria-label="${label}" placeholder="${label}" value="${valuesOf(query[name])[0]}" ${more}${invalid}>${wrong !== undefined && markup`<small class="wrong" id="wrong-${name}" role="alert">${wrong}</small>`}</span>`
}

/** Price ranges offered as quick filters, in đồng. */
const spans = [
  ['Dưới 1 triệu', '', '1000000'],
  ['1 – 3 triệu', '1000000', '3000000'],
  ['3 – 10 triệu', '3000000', '10000000'],
  ['Trên 10 triệu', '10000000', ''],
] as const

/** Types that buyers ask for most, listed first. */
const leading: readonly SimType[] = [
  'sim_loc_phat',
  'sim_than_tai',
  'sim_nam_sinh',
  'sim_tam_hoa',
  'sim_tu_quy',
  'sim_ganh_dao',
  'sim_lap',
  'sim_taxi',
]

const types = (query: ShopQuery, choices: Choices): Html => {
  const chip = ({ key, label }: (typeof simTypes)[number]): Html =>
    box({
      query,
      name: 'loai_sim',
      value: key,
      label,
      type: 'checkbox',
      look: 'chip',
      many: manyOf(choices?.loai_sim, key),
    })
  const first = leading.flatMap((key) => simTypes.filter((type) => type.key === key))
  const further = simTypes.filter(({ key }) => !leading.includes(key))
  const chosen = valuesOf(query.loai_sim)
  const open = further.some(({ key }) => chosen.includes(key))
  return markup`<div class="chips" role="group" aria-label="Loại số">
<a class="chip${chosen.length === 0 && ' on'}" href="/sim${addressOf(query, { loai_sim: undefined })}">Mọi loại</a>
${first.map(chip)}
<details${open && markup` open`}><summary class="chip">${simTypes.length} loại</summary><div class="chips">${further.map(chip)}</div></details>
</div>`
}

/** Filter fields beside the list, which phones show only when one of them is invalid. */
const aside = ['gia_tu', 'gia_den', 'ngay_sinh']

const filters = (
  entered: Entered,
  choices: Choices,
): Html => markup`<input type="checkbox" id="more" class="unseen" aria-label="Hiện bộ lọc"${aside.some((name) => name in entered.refused) && markup` checked`}>
<aside aria-label="Lọc">
<fieldset><legend>Nhà mạng</legend>${choice(entered.query, 'nha_mang', carriers, choices)}</fieldset>
<fieldset><legend>Thuê bao</legend>${choice(entered.query, 'number_type', simKinds, choices)}</fieldset>
<fieldset><legend>Giá</legend>
<div class="two">${text(entered, 'gia_tu', 'Từ', markup`inputmode="numeric"`)}${text(entered, 'gia_den', 'Đến', markup`inputmode="numeric"`)}</div>
<div class="two">${spans.map(
  ([label, from, to]) =>
    markup`<a class="chip small${valuesOf(entered.query.gia_tu)[0] === (from || undefined) && valuesOf(entered.query.gia_den)[0] === (to || undefined) && ' on'}" href="/sim${addressOf(entered.query, { gia_tu: from, gia_den: to })}">${label}</a>`,
)}</div></fieldset>
<fieldset><legend>Bỏ chữ số</legend><div class="digits">${Array.from({ length: 10 }, (_, digit) =>
  box({
    query: entered.query,
    name: 'bo_so',
    value: String(digit),
    label: String(digit),
    type: 'checkbox',
    look: 'chip small',
  }),
)}</div></fieldset>
<fieldset><legend>Ngày sinh</legend>${text(entered, 'ngay_sinh', 'DDMMYY hoặc DDMMYYYY', markup`inputmode="numeric"`)}</fieldset>
<button class="button wide">Lọc</button>
</aside>`

type OfferPage = AnswerOf<typeof offers> & Pick<OfferCounts, 'choices'>

const pages = (query: ShopQuery, page: number, { count, more }: OfferPage): Html => {
  const remaining = page < lastPage(count) ? count - (page + 1) * pageSize : 0
  return markup`<nav aria-label="Trang">
${page > 0 && markup`<a class="button" href="/sim${addressOf(query, { page: String(page - 1) })}">Trang trước</a>`}
${remaining > 0 && markup`<a class="button" href="/sim${addressOf(query, { page: String(page + 1) })}">Xem thêm ${more ? pageSize : Math.min(remaining, pageSize)} số</a>`}
</nav>`
}

const totalOf = ({ count, more }: OfferPage): string => `${more ? 'Hơn ' : ''}${thousands(count)} số`

/** Sort order, sent with the form. */
const order = (query: ShopQuery): Html => markup`<label class="order-by"><span>Sắp theo</span>
<select name="sap_xep" aria-label="Sắp theo">${offerOrders.map(
  ({ value, label }) =>
    markup`<option value="${value}"${value === (valuesOf(query.sap_xep)[0] ?? '') && markup` selected`}>${label}</option>`,
)}</select></label>`

const results = (query: ShopQuery, page: number, offers: OfferPage): Html =>
  offers.values.length === 0
    ? markup`<div class="note"><p>Không có số nào khớp</p><a class="button" href="/sim">Xoá lọc</a></div>`
    : markup`<ul class="cards">${offers.values.map((offer) => card(offer, addressOf(query)))}</ul>${pages(query, page, offers)}`

/** For search engines: the list itself is indexed, searches are not. */
const headOf = (query: ShopQuery, page: number, origin: string): Html =>
  addressOf(query) === '' && page === 0
    ? markup`<meta name="description" content="Kho sim số đẹp Vinaphone, Mobifone, Viettel: tìm theo số, loại số và giá, đặt online.">
<link rel="canonical" href="${origin}/sim">`
    : markup`<meta name="robots" content="noindex, follow">`

/** Errors of filters without a field, as in manually edited URLs. */
const unboxed = (refused: FieldErrors): Html[] =>
  Object.entries(refused)
    .filter(([name]) => name !== 'so_dien_thoai' && !aside.includes(name))
    .map(([, wrong]) => markup`<p class="wrong" role="alert">${wrong}</p>`)

export type ListPage = Entered & { page: number; offers: OfferPage; origin: string }

export function listPage(assets: Assets, { query, refused, page, offers, origin }: ListPage): Html {
  const { choices } = offers
  const entered = { query, refused }
  const body = markup`<form action="/sim" class="shop">
<div class="search"><div class="wide">
<div class="ask">${text(entered, 'so_dien_thoai', 'Tìm số, ví dụ *6868 hoặc 09?.123', markup`type="search" inputmode="tel"`)}<button class="button main">Tìm</button></div>
${types(query, choices)}
</div></div>
<div class="stock">
${filters(entered, choices)}
<main>
<div class="head"><h1>${totalOf(offers)}</h1>${order(query)}<label class="button more" for="more">Lọc</label></div>
${unboxed(refused)}${results(query, page, offers)}
</main>
</div>
</form>`
  return frame(assets, shopTitle, body, headOf(query, page, origin))
}
