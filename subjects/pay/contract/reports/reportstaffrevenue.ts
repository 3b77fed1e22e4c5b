/** 'Doanh thu theo nhân viên' (D2-SREV, D2-REVF-30 to 35). */
import { f } from '#kit/contract/field.ts'
import { noneValue } from '#kit/contract/resource.ts'
import { defineReport } from '#kit/contract/report.ts'
import * as revenue from './revenue-sums.ts'

export const reportstaffrevenue = defineReport({
  path: 'reportstaffrevenue',
  title: 'Doanh thu theo nhân viên',
  noun: 'nhân viên',
  fields: {
    username_nv: f.text({ label: 'Mã nhân viên', short: 'Mã NV', width: 112 }),
    ten_nv: f.text({ label: 'Tên nhân viên', width: 200 }),
    ...revenue.revenueFigures,
  },
  list: ['username_nv', 'ten_nv', ...revenue.revenueColumns],
  card: { key: 'ten_nv', money: 'doanh_thu_thuc_te' },
  key: 'username_nv',
  apart: noneValue,
  owner: 'username_nv',
  units: true,
  order: [['username_nv', 'asc']],
  filter: {
    username: { field: f.staff({ label: 'Nhân viên' }), offerTo: 'unrestricted' },
    team: { field: f.staff({ label: 'Nhóm' }), teams: true, offerTo: 'unrestricted' },
    message: { field: f.text({ label: 'Tên hoặc mã nhân viên' }), callOnly: true },
  },
  periods: revenue.revenuePeriods,
  totals: revenue.revenueTotals,
  behind: revenue.behindRevenue({ row: { username: 'username_nv' } }),
  sources: revenue.revenueSources,
  exportAs: { file: 'Bao-cao-doanh-thu-theo-nhan-vien.xlsx' },
  paging: revenue.revenuePaging,
  may: revenue.revenueMay,
})
