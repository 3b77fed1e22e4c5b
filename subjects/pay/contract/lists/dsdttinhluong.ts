/** 'Đối soát': each registration with its refund and its amount for pay (D2-RECON, D2-REVF-10 to 16). */
import { codeTabs, historyOf } from '#platform/contract/code-tabs.ts'
import { defineResource } from '#kit/contract/resource.ts'
import { revenueFields } from './revenue-fields.ts'

const columns = [
  'kenh',
  'username_nv',
  'ten_nv',
  'so_dien_thoai_cs',
  'goi_cuoc',
  'doanh_thu',
  'ngay_thanh_cong',
  'ket_qua',
  'co_yeu_cau',
  'request_type',
  'request_method',
  'refund_price',
  'ti_le_doanh_thu',
  'doanh_thu_tinh_luong',
  'doi_soat_luc',
] as const

export const dsdttinhluong = defineResource({
  path: 'dsdttinhluong',
  table: 'revenue_line',
  view: 'revenue_line_list',
  title: 'Đối soát doanh thu tính lương',
  noun: 'gói',
  fields: revenueFields,
  list: columns,
  also: [
    'doanhThu',
    'so_goi',
    'status',
    'staff_username',
    'username_he_thong',
    'da_doi_soat',
    'track0',
    'track1',
  ],
  // All resources that report a registration or refund one (D2-Q-169).
  sources: [
    'mfy',
    'customer-message-9084',
    ...codeTabs.map(({ type }) => historyOf(type)),
    'report-9332/search',
    'requestrefund',
  ],
  // Newest first, then by source (D2-REVF-22).
  order: [
    ['ngay_thanh_cong', 'desc'],
    ['track0', 'asc'],
    ['track1', 'asc'],
  ],
  sort: ['ngay_thanh_cong', 'doanh_thu'],
  filter: {
    username: { on: 'username_nv', op: 'equals', offerTo: 'unrestricted' },
    // Searches a number or a channel (D2-Q-42).
    message: { on: 'so_dien_thoai_cs', op: 'phoneEnd', or: 'kenh', placeholder: 'Tìm SĐT hoặc kênh' },
    team: { on: 'username_nv', op: 'team', label: 'Nhóm', offerTo: 'unrestricted' },
    status: { on: 'ket_qua', op: 'equals' },
    co_yeu_cau: { on: 'co_yeu_cau', op: 'equals', label: 'Yêu cầu hỗ trợ' },
    da_doi_soat: { on: 'da_doi_soat', op: 'equals', label: 'Đối soát' },
  },
  periods: [
    {
      on: 'ngay_thanh_cong',
      from: 'startDate',
      to: 'endDate',
      label: 'Ngày đăng ký',
      default: 'month',
    },
  ],
  // Fields of the form; the owner is set in its cell or by updateUser.
  form: ['kenh', 'so_dien_thoai_cs', 'goi_cuoc', 'doanh_thu', 'ngay_thanh_cong', 'status', 'ti_le_doanh_thu'],
  formRequired: ['so_dien_thoai_cs', 'goi_cuoc', 'doanh_thu', 'ngay_thanh_cong'],
  inline: ['username_nv'],
  // A row with the source of an existing line updates it; empty cells leave fields unchanged (D2-COL-09).
  sheet: {
    firstRow: 2,
    columns: [
      'kenh',
      'username_nv',
      'so_dien_thoai_cs',
      'goi_cuoc',
      'doanh_thu',
      'ngay_thanh_cong',
      'status',
      'ti_le_doanh_thu',
      'track0',
      'track1',
    ],
    heads: {
      so_dien_thoai_cs: ['Số điện thoại', 'Thuê bao'],
      doanh_thu: ['Giá gói', 'Doanh thu', 'Giá gói cước'],
      ngay_thanh_cong: ['Ngày đăng ký', 'Ngày thành công', 'Thời gian'],
      status: ['Kết quả đối soát', 'Kết quả', 'Trạng thái'],
    },
    ignore: ['#', 'STT'],
    unit: 'bản ghi',
  },
  exportAs: {
    file: 'Doi-soat-doanh-thu-tinh-luong.xlsx',
    columns: [...columns, 'track0', 'track1'],
  },
  totals: {
    doanhThu: { sum: 'doanhThu' },
    soGoi: { sum: 'so_goi' },
    tongGoi: { rows: true },
    tongGiaTriGoi: { sum: 'doanh_thu' },
    tongSoTienHoan: { sum: 'refund_price' },
    tongDoanhThu: { sum: 'doanh_thu_tinh_luong' },
  },
  owner: 'username_nv',
  units: true,
  softDelete: true,
  may: {
    read: 'any',
    create: 'managesPay',
    update: 'managesPay',
    remove: 'managesPay',
    import: 'managesPay',
    export: 'unrestricted',
    assign: 'assignsLines',
  },
})
