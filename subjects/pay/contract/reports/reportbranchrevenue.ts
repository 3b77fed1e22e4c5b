/** 'Doanh thu theo chi nhánh': sales of each branch, wherever their sellers are now (D2-BREV, D2-REVF-40 to 43, D3-ORG-01). */
import { f } from '#kit/contract/field.ts'
import { defineReport } from '#kit/contract/report.ts'
import { anyBranch } from '#kit/contract/resource.ts'
import * as revenue from './revenue-sums.ts'

const behind = revenue.behindRevenue({ row: { team: 'username_nv' }, all: { team: anyBranch } })

export const reportbranchrevenue = defineReport({
  path: 'reportbranchrevenue',
  title: 'Doanh thu theo chi nhánh',
  noun: 'chi nhánh',
  fields: {
    username_nv: f.text({ label: 'Mã chi nhánh', short: 'Mã CN', width: 96 }),
    ten_nv: f.text({ label: 'Tên chi nhánh', width: 150 }),
    ...revenue.revenueFigures,
    tong_nv_chi_nhanh: f.number({ label: 'Số nhân viên', short: 'Số NV', width: 72 }),
    doanh_thu_binh_quan: f.money({ label: 'Doanh thu bình quân', short: 'DT bình quân', width: 116 }),
    doanh_thu_trung_binh: f.money({
      label: 'Doanh thu tạm tính trung bình (mọi trạng thái)',
      short: 'Tạm tính trung bình',
      width: 144,
    }),
  },
  list: [
    'username_nv',
    'ten_nv',
    ...revenue.revenueColumns,
    'tong_nv_chi_nhanh',
    'doanh_thu_binh_quan',
    'doanh_thu_trung_binh',
  ],
  card: { key: 'ten_nv', money: 'doanh_thu_thuc_te' },
  key: 'username_nv',
  owner: 'username_nv',
  order: [['username_nv', 'asc']],
  filter: {
    username: { field: f.staff({ label: 'Chi nhánh' }), callOnly: true },
    message: { field: f.text({ label: 'Tên hoặc mã chi nhánh' }), callOnly: true },
  },
  periods: revenue.revenuePeriods,
  totals: revenue.revenueTotals,
  outside: ['doanhThuNgoaiChiNhanh'],
  behind: {
    ...behind,
    doanh_thu_binh_quan: behind.doanhThu,
    doanh_thu_trung_binh: behind.doanh_thu_tam_tinh,
  },
  sources: revenue.revenueSources,
  exportAs: { file: 'Bao-cao-doanh-thu-theo-chi-nhanh.xlsx' },
  paging: revenue.revenuePaging,
  may: { read: 'seesBranches', export: ['seesBranches', 'unrestricted'] },
})
