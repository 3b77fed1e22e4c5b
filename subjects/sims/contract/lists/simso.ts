/** SIM numbers for sale, with five prices of which each level sees one (D2-SIM, D2-Q-124 to 132). */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { f, type Option } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { simTypes } from '../sim-types.ts'

export const carriers = [
  { value: 'MOBIFONE', label: 'Mobifone', also: ['mobifone'] },
  { value: 'VINAPHONE', label: 'Vinaphone', also: ['vinaphone'] },
  { value: 'VIETTEL', label: 'Viettel', also: ['viettel'] },
] as const satisfies readonly Option[]

export const simKinds = [
  { value: '1', label: 'Trả trước', also: ['trả trước'] },
  { value: '2', label: 'Trả sau', also: ['trả sau'] },
] as const satisfies readonly Option[]

/** States of a number (D2-Q-131). */
export const simStates = [
  { value: 'con_sim', label: 'Còn sim', tone: 'green', icon: 'dot', also: ['còn sim'] },
  { value: 'giu_so', label: 'Giữ số', tone: 'amber', icon: 'half', pill: true, also: ['giữ số'] },
  { value: 'da_ban', label: 'Đã bán', tone: 'grey', icon: 'dash', also: ['đã bán'] },
] as const satisfies readonly Option[]

/** Maximum price in đồng; above that of packages. */
const mostPrice = 100_000_000_000

/** Minimum 1, as 0 means no price. */
const price = (label: string, short: string) =>
  ({ label, short, required: true, min: 1, max: mostPrice, price: true, width: 90 }) as const

/** Columns in the order of the operation's own file, also for exports. */
const facts = ['nha_mang', 'number_type', 'nguon_nhap'] as const
const prices = ['gia_goc', 'gia_si_1', 'gia_si_2', 'gia_si_3', 'gia_khach_hang'] as const
const otherFields = ['ghi_chu', 'trang_thai', 'types'] as const

export const simso = defineResource({
  path: 'simso',
  title: 'Quản lý sim số',
  noun: 'số',
  fields: {
    id: f.id(),
    so_dien_thoai: f.sim({ label: 'Số điện thoại', required: true, width: 112 }),
    so_dien_thoai_co_dau_cham: f.sim({ label: 'Số có dấu chấm', write: 'never', width: 112 }),
    nha_mang: f.choice({ label: 'Nhà mạng', options: carriers, required: true, width: 84 }),
    number_type: f.flag({
      label: 'Loại thuê bao',
      short: 'Thuê bao',
      options: simKinds,
      required: true,
      width: 80,
    }),
    types: f.choices({
      label: 'Loại số',
      item: 'loai_sim',
      // As named in calls (D2-SIM-42).
      alias: 'loai_sim',
      options: simTypes.map(({ key, label }) => ({ value: key, label })),
      width: 240,
    }),
    nguon_nhap: f.text({ label: 'Nguồn nhập', short: 'Nguồn', max: 200, width: 100 }),
    gia_goc: f.money({ ...price('Giá gốc', 'Gốc'), see: 'below3', write: 'below3' }),
    gia_si_1: f.money({ ...price('Giá sỉ 1', 'Sỉ 1'), see: 'below4', write: 'below3' }),
    gia_si_2: f.money({ ...price('Giá sỉ 2', 'Sỉ 2'), see: 'simPrice2', write: 'below3' }),
    gia_si_3: f.money({ ...price('Giá sỉ 3', 'Sỉ 3'), see: 'simPrice3', write: 'below3' }),
    gia_khach_hang: f.money({
      ...price('Giá khách hàng', 'Khách hàng'),
      width: 104,
      see: 'below3',
      write: 'below3',
    }),
    ghi_chu: f.note({ label: 'Ghi chú', max: 1000, width: 120 }),
    trang_thai: f.choice({ label: 'Trạng thái', options: simStates, required: true, width: 104 }),
    nguoi_giu: f.staff({ label: 'Người giữ', write: 'never', partnersOwn: 'nguoi_giu' }),
    giu_den: f.instant({ label: 'Giữ đến', write: 'never', partnersOwn: 'nguoi_giu' }),
    loai_chon_tay: f.flag({ label: 'Loại chọn tay', write: 'never' }),
    createdAt: f.instant({ label: 'Ngày nhập', write: 'never' }),
    /** The price visible to the reader, the customer price for readers of all: price ranges filter by it. */
    gia: f.money({ label: 'Giá', write: 'never' }),
  },
  list: [
    'so_dien_thoai',
    'nha_mang',
    'number_type',
    'types',
    'nguon_nhap',
    ...prices,
    'ghi_chu',
    'trang_thai',
  ],
  card: { money: 'gia_khach_hang' },
  also: ['so_dien_thoai_co_dau_cham', 'nguoi_giu', 'giu_den', 'loai_chon_tay', 'createdAt'],
  // Orders move numbers.
  sources: ['order'],
  order: [['createdAt', 'desc']],
  sort: ['so_dien_thoai', ...prices],
  filter: {
    so_dien_thoai: { on: 'so_dien_thoai', op: 'own', placeholder: '*6868, 09?.123, 1990' },
    nha_mang: { on: 'nha_mang', op: 'equals' },
    number_type: { on: 'number_type', op: 'equals', label: 'Thuê bao' },
    trang_thai: { on: 'trang_thai', op: 'equals' },
    loai_sim: { on: 'types', op: 'own' },
    gia_tu: { on: 'gia', op: 'own', label: 'Giá từ' },
    gia_den: { on: 'gia', op: 'own', label: 'Giá đến' },
    bo_so: { on: 'so_dien_thoai', op: 'own', label: 'Bỏ chữ số' },
    ngay_sinh: { on: 'so_dien_thoai', op: 'own', label: 'Ngày sinh', placeholder: 'Ngày sinh 150890' },
    // Used by exports of old clients (D2-Q-126).
    ten_goi_cuoc: { on: 'so_dien_thoai', op: 'own' },
  },
  form: [
    'so_dien_thoai',
    'nha_mang',
    'number_type',
    'trang_thai',
    'nguon_nhap',
    'ghi_chu',
    'types',
    ...prices,
  ],
  formRequired: ['types'],
  sheet: {
    key: ['so_dien_thoai'],
    firstRow: 2,
    columns: ['so_dien_thoai', ...facts, ...prices, ...otherFields],
    heads: { so_dien_thoai: ['Số có dấu chấm'], types: ['loai_sim'] },
    unit: 'số',
  },
  exportAs: {
    file: 'Quan-ly-sim-so.xlsx',
    columns: ['so_dien_thoai_co_dau_cham', ...facts, ...prices, ...otherFields],
    second: {
      name: 'Loại sim',
      header: ['Từ khoá', 'Tên', 'Quy tắc'],
      rows: simTypes.map(({ key, label, rule }) => [key, label, rule]),
    },
  },
  softDelete: true,
  listNoLimit: true,
  may: {
    read: 'any',
    create: 'below3',
    update: 'below3',
    remove: 'below3',
    import: 'below3',
    export: 'unrestricted',
  },
})

/** Sale prices; the base price is the cost. */
export const askedPrices = ['gia_si_1', 'gia_si_2', 'gia_si_3', 'gia_khach_hang'] as const

/**
 * Warning such as 'Thấp hơn giá gốc 50,000' for a price below the base price, in đồng; null when it is not, or one is unknown. Not a
 * refusal.
 */
export function belowBase(price?: number | null, base?: number | null): string | null {
  if (typeof price !== 'number' || typeof base !== 'number' || price >= base) return null
  return `Thấp hơn giá gốc ${formatMoney(base)}`
}

/** The price visible to `actor`; the customer price for managers, who see all. */
export const priceOf = (actor: Actor) =>
  can(actor, 'below3')
    ? 'gia_khach_hang'
    : can(actor, 'below4')
      ? 'gia_si_1'
      : can(actor, 'simPrice2')
        ? 'gia_si_2'
        : 'gia_si_3'

/** The resource for `actor`: readers of one price see it labelled 'Giá' (D2-SIM-20 to 22). */
export function simsFor(actor: Actor): typeof simso {
  if (can(actor, 'below3')) return simso
  const labels = { label: 'Giá', short: 'Giá' } as const
  const name = priceOf(actor)
  return { ...simso, fields: { ...simso.fields, [name]: { ...simso.fields[name], ...labels } } }
}

/** Messages for missing fields (D2-SIM-33 to 37). */
export const simTexts = {
  so_dien_thoai: 'Vui lòng nhập số điện thoại!',
  nha_mang: 'Vui lòng chọn nhà mạng!',
  number_type: 'Vui lòng chọn loại thuê bao!',
  trang_thai: 'Vui lòng chọn trạng thái!',
  types: 'Vui lòng chọn ít nhất 1 loại số!',
} as const

export const notCreated = 'Không thể tạo, có thể do trùng số điện thoại!'
export const notChanged = 'Không thể cập nhật, có thể do trùng số điện thoại!'
