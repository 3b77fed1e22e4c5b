/** Decision on requests: closed fields, warnings, and the desk (D3-DEC, D3-APR). */
import type { Desk } from '#kit/contract/resource.ts'

/** Fields closed by the decision (D3-DEC-01); difference, transfer, partner status and recoveries stay open. */
export const refundApproval = {
  field: 'quyet_dinh',
  pending: '0',
  closes: [
    'number_phone',
    'number_type',
    'package_code',
    'request_type',
    'request_method',
    'refund_price',
    'other_refund',
    'created_time',
    'staff_username',
  ],
  warnings: {
    lech_tien: 'lệch tiền',
    cao_hon_gia: 'tiền hoàn cao hơn giá gói',
    da_tung: 'của số vừa được hoàn hoặc nạp cùng gói',
    khong_dang_ky: 'không thấy đăng ký thành công',
    tin_da_dung: 'có tin ngân hàng đã dùng cho đơn khác',
    don_khac: 'trùng với đơn khác',
    goi_la: 'có gói không có trong bảng giá',
    hoan_them_la: 'hoàn thêm nhiều hơn giá gói hoặc không có lý do',
  },
  // The amount handed over to the partner (D3-PRV-06).
  sum: ['tien_hoan', 'tien_hoan_them', 'tien_nap'],
  second: { by: 'duyet_1_boi', turn: 'luot_duyet' },
} as const

/** Fields of the first approval, where two are required (D3-ACC-03). */
const secondFacts = ['luot_duyet', 'duyet_1_boi', 'duyet_1_luc'] as const

/** Common part of both kinds, which differ in their decisions. */
const waiting = {
  waits: { duyet: '0', khoa_trang_thai: 'dang_cho_duyet' },
  since: 'created_time',
  phone: 'number_phone',
  package: 'package_code',
} as const
export const refundDesk = {
  kinds: {
    'nap-tien': {
      label: 'Nạp tiền',
      of: { request_type: 5 },
      ...waiting,
      amount: ['refund_price'],
      due: ['transfer_final_amount', 'chenh_lech'],
      facts: [
        'number_type',
        'transfer_final_amount',
        'ti_le_chiet_khau',
        'chenh_lech',
        'is_transfer',
        ...secondFacts,
      ],
      approve: ['approve', 1],
      reject: ['approve', 2],
    },
    'hoan-goi': {
      label: 'Hoàn gói',
      of: { request_type: [1, 2] },
      ...waiting,
      // The customer's amount (D3-ONE-04).
      amount: ['refund_price', 'other_refund'],
      facts: [
        'number_type',
        'request_type',
        'request_method',
        'refund_price',
        'other_refund',
        'other_reason',
        'don_24h',
        ...secondFacts,
      ],
      approve: ['setTrangThaiDuyetHoanGoiStatus', 1],
      reject: ['setTrangThaiDuyetHoanGoiStatus', 2],
    },
    // The partner revoked a completion or paid another amount (docs/providers.md).
    'doi-tac-sua': {
      label: 'Đối tác sửa',
      waits: { doi_tac_sua_xem: 0 },
      since: 'doi_tac_sua_luc',
      phone: 'number_phone',
      package: 'package_code',
      amount: ['tien_hoan', 'tien_hoan_them', 'tien_nap'],
      facts: ['doi_tac_sua', 'trang_thai_giao_dich_doi_tac', 'doi_tac_bao_tra', 'kenh_doi_tac'],
      approve: ['xemDoiTacSua', 1],
    },
  },
} as const satisfies Desk
