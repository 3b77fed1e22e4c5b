/** Mfy prices of a package by sale tier, one row per package name (D2-MFYP). */
import { f } from '#kit/contract/field.ts'
import { mostMoney } from '#kit/contract/money.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { packageName, sameName, uniqueName } from './price-names.ts'

const price = (label: string, short: string) =>
  f.money({ label, short, required: true, max: mostMoney, default: 0, price: true, width: 128 })

/** The amounts in sheet order (D2-COL-04). */
const prices = ['phi_thu_hoi', 'gia_t1', 'gia_t2', 'gia_t3'] as const

export const giagoimfy = defineResource({
  path: 'giagoimfy',
  view: 'giagoimfy_list',
  title: 'Giá gói mfy',
  noun: 'gói',
  fields: {
    id: f.id(),
    ten_goi_cuoc: packageName(200),
    phi_thu_hoi: price('Phí thu hồi', 'Phí thu hồi'),
    gia_t1: price('Giá T1', 'T1'),
    gia_t2: price('Giá T2', 'T2'),
    gia_t3: price('Giá T3', 'T3'),
    trung_ten: sameName,
  },
  list: ['ten_goi_cuoc', ...prices],
  card: { money: 'gia_t1' },
  also: ['trung_ten'],
  order: [['ten_goi_cuoc', 'asc']],
  sort: ['ten_goi_cuoc'],
  filter: {
    ten_goi_cuoc: { on: 'ten_goi_cuoc', op: 'contains' },
    trung_ten: { on: 'trung_ten', op: 'equals' },
  },
  form: ['ten_goi_cuoc', ...prices],
  inline: prices,
  sheet: { key: ['ten_goi_cuoc'], firstRow: 2, columns: ['ten_goi_cuoc', ...prices], unit: 'gói' },
  exportAs: { file: 'Gia-goi-mfy.xlsx' },
  findBy: 'ten_goi_cuoc',
  unique: uniqueName,
  softDelete: true,
  listNoLimit: true,
  may: {
    read: 'below5',
    pick: 'any',
    create: 'below3',
    update: 'below3',
    remove: 'below3',
    import: 'below3',
    export: 'unrestricted',
  },
})
