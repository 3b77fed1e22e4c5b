/** Refund prices of a package, one row per package name (D2-GHT). */
import { f } from '#kit/contract/field.ts'
import { mostMoney } from '#kit/contract/money.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { packageName, sameName, uniqueName } from '#subjects/money/contract/lists/price-names.ts'

const price = (label: string, short: string) =>
  f.money({ label, short, required: true, max: mostMoney, default: 0, price: true, width: 96 })

/** The price fields in spreadsheet order (D2-COL-03). */
const prices = [
  'gia_gia_han',
  'gia_nang_cap',
  'gia_nang_cap_t2',
  'gia_nang_cap_t3',
  'gia_nang_cap_ht0',
  'gia_nang_cap_ht1',
  'gia_nang_cap_ht2',
  'gia_nang_cap_ht3',
  'gia_nang_cap_ht4',
  'gia_nang_cap_g1',
  'gia_nang_cap_g2',
  'gia_nang_cap_g3',
  'gia_goi',
] as const

export const giahoantien = defineResource({
  path: 'giahoantien',
  view: 'giahoantien_list',
  title: 'Giá hoàn tiền',
  noun: 'gói',
  fields: {
    id: f.id(),
    ten_goi_cuoc: packageName(132),
    gia_gia_han: price('Giá gia hạn', 'Gia hạn'),
    gia_nang_cap: price('Giá nâng cấp T1', 'Nâng cấp T1'),
    gia_nang_cap_t2: price('Giá nâng cấp T2', 'Nâng cấp T2'),
    gia_nang_cap_t3: price('Giá nâng cấp T3', 'Nâng cấp T3'),
    gia_nang_cap_ht0: price('Giá nâng cấp HT0', 'HT0'),
    gia_nang_cap_ht1: price('Giá nâng cấp HT1', 'HT1'),
    gia_nang_cap_ht2: price('Giá nâng cấp HT2', 'HT2'),
    gia_nang_cap_ht3: price('Giá nâng cấp HT3', 'HT3'),
    gia_nang_cap_ht4: price('Giá nâng cấp HT4', 'HT4'),
    gia_nang_cap_g1: price('Giá nâng cấp G1', 'G1'),
    gia_nang_cap_g2: price('Giá nâng cấp G2', 'G2'),
    gia_nang_cap_g3: price('Giá nâng cấp G3', 'G3'),
    gia_goi: price('Giá gói', 'Giá gói'),
    trung_ten: sameName,
  },
  list: ['ten_goi_cuoc', ...prices],
  card: { money: 'gia_goi' },
  also: ['trung_ten'],
  order: [['ten_goi_cuoc', 'asc']],
  sort: ['ten_goi_cuoc', 'gia_goi'],
  filter: {
    ten_goi_cuoc: { on: 'ten_goi_cuoc', op: 'contains' },
    trung_ten: { on: 'trung_ten', op: 'equals' },
  },
  form: ['ten_goi_cuoc', ...prices],
  inline: prices,
  sheet: {
    key: ['ten_goi_cuoc'],
    firstRow: 2,
    columns: ['ten_goi_cuoc', ...prices],
    heads: { ten_goi_cuoc: ['Tên gói', 'Gói cước'] },
    unit: 'gói',
  },
  exportAs: { file: 'Gia-hoan-tien.xlsx' },
  findBy: 'ten_goi_cuoc',
  unique: uniqueName,
  softDelete: true,
  listNoLimit: true,
  may: {
    read: 'any',
    create: 'managesPay',
    update: 'managesPay',
    remove: 'managesPay',
    import: 'managesPay',
    export: 'unrestricted',
  },
})
