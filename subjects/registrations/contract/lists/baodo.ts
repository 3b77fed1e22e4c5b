/** Reported sales: sold outside the queue, approved, and checked against the registration results (D1-BAODO). */
import { settlers } from '#platform/contract/abilities.ts'
import { f } from '#kit/contract/field.ts'
import { defineResource } from '#kit/contract/resource.ts'
import {
  automatic,
  decisions,
  decisionSteps,
  outcomes,
  reasonFields,
  reopening,
} from '#kit/contract/outcomes.ts'

/** Channels a reported sale can have come through (D1-BAODO-17). */
const channels = ['9084 (3)', '9084 (4)', '9084 (CU_PHAP_3)'].map((name) => ({
  value: name,
  label: name.replace('CU_PHAP_3', 'cú pháp 3'),
}))

const outcomeWords = (label: string, danger?: true) => ({
  ask: {
    title: 'Đặt trạng thái',
    text: `Xác nhận đặt trạng thái '${label}'?`,
    ...(danger && { danger }),
  },
  done: 'Đã đặt trạng thái',
  failed: 'không đặt được trạng thái',
  audit: 'update' as const,
})

export const baodo = defineResource({
  path: 'baodo',
  view: 'baodo_list',
  title: 'Báo đỏ',
  noun: 'bản ghi',
  fields: {
    id: f.id(),
    so_dien_thoai: f.phone({ label: 'Số điện thoại', short: 'SĐT', required: true, width: 112 }),
    ngay_thanh_cong: f.date({
      label: 'Ngày thành công',
      required: true,
      past: true,
      fromToday: true,
      width: 92,
    }),
    username_nv: f.staff({ label: 'Nhân viên', required: true, write: 'below5', width: 200 }),
    ten_nv: f.text({ label: 'Tên nhân viên', write: 'never', width: 180 }),
    ly_do: f.note({ label: 'Lý do', max: 2000, width: 64 }),
    ten_goi_cuoc: f.text({ label: 'Tên gói cước', required: true, max: 64, suggest: 'packages', width: 84 }),
    gia_goi_cuoc: f.money({ label: 'Giá gói cước', write: 'never', blankZero: true, width: 84 }),
    kenh: f.choice({ label: 'Kênh', options: channels, required: true, width: 136 }),
    trang_thai: f.choice({
      label: 'Kết quả',
      options: outcomes,
      write: 'never',
      width: 156,
      maskedFrom: 'trang_thai_told',
    }),
    nguoi_dat_trang_thai: f.staff({
      label: 'Người đặt kết quả',
      options: [automatic],
      write: 'never',
      width: 160,
      maskedFrom: 'nguoi_dat_told',
    }),
    createdAt: f.instant({ label: 'Ngày tạo', write: 'never', width: 156 }),
    nguoi_phe_duyet: f.staff({ label: 'Người phê duyệt', write: 'never', width: 112 }),
    trang_thai_duyet: f.choice({ label: 'Trạng thái duyệt', options: decisions, write: 'never', width: 140 }),
    // Owner of the registration, or first claimant (D3-DEC-06); visible to deciders.
    nghi_van: f.text({ label: 'Nghi vấn', write: 'never', see: 'seesWaiting' }),
    goi_la: f.text({ label: 'Gói lạ', write: 'never', see: 'seesWaiting' }),
    ...reasonFields,
  },
  list: [
    'so_dien_thoai',
    'ngay_thanh_cong',
    'username_nv',
    'ly_do',
    'ten_goi_cuoc',
    'gia_goi_cuoc',
    'kenh',
    'trang_thai',
    'nguoi_dat_trang_thai',
    'createdAt',
    'nguoi_phe_duyet',
    'trang_thai_duyet',
  ],
  card: { state: 'trang_thai_duyet' },
  sight: ['trang_thai'],
  also: ['ten_nv', 'nghi_van', 'goi_la', 'ly_do_tu_choi', 'ly_do_mo_lai'],
  order: [['createdAt', 'desc']],
  sort: ['createdAt', 'ngay_thanh_cong', 'username_nv', 'gia_goi_cuoc', 'trang_thai', 'trang_thai_duyet'],
  filter: {
    phone: { on: 'so_dien_thoai', op: 'phone' },
    trang_thai_duyet: { on: 'trang_thai_duyet', op: 'equals' },
    trang_thai: { on: 'trang_thai', op: 'equals' },
    username_nv: { on: 'username_nv', op: 'equals', offerTo: 'unrestricted' },
    ten_goi_cuoc: { on: 'ten_goi_cuoc', op: 'contains' },
  },
  periods: [
    { on: 'ngay_thanh_cong', from: 'startDate', to: 'endDate', label: 'Ngày thành công', default: 'month' },
  ],
  form: ['so_dien_thoai', 'ngay_thanh_cong', 'ten_goi_cuoc', 'kenh', 'username_nv', 'ly_do'],
  exportAs: {
    file: 'Bao-cao-bao-do.xlsx',
    columns: [
      'so_dien_thoai',
      'ngay_thanh_cong',
      'username_nv',
      'ten_nv',
      'ly_do',
      'ten_goi_cuoc',
      'gia_goi_cuoc',
      'kenh',
      'trang_thai',
      'nguoi_dat_trang_thai',
      'createdAt',
      'nguoi_phe_duyet',
      'trang_thai_duyet',
    ],
  },
  owner: 'username_nv',
  ownersWrite: true,
  author: { username: 'username_nv', name: 'ten_nv' },
  // The result stays open: it is independent of the approval (D1-BAODO-22), and may be found later (D1-Q-133).
  approval: {
    field: 'trang_thai_duyet',
    pending: '0',
    closes: ['so_dien_thoai', 'ngay_thanh_cong', 'ten_goi_cuoc', 'kenh', 'username_nv', 'ly_do'],
    warnings: {
      nghi_van: 'có đăng ký của người khác hoặc đã báo',
      goi_la: 'có gói không có trong bảng giá',
    },
    sum: ['gia_goi_cuoc'],
  },
  desk: {
    kinds: {
      'bao-do': {
        label: 'Báo đỏ',
        waits: { trang_thai_duyet: '0' },
        since: 'createdAt',
        phone: 'so_dien_thoai',
        amount: ['gia_goi_cuoc'],
        package: 'ten_goi_cuoc',
        facts: ['ngay_thanh_cong', 'kenh', 'trang_thai', 'ly_do'],
        approve: ['approve', '1'],
        reject: ['approve', '2'],
      },
    },
  },
  actions: {
    approve: {
      method: 'PUT',
      path: 'approve/:id',
      summary: 'Approves (1) or rejects (2) a reported sale',
      may: 'decidesMoney',
      field: 'trang_thai_duyet',
      stamp: { by: 'nguoi_phe_duyet' },
      ...decisionSteps,
    },
    reopen: reopening('trang_thai_duyet', '0', 'nguoi_phe_duyet'),
    // Independent of the approval; overrides the automatic result (D1-Q-133).
    setOutcome: {
      method: 'PUT',
      path: 'setTrangThai/:id',
      summary: 'Sets the result of a reported sale by hand',
      may: settlers,
      field: 'trang_thai',
      stamp: { by: 'nguoi_dat_trang_thai' },
      notice: true,
      cell: 'list',
      steps: [
        { to: 'SUCCESS', label: 'Thành công', icon: 'check', ...outcomeWords('Thành công') },
        { to: 'FAILD', label: 'Thất bại', icon: 'cross', danger: true, ...outcomeWords('Thất bại', true) },
      ],
    },
  },
  untold: 'so_dien_thoai',
  softDelete: true,
  may: {
    read: 'any',
    create: 'any',
    update: 'below3',
    remove: 'below3',
    import: 'any',
    export: 'below3',
  },
})
