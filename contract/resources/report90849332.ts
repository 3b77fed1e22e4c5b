/** 'Doanh thu chi tiết': the registrations as they were sold, whatever the reconciliation said (D2-DREV, D2-REVF-20, 21). */
import { f } from '../kit/field.ts'
import { defineResource } from '../kit/resource.ts'
import { mostMoney } from '../money.ts'
import * as revenue from './revenue-fields.ts'

export const report90849332 = defineResource({
  path: 'report90849332',
  table: 'revenue_line',
  view: 'revenue_line_list',
  title: 'Doanh thu chi tiết',
  noun: 'gói',
  fields: {
    ...revenue.revenueFields,
    doanh_thu: f.money({ label: 'Doanh thu', max: mostMoney, write: 'below3', width: 116 }),
    ngay_thanh_cong: { ...revenue.revenueFields.ngay_thanh_cong, label: 'Ngày thành công' },
  },
  list: [
    'kenh',
    'username_nv',
    'ten_nv',
    'so_dien_thoai_cs',
    'goi_cuoc',
    'doanh_thu',
    'ngay_thanh_cong',
    'ket_qua',
    'username_he_thong',
    'doi_soat_luc',
  ],
  also: ['doanhThu', 'status', 'ti_le_doanh_thu', 'da_doi_soat', 'track0', 'track1'],
  sources: [...revenue.revenueSources, 'dsdttinhluong'],
  order: revenue.revenueOrder,
  sort: ['ngay_thanh_cong', 'doanh_thu'],
  filter: revenue.revenueFilter,
  periods: revenue.revenuePeriods,
  form: revenue.revenueForm,
  formRequired: revenue.revenueNeeds,
  inline: ['username_nv'],
  sheet: revenue.revenueSheet,
  exportAs: { file: 'Bao-cao-doanh_thu_chi_tiet.xlsx' },
  totals: { doanhThu: { sum: 'doanhThu' }, tongGoi: { rows: true }, tongDoanhThu: { sum: 'doanh_thu' } },
  owner: 'username_nv',
  units: true,
  softDelete: true,
  may: revenue.revenueMay,
  // A report (D2-Q-11).
  paging: { sizes: [10, 20, 50, 100], size: 10 },
})
