/** 'Doanh thu chi tiết': registrations as sold, independent of the reconciliation (D2-DREV, D2-REVF-20, 21). */
import { secondList } from '#kit/contract/second-list.ts'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import { revenueFields } from '#subjects/pay/contract/lists/revenue-fields.ts'

export const report90849332 = secondList(dsdttinhluong, {
  path: 'report90849332',
  title: 'Doanh thu chi tiết',
  fields: {
    doanh_thu: { ...revenueFields.doanh_thu, label: 'Doanh thu' },
    ngay_thanh_cong: { ...revenueFields.ngay_thanh_cong, label: 'Ngày thành công' },
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
  also: ['doanhThu', 'so_goi', 'status', 'ti_le_doanh_thu', 'da_doi_soat', 'track0', 'track1'],
  exportAs: { file: 'Bao-cao-doanh_thu_chi_tiet.xlsx' },
  totals: {
    doanhThu: { sum: 'doanhThu' },
    soGoi: { sum: 'so_goi' },
    tongGoi: { rows: true },
    tongDoanhThu: { sum: 'doanh_thu' },
  },
  // Page sizes of a report (D2-Q-11).
  paging: { sizes: [10, 20, 50, 100], size: 10 },
})
