/** The same requests in retrospect: costs and recoveries (D2-RFREP). */
import { f } from '#kit/contract/field.ts'
import { secondList } from '#kit/contract/second-list.ts'
import * as act from './refund-actions.ts'
import { requestrefund } from './requestrefund.ts'

export const requestrefundreport = secondList(requestrefund, {
  path: 'requestrefundreport',
  title: 'Báo cáo yêu cầu hoàn tiền',
  // Both names are accepted, and these take precedence (D2-Q-51).
  names: { other_refund: 'other_refundreport', refund_price: 'refundreport_price' },
  fields: {
    // Computed: the amount that closing a month counts (D3-PAY-05).
    truy_thu_luong: f.flag({
      label: 'Truy thu vào lương',
      options: [
        { value: '1', label: 'Chưa quyết định' },
        { value: '0', label: 'Đã quyết định' },
      ],
      write: 'never',
    }),
  },
  // The kind of request must be visible on a 1366 px screen with the menu open.
  list: [
    'staff_username',
    'number_phone',
    'package_code',
    'request_type',
    'refund_price',
    'other_refund',
    'trang_thai_giao_dich_doi_tac',
    'number_type',
    'request_method',
    'tien_hoan_sau_chiet_khau',
    'created_time',
    'is_transfer',
    'nguoi_quyet_dinh',
    'duyet',
    'trang_thai_truy_thu_hoan_theo_goi',
    'trang_thai_truy_thu_hoan_them',
  ],
  also: [
    ...requestrefund.also,
    'chenh_lech',
    'tien_trinh_nap',
    'transfer_final_amount',
    'chiet_khau',
    'kenh_doi_tac',
    'username_duyet_trang_thai_truy_thu_hoan_theo_goi',
    'username_duyet_trang_thai_truy_thu_hoan_them',
  ],
  filter: {
    message: requestrefund.filter.message,
    username: { on: 'staff_username', op: 'equals', offerTo: 'unrestricted' },
    team: { on: 'staff_username', op: 'team', label: 'Nhóm', offerTo: 'unrestricted' },
    hieu_luc: { on: 'hieu_luc', op: 'equals' },
    don_hoan_hoac_nap: { on: 'don_hoan_hoac_nap', op: 'equals', all: '0' },
    trang_thai_giao_dich_doi_tac: requestrefund.filter.trang_thai_giao_dich_doi_tac,
    is_transfer: requestrefund.filter.is_transfer,
    trang_thai_truy_thu_hoan_theo_goi: {
      on: 'trang_thai_truy_thu_hoan_theo_goi',
      op: 'equals',
      label: 'Truy thu gói',
    },
    trang_thai_truy_thu_hoan_them: {
      on: 'trang_thai_truy_thu_hoan_them',
      op: 'equals',
      label: 'Truy thu thêm',
    },
    truy_thu_luong: { on: 'truy_thu_luong', op: 'own' },
  },
  exportAs: {
    file: 'BAO-CAO-YCHT.xlsx',
    columns: [
      'staff_username',
      'staff_fullname',
      'number_phone',
      'number_type',
      'package_code',
      'trang_thai_giao_dich_doi_tac',
      'request_type',
      'request_method',
      'refund_price',
      'other_refund',
      'other_reason',
      'tien_hoan_sau_chiet_khau',
      'created_time',
      'loc_chuyen_khoan',
      'nguoi_quyet_dinh',
      'duyet',
      'truy_thu_goi',
      'username_duyet_trang_thai_truy_thu_hoan_theo_goi',
      'truy_thu_them',
      'username_duyet_trang_thai_truy_thu_hoan_them',
    ],
  },
  actions: {
    ...act.refundActions,
    setTrangThaiTruyThuHoanTheoGoi: act.recoverySetter(
      'setTrangThaiTruyThuHoanTheoGoi',
      'trang_thai_truy_thu_hoan_theo_goi',
    ),
    setTrangThaiTruyThuHoanThem: act.recoverySetter(
      'setTrangThaiTruyThuHoanThem',
      'trang_thai_truy_thu_hoan_them',
    ),
  },
  paging: { sizes: [10, 20, 50, 100], size: 10 },
})
